"""A module like core.py as native code: compiled by Numba for one game, kept on disk, loaded by later processes."""

from __future__ import annotations

import ast
import math
import types as python_types
from collections.abc import Collection
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit

from plytree.games.contract.game import Game, game_name
from plytree.games.contract.records import RecordView
from plytree.search.acquire import cache
from plytree.search.compile import memory
from plytree.search.compile.bindings import constants, form_source
from plytree.search.compile.game_type import INNER, OPTIONS, Handle, own_symbol
from plytree.search.compile.hashing import SHARED
from plytree.search.compile.installing import compiling, install, load, machine
from plytree.search.compile.memory import (
    COUNTERS,
    PLIES,
    SWITCHES,
    arrays,
    check_sizes,
    reduction_table,
)
from plytree.search.compile.parsing import parse
from plytree.search.compile.specialise import Unsigned, specialise
from plytree.search.compile.state_record import record_hash
from plytree.search.natural.records import NAMES, prototypes

_ready: dict[str, tuple[dict[str, Any], dict[str, int]]] = {}  # file: functions and facts, of this process's programs

NATIVE_FORM = """
def hash_key(game, w, ply):
    r = w.stack[ply]
    return i64({hash})

def out_of_time(w):
    return w.nodes > w.limit
"""

LOAD_STORE = """
def load(r):
    return {load}

def store_state(r, s):
{store}
"""

# What is small, or called from one place only, goes where it is called.
INLINE = {
    "finished", "estimate", "bounded", "decided", "leaf", "low", "high", "generate", "probe", "entry_move",
    "entry_depth", "entry_value", "cuts", "out_of_time", "load", "store_state", "play", "result", "moves", "promise",
}  # fmt: skip


class Shape:
    """What native code for a game works on: the record of a state and of the whole working memory."""

    def __init__(self, game: Game[Any], handle: Handle | None = None):
        check_sizes(game)
        self.handle = handle or Handle(game)
        self.layout = self.handle.layout
        if self.layout is None:
            self.state = np.dtype(game.dtype)  # type: ignore[attr-defined]  # of a RecordGame
            self.hash = record_hash(self.state)
        else:
            self.state, self.hash = self.layout.dtype, self.layout.hash
        fields: list[Any] = [(name, np.int64) for name in COUNTERS + SWITCHES]
        fields.append(("stack", self.state, (PLIES,)))
        for name, length in arrays(game).items():
            fields.append((name, np.int64 if name in ("path", "judged") else np.int32, (length,)))
        if game.scratch is not None:
            fields.append(("own", np.dtype(game.scratch)))
        self.memory = np.dtype(fields, align=True)

    def namespace(self) -> dict[str, Any]:

        names: dict[str, Any] = {name: value for name, value in vars(memory).items() if name.isupper()}
        names |= {
            "__name__": __name__,
            "np": np,
            "math": math,
            "i64": np.int64,
            "f32": np.float32,
            "f64": np.float64,
            "unsigned": np.uint64,
            "START": np.uint64(3),
            **SHARED,
        }
        if self.layout is None:
            return names
        return {**names, **self.layout.classes, **NAMES, **prototypes(self.layout.prototypes), **self.handle.codec}

    @property
    def signature(self) -> str:
        """What compiled code takes for granted about states and moves."""
        return f"{self.state} {self.layout.load if self.layout else ''}"

    def form(self, game: Game[Any], methods: Collection[str]) -> str:
        """Source of the form functions."""
        text = NATIVE_FORM.format(hash=self.hash)
        if self.layout is None:
            return text + form_source(game, fills=methods)
        text += LOAD_STORE.format(load=self.layout.load, store=self.layout.store)
        load, store = "load(w.stack[{ply}])", "store_state(w.stack[{ply}], {value})"
        return text + form_source(game, load, store, methods, self.handle.named)


class Program:
    """The functions of a module like core.py as native code for one game: from this process, disk or the compiler.

    `label` tells the programs of a game apart, in a process and on disk. `entries` is source of functions whose names
    end in `_entry`: what Python calls. `signatures` are the types of their arguments after the game and the working
    memory. `more` are constants `game.x` of this program.

        program = Program(rules_of(game), core, "perft", ENTRY, {"count_entry": (types.int64,)})
        program.save()                                      # on disk, for later processes
        w = program.new_memory()                            # one for each thread
        program.put(w, game, state)                         # the state is w.stack[0]
        program.call("count_entry", w, 5)
    """

    def __init__(
        self,
        game: Game[Any],
        module: ModuleType,
        label: str,
        entries: str,
        signatures: dict[str, tuple[Any, ...]],
        more: dict[str, Any] | None = None,
    ):
        self.game, self.handle, self.more = game, Handle(game), more or {}
        self.shape = Shape(game, self.handle)
        self.file = f"{self.handle.fingerprint}.{label}"
        memories = numba.typeof(np.zeros(1, self.shape.memory))
        self.signatures = {name: (self.handle.type, memories, *more) for name, more in signatures.items()}
        with compiling():
            self.compiled = False
            self.facts: dict[str, int]  # what was measured, kept with the code
            if self.file in _ready:
                self.functions, self.facts = _ready[self.file]
                return
            names, saved = self._entries(entries), cache.load(self.file)  # code from disk needs nothing else
            fits = isinstance(saved, dict) and saved.get("layout") == self.shape.signature
            self.compiled = not (fits and load(names, self.signatures, saved))
            if self.compiled:
                names = self._build(module, entries)
                install(names, self.signatures, None)
        self.functions = {name: names[name] for name in signatures}
        self.facts = {} if self.compiled else saved.get("facts", {})
        if not self.compiled:
            _ready[self.file] = self.functions, self.facts

    def _entries(self, entries: str) -> dict[str, Any]:
        """What Python calls, as Numba functions whose code is still missing."""
        names: dict[str, Any] = {}
        exec(compile(parse(entries), "<plytree core>", "exec"), names)
        return {name: self._numba(name, names[name]) for name in self.signatures}

    def _build(self, module: ModuleType, entries: str) -> dict[str, Any]:
        """The functions as Numba functions, not yet compiled."""
        game = self.game
        values = {**constants(game), "observed": False, **self.more}
        names = self.shape.namespace()
        before = set(names)
        form = parse(self.shape.form(game, self.handle.methods))
        for source in (form, specialise(module, values, {}), parse(entries)):
            tree = ast.fix_missing_locations(Unsigned().visit(source))
            exec(compile(tree, "<plytree core>", "exec"), names)
        for name in set(names) - before:
            if isinstance(names[name], python_types.FunctionType):
                names[name] = self._numba(name, names[name])
        return names

    def _numba(self, name: str, function: Any) -> Any:
        function.__qualname__ = own_symbol(name, self.file)
        return njit(**(OPTIONS if name.endswith("_entry") else INNER), forceinline=name in INLINE)(function)

    def save(self) -> None:
        """Trust newly compiled code: keep it for this process and for later ones."""
        if self.compiled:
            _ready[self.file] = self.functions, self.facts
            code = {name: self.functions[name].overloads[types]._reduce() for name, types in self.signatures.items()}
            whole = {"machine": machine(), "layout": self.shape.signature, "functions": code, "facts": self.facts}
            cache.save(self.file, whole, game_name(self.handle.game))

    def call(self, entry: str, w: NativeMemory, *arguments: Any) -> Any:
        return self.functions[entry](self.handle, w.array, *arguments)

    def new_memory(self) -> NativeMemory:
        w = NativeMemory(np.zeros(1, self.shape.memory))
        w.reductions = reduction_table()
        return w

    def put(self, w: NativeMemory, view: Game[Any], state: Any) -> None:
        """Write a state to the bottom of the stack."""
        self.handle.take_tables()
        if isinstance(view, RecordView):
            w.stack[0] = view.record(state)
        else:
            assert self.shape.layout is not None
            self.shape.layout.write(w.stack[0], state)


class NativeMemory:
    """The record of one searching thread; its fields can be read and written at any time, also while it searches."""

    __slots__ = ("array", "record")

    def __init__(self, array: Any):
        object.__setattr__(self, "array", array)
        object.__setattr__(self, "record", array[0])

    def __getattr__(self, name: str) -> Any:
        return self.record[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self.record[name] = value
