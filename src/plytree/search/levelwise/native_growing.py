"""The parallel tree's nodes made by native code, which threads run side by side."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import njit, types

from plytree.games.contract.game import Game
from plytree.search.compile.game_type import OPTIONS
from plytree.search.compile.kernel import rules_of
from plytree.search.compile.program import Program, Shape
from plytree.search.course import fault_of
from plytree.search.levelwise import core as tree_core
from plytree.search.levelwise.growing import alphabeta

ENTRIES = """
def key_entry(game, memories):
    return state_key(game, memories[0])

def look_entry(game, memories, states, a, b, offset, ply, seen, values, counts, movers):
    w = memories[0]
    for i in range(a, b):
        w.stack[0] = states[i]
        movers[offset + i] = mover(game, w, i64(ply))
        counts[offset + i] = look(game, w, i64(ply), seen)
        values[offset + i] = w.best_value

def grow_entry(game, memories, states, a, b, offset, below, firsts, counts, moved, children):
    w = memories[0]
    for i in range(a, b):
        if counts[offset + i] > 0:
            w.stack[0] = states[i]
            n = i64(moves(game, w, 0, 0))
            for j in range(n):
                play(game, w, 0, i64(w.moves[j]))
                child = firsts[offset + i] + j
                moved[child] = w.moves[j]
                children[child - below] = w.stack[1]
"""


class NativeGrower:
    mode = "native"

    def __init__(self, game: Game[Any], threads: int):
        self.view = game
        number, i8, i4, i1 = types.int64, types.int64[::1], types.int32[::1], types.int8[::1]
        rules = rules_of(game)
        states = numba.typeof(np.zeros(1, Shape(rules).state))
        signatures = {
            "key_entry": (),
            "look_entry": (states, number, number, number, number, i8, i8, i4, i1),
            "grow_entry": (states, number, number, number, number, i8, i4, i4, states),
        }
        self.program = Program(rules, tree_core, "tree", ENTRIES, signatures)
        self.program.save()
        self.shape = self.program.shape
        self.state_bytes = 2 * self.shape.state.itemsize
        self.memories = [self.program.new_memory() for _ in range(threads)]
        self.alphabeta = native_alphabeta()

    def states(self, states: list[Any]) -> Any:
        self.program.put(self.memories[0], self.view, states[0])
        records = self.empty(1)
        records[0] = self.memories[0].stack[0]
        return records

    def empty(self, count: int) -> Any:
        return np.empty(count, self.shape.state)

    def keys(self, states: list[Any]) -> Any:
        w, keys = self.memories[0], np.zeros(len(states), np.int64)
        for i, state in enumerate(states):
            self.program.put(w, self.view, state)
            keys[i] = self.program.call("key_entry", w)
        return keys

    def look(self, states: Any, a: int, b: int, offset: int, ply: int, seen: Any, arrays: Any, worker: int) -> None:
        w = self.memories[worker]
        self.program.call("look_entry", w, states, a, b, offset, ply, seen, arrays.value, arrays.count, arrays.mover)
        if w.fault:
            raise fault_of(self.view, int(w.fault))

    def grow(
        self, states: Any, a: int, b: int, offset: int, below: int, arrays: Any, children: Any, worker: int
    ) -> None:
        w, made = self.memories[worker], arrays.move
        self.program.call("grow_entry", w, states, a, b, offset, below, arrays.first, arrays.count, made, children)


@functools.cache
def native_alphabeta() -> Any:
    """The reading of the tree as native code: it knows no game, only the arrays."""
    names: dict[str, Any] = {**alphabeta.__globals__}
    names["alphabeta"] = njit(**OPTIONS)(FunctionType(alphabeta.__code__, names, "alphabeta"))
    return names["alphabeta"]
