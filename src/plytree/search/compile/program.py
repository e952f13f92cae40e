"""The core as native code: compiled by Numba for one game, kept on disk, loaded by later processes."""

from __future__ import annotations

import ast
import contextlib
import math
import threading
import types as python_types
from collections.abc import Collection, Iterator, Sequence
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core import registry
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys
from numba.cpython import numbers

from plytree.games.contract.game import Game, game_name
from plytree.games.contract.records import RecordView
from plytree.search.acquire import cache
from plytree.search.acquire.locks import after_fork
from plytree.search.acquire.shipped import made_for_all
from plytree.search.alphabeta import core
from plytree.search.compile import linking, memory
from plytree.search.compile.bindings import constants, form_source
from plytree.search.compile.game_type import INNER, OPTIONS, Handle, own_symbol
from plytree.search.compile.hashing import SHARED
from plytree.search.compile.kernel import rules_of
from plytree.search.compile.memory import (
    COUNTERS,
    PATH,
    PLIES,
    SWITCHES,
    TREE_ARRAYS,
    TREE_NUMBERS,
    arrays,
    check_sizes,
    power_of_two,
    reduction_table,
    set_switches,
)
from plytree.search.compile.parsing import parse
from plytree.search.compile.specialise import Unsigned, specialise
from plytree.search.compile.state_record import record_hash
from plytree.search.montecarlo import core as mcts_core
from plytree.search.natural.records import NAMES, prototypes
from plytree.search.techniques import Techniques

_compiling = threading.RLock()  # Numba compiles one thing at a time
_ready: dict[str, tuple[dict[str, Any], dict[str, int]]] = {}  # file: functions and facts, of this process's programs
_usual_flags = numbers._int_arith_flags


@after_fork
def _begin_anew() -> None:
    """Another thread of the parent may have been compiling, and is not here to give its locks back."""
    global _compiling
    _compiling = threading.RLock()
    if not global_compiler_lock.is_locked():  # by this thread, that is
        global_compiler_lock._lock = threading.RLock()
    numbers._int_arith_flags = _usual_flags
    linking.restore()


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """While something is compiled: whole numbers wrap around, as 64 bits do.

    Numba tells LLVM that signed numbers never overflow, and LLVM then takes out what only matters if they do: the mask
    in `x * 0x9E37_79B9 & MASK`, which hashes are made of.
    """
    with _compiling, linking.one_module():
        numbers._int_arith_flags = lambda kind: []
        try:
            yield
        finally:
            numbers._int_arith_flags = _usual_flags


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

ENTRIES = """
def search_entry(game, memories, tables, alpha, beta, depth):
    memories[0].nodes += 1
    return negamax(game, memories[0], tables[0], i64(alpha), i64(beta), i64(depth), i64(0), i64(0))

def key_entry(game, memories, own):
    w = memories[0]
    return {key}

def examine_entry(game, memories):
    w = memories[0]
    outcome = result(game, w, 0)
    w.complete = outcome is not None
    w.root_count = 0
    if outcome is not None:
        w.best_value = outcome * i64(1)
    else:
        w.best_value = {evaluate}
        w.root_count = moves(game, w, 0, 0)
        if w.root_count == 0 and {ends}:
            w.complete, w.best_value = True, {ends_with}

def order_entry(game, memories, move):
    w = memories[0]
    return i64({order})

def play_entry(game, memories, move):
    play(game, memories[0], 0, i64(move))
"""


TABLE = np.dtype([("entry", np.int64, (4,))], align=True)  # the first bucket; the others follow it in memory


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


GROW_ENTRY = """
def grow_entry(game, memories, trees, playouts):
    return grow(game, memories[0], trees[0], i64(playouts))
"""


class NativeKernel:
    """The core as native code. It may search in several threads at once and holds no lock of Python's meanwhile.

    `steps`: only the single steps, moves, play and so on, which are soon compiled; nothing can be searched then.
    """

    mode = "native"
    can_share = True

    def __init__(self, game: Game[Any], steps: bool = False):
        self.view, self.game = game, rules_of(game)
        values = constants(self.game)
        entries = ENTRIES.format(
            key="key(game, w, 0) if own else hash_key(game, w, 0)" if values["has_key"] else "hash_key(game, w, 0)",
            evaluate="evaluate(game, w, 0)" if values["has_evaluate"] else "0",
            order="order(game, w, 0, i64(move))" if values["has_order"] else "0",
            ends=values["has_no_moves"],
            ends_with="no_moves(game, w, 0)" if values["has_no_moves"] else "0",
        )
        number = types.int64
        signatures = {
            "search_entry": (numba.typeof(np.zeros(1, TABLE)), number, number, number),
            "key_entry": (number,),
            "examine_entry": (),
            "order_entry": (number,),
            "play_entry": (number,),
        }
        if steps:
            del signatures["search_entry"]
        self.program = Program(self.game, core, "steps" if steps else "code", entries, signatures)
        self.shape, self.compiled = self.program.shape, self.program.compiled
        self.unit = self.program.facts.get("unit", 0)
        self._growing: Program | None = None

    def save(self) -> None:
        """Keep the compiled code for later processes, and what was measured with it."""
        self.program.facts["unit"] = self.unit
        self.program.save()

    # ---- Monte Carlo tree search ----------------------------------------------------------------------------------

    def prepare_growing(self) -> None:
        """Get the code of montecarlo/core.py too, from disk or from the compiler."""
        if self._growing is None:
            trees = numba.typeof(np.zeros(1, TREE))
            self._growing = Program(self.game, mcts_core, "mcts", GROW_ENTRY, {"grow_entry": (trees, types.int64)})
            self._growing.save()

    def new_tree(self) -> NativeMemory:
        tree = NativeMemory(np.zeros(1, TREE))
        tree.size = TREE_NODES
        return tree

    def grow(self, w: Any, tree: Any, playouts: int) -> int:
        """Play that many games, as mcts_core.grow."""
        assert self._growing is not None
        return int(self._growing.call("grow_entry", w, tree.array, playouts))

    def new_memory(self) -> NativeMemory:
        return self.program.new_memory()

    def new_table(self, megabytes: float) -> NativeTable:
        return NativeTable(megabytes, TABLE)

    def set_root(self, w: Any, state: Any, history: Sequence[Any]) -> None:
        earlier = history[-(PATH - PLIES) :]
        w.game_plies = len(earlier)
        own = int(w.use_symmetry)
        for i, past in enumerate(earlier):
            self._put(w, past)
            w.path[i] = self.program.call("key_entry", w, own)
        self._put(w, state)

    def _put(self, w: Any, state: Any) -> None:
        self.program.put(w, self.view, state)

    def choose(self, w: Any, techniques: Techniques) -> None:
        set_switches(w, techniques)

    def forget(self, w: Any) -> None:
        w.killers, w.history, w.replies = -1, 0, 0

    def order(self, w: Any, move: int) -> int:
        return int(self.program.call("order_entry", w, move))

    def search(self, w: Any, table: Any, alpha: int, beta: int, depth: int) -> int:
        return int(self.program.call("search_entry", w, table.bucket, alpha, beta, depth))

    # ---- single steps, to be compared with Python -----------------------------------------------------------------

    def examine(self, w: Any, state: Any) -> tuple[int | None, int, list[int]]:
        """What native code thinks of a state: its result, else its estimate and its moves."""
        self._put(w, state)
        self.program.call("examine_entry", w)
        if w.complete:
            return int(w.best_value), 0, []
        return None, int(w.best_value), [int(move) for move in w.moves[: w.root_count]]

    def play(self, w: Any, state: Any, move: int) -> bytes:
        """The record after a move, as bytes."""
        self._put(w, state)
        self.program.call("play_entry", w, move)
        return bytes(w.stack[1].tobytes())

    def key(self, w: Any, state: Any) -> int:
        """The key of a state."""
        self._put(w, state)
        return int(self.program.call("key_entry", w, int(w.use_symmetry)))

    def pack(self, state: Any) -> bytes:
        """The record of a state, as bytes."""
        if isinstance(self.view, RecordView):
            return bytes(self.view.record(state).tobytes())
        record = np.zeros(1, self.shape.state)
        assert self.shape.layout is not None
        self.shape.layout.write(record[0], state)
        return record.tobytes()


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


TREE_NODES = 1 << 22  # the system gives memory for what is used of it only
TREE = np.dtype(
    [(name, kind) for name, kind in TREE_NUMBERS.items()]
    + [(name, kind, (TREE_NODES,)) for name, kind in TREE_ARRAYS.items()],
    align=True,
)


class NativeTable:
    """A transposition table that all threads share. Native code gets the first bucket; the others follow in memory."""

    def __init__(self, megabytes: float, bucket: Any):
        self.buckets = power_of_two(megabytes * 1e6 / bucket.itemsize)
        self.words = np.zeros(4 * self.buckets, np.int64)
        self.bucket = self.words[:4].view(bucket)

    def clear(self) -> None:
        self.words[:] = 0


def machine() -> Any:
    """What compiled code is made for: the processor and its abilities."""
    return registry.cpu_target.target_context.codegen().magic_tuple()


def install(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: Any) -> bool:
    """Give functions their native code: the saved one if it fits (True), else from the compiler (False)."""
    if load(names, signatures, saved):
        return True
    for name, signature in signatures.items():
        names[name].compile(signature)
    return False


def load(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: Any) -> bool:
    """Give functions the saved native code; False if it does not fit, and they have none."""
    if not isinstance(saved, dict) or not _runs_here(saved.get("machine")):
        return False
    try:
        _rebuild(names, signatures, saved)
        return True
    except Exception:  # not what it says it is: it is made anew
        for name in signatures:
            names[name].overloads.clear()
        return False


def _runs_here(made_for: Any) -> bool:
    """Was code made for this processor, or for all usual ones of its kind?"""
    here = machine()
    return bool(made_for == here or (made_for and made_for[0] == here[0] and made_for_all(made_for)))


def _rebuild(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: dict[str, Any]) -> None:
    for name in signatures:
        function = names[name]
        context = function.targetctx
        rtsys.initialize(context)  # not the whole context: what only the compiler needs takes half a second
        result = CompileResult._rebuild(context, *saved["functions"][name])
        context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        function.add_overload(result)
