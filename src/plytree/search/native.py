"""The core as native code: compiled by Numba for one game, kept on disk, loaded by later processes."""

from __future__ import annotations

import threading
import types as python_types
from collections.abc import Collection, Sequence
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core.compiler import CompileResult

from plytree.games.game import Game, RecordGame
from plytree.games.records import RecordView
from plytree.search import cache, core, memory
from plytree.search.form import constants, form_source
from plytree.search.game_type import OPTIONS, Handle
from plytree.search.kernel import rules_of
from plytree.search.layout import Layout, layout, record_hash
from plytree.search.memory import COUNTERS, PATH, PLIES, SWITCHES, arrays, check_sizes, power_of_two, reduction_table
from plytree.search.specialise import specialise

_compiling = threading.RLock()  # Numba compiles one thing at a time


# ---- keys, the same numbers as in form.py ---------------------------------------------------------------------------


@njit(**OPTIONS)
def mix(h: Any, x: Any) -> Any:
    h = (h ^ x) * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    return h ^ (h >> np.uint64(32))


@njit(**OPTIONS)
def hash_number(x: Any) -> Any:
    return mix(np.uint64(1), np.uint64(np.int64(x)))


@njit(**OPTIONS)
def hash_real(x: Any) -> Any:
    return mix(np.uint64(1), np.uint64(np.int64(x * 65536)))


@njit(**OPTIONS)
def hash_numbers(numbers: Any) -> Any:
    total, place = np.uint64(0), np.uint64(1)
    for x in numbers.flat:
        total += mix(np.uint64(np.int64(x)), place << np.uint64(32))
        place += np.uint64(1)
    return total


@njit(**OPTIONS)
def hash_reals(numbers: Any) -> Any:
    total, place = np.uint64(0), np.uint64(1)
    for x in numbers.flat:
        total += mix(np.uint64(np.int64(x * 65536)), place << np.uint64(32))
        place += np.uint64(1)
    return total


@njit(**OPTIONS)
def scramble(key: Any) -> Any:
    return np.int64(mix(np.uint64(0), np.uint64(key)))


SHARED = {function.__name__: function for function in (mix, hash_number, hash_real, hash_numbers, hash_reals, scramble)}

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

ENTRIES = """
def search_entry(game, memories, tables, alpha, beta, depth):
    return negamax(game, memories[0], tables[0], i64(alpha), i64(beta), i64(depth), i64(0), i64(0))

def key_entry(game, memories, own):
    w = memories[0]
    return {key}
"""


class Shape:
    """What native code for a game works on: the record of a state and of the whole working memory."""

    def __init__(self, game: Game[Any]):
        check_sizes(game)
        self.layout: Layout | None = None
        if isinstance(game, RecordGame):
            self.state = np.dtype(game.dtype)
            self.hash = record_hash(self.state)
        else:
            self.layout = layout(type(game).__name__, game.initial())
            self.state, self.hash = self.layout.dtype, self.layout.hash
        fields: list[Any] = [(name, np.int64) for name in COUNTERS + SWITCHES]
        fields.append(("stack", self.state, (PLIES,)))
        for name, length in arrays(game).items():
            fields.append((name, np.int64 if name == "path" else np.int32, (length,)))
        self.memory = np.dtype(fields, align=True)
        self.table = np.dtype([("entry", np.int64, (4,))])  # the first bucket; the others follow it in memory

    def namespace(self) -> dict[str, Any]:
        names: dict[str, Any] = {name: value for name, value in vars(memory).items() if name.isupper()}
        names |= {"__name__": __name__, "np": np, "i64": np.int64, "START": np.uint64(3), **SHARED}
        return names | (self.layout.classes if self.layout else {})

    def form(self, game: Game[Any], methods: Collection[str]) -> str:
        """Source of the form functions."""
        text = NATIVE_FORM.format(hash=self.hash)
        if self.layout is None:
            return text + form_source(game)
        text += LOAD_STORE.format(load=self.layout.load, store=self.layout.store)
        return text + form_source(game, "load(w.stack[{ply}])", "store_state(w.stack[{ply}], {value})", methods)


def build(handle: Handle, shape: Shape) -> dict[str, Any]:
    """The core's functions for one game as Numba functions, not yet compiled."""
    game = handle.game
    values = {**constants(game), "observed": False}
    names = shape.namespace()
    own = "key(game, w, 0) if own else hash_key(game, w, 0)" if values["has_key"] else "hash_key(game, w, 0)"
    before = set(names)
    for source in (shape.form(game, handle.methods), specialise(core, values, {}), ENTRIES.format(key=own)):
        exec(compile(source, "<plytree core>", "exec"), names)
    for name in set(names) - before:
        if isinstance(names[name], python_types.FunctionType):
            names[name] = njit(**OPTIONS)(names[name])
    return names


class NativeKernel:
    """The core as native code. It may search in several threads at once and holds no lock of Python's meanwhile."""

    mode = "native"
    can_share = True

    def __init__(self, game: Game[Any]):
        self.view, self.game = game, rules_of(game)
        self.shape = Shape(self.game)
        self.handle = Handle(self.game)
        self._search, self._key, self.compiled = self._functions()

    def _signatures(self) -> dict[str, tuple[Any, ...]]:
        memories = numba.typeof(np.zeros(1, self.shape.memory))
        tables = numba.typeof(np.zeros(1, self.shape.table))
        number, game = types.int64, self.handle.type
        return {
            "search_entry": (game, memories, tables, number, number, number),
            "key_entry": (game, memories, number),
        }

    def _functions(self) -> tuple[Any, Any, bool]:
        """The compiled entry functions, from disk or from the compiler; and whether they had to be compiled."""
        with _compiling:
            names = build(self.handle, self.shape)
            saved = cache.load(f"{self.handle.fingerprint}.code")
            compiled = not install(names, self._signatures(), saved)
            return names["search_entry"], names["key_entry"], compiled

    def save(self) -> None:
        results = {}
        for name, function in (("search_entry", self._search), ("key_entry", self._key)):
            results[name] = function.overloads[self._signatures()[name]]._reduce()
        cache.save(f"{self.handle.fingerprint}.code", results)

    def new_memory(self) -> NativeMemory:
        w = NativeMemory(np.zeros(1, self.shape.memory))
        w.reductions = reduction_table()
        return w

    def new_table(self, megabytes: float) -> NativeTable:
        return NativeTable(megabytes, self.shape.table)

    def set_root(self, w: Any, state: Any, history: Sequence[Any]) -> None:
        earlier = history[-(PATH - PLIES) :]
        w.game_plies = len(earlier)
        own = int(w.use_symmetry)
        for i, past in enumerate(earlier):
            self._put(w, past)
            w.path[i] = self._key(self.handle, w.array, own)
        self._put(w, state)

    def _put(self, w: Any, state: Any) -> None:
        if isinstance(self.view, RecordView):
            w.stack[0] = self.view.record(state)
        elif self.shape.layout is not None:
            self.shape.layout.write(w.stack[0], state)

    def search(self, w: Any, table: Any, alpha: int, beta: int, depth: int) -> int:
        return int(self._search(self.handle, w.array, table.bucket, alpha, beta, depth))


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


class NativeTable:
    """A transposition table that all threads share. Native code gets the first bucket; the others follow in memory."""

    def __init__(self, megabytes: float, bucket: Any):
        self.buckets = power_of_two(megabytes * 1e6 / bucket.itemsize)
        self.words = np.zeros(4 * self.buckets, np.int64)
        self.bucket = self.words[:4].view(bucket)

    def clear(self) -> None:
        self.words[:] = 0


def install(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: Any) -> bool:
    """Give functions their native code: the saved one if it fits (True), else from the compiler (False)."""
    if isinstance(saved, dict) and signatures.keys() <= saved.keys():
        for name, signature in signatures.items():
            function = names[name]
            context = function.targetctx
            context.refresh()
            result = CompileResult._rebuild(context, *saved[name])
            context.insert_user_function(result.entry_point, result.fndesc, [result.library])
            function.add_overload(result)
            assert signature in function.overloads
        return True
    for name, signature in signatures.items():
        names[name].compile(signature)
    return False
