"""Perft as native code, for RecordGames that end where there is no legal move: chess counts 10^8 leaves in a second.

As is usual for such counts, draws (by repetition, by material) do not end the tree. The last ply is not played: every
leaf's parent writes its full list of moves, and their number is added.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import njit, types

from plytree.games.contract.game import RecordGame, game_name
from plytree.games.contract.records import RecordView
from plytree.search.acquire import cache
from plytree.search.compile.game_type import OPTIONS, Handle
from plytree.search.compile.program import compiling, install, machine

DEEPEST = 60


@njit(**OPTIONS)
def count(game: Any, w: Any, ply: Any, depth: Any) -> Any:
    at = ply * game.max_moves
    moves = np.int64(game.moves(w.stack[ply], w.moves, at))
    if depth <= 1:
        return moves
    leaves = np.int64(0)
    for i in range(moves):
        game.play(w.stack[ply], np.int64(w.moves[at + i]), w.stack[ply + 1])
        leaves += count(game, w, ply + np.int64(1), depth - np.int64(1))
    return leaves


@njit(**OPTIONS)
def leaves_entry(game: Any, memories: Any, depth: Any) -> Any:
    return count(game, memories[0], np.int64(0), np.int64(depth))


class NativeLeaves:
    """Counts leaves of one game; compiled once and kept on disk."""

    def __init__(self, game: RecordView):
        self.view, records = game, game.records
        assert isinstance(records, RecordGame)
        self.handle = Handle(records)
        fields: list[Any] = [("stack", records.dtype, (DEEPEST + 1,)), ("moves", "i4", (DEEPEST * records.max_moves,))]
        self.memory = np.zeros(1, np.dtype(fields, align=True))
        signatures = {"leaves_entry": (self.handle.type, numba.typeof(self.memory), types.int64)}
        name = f"{self.handle.fingerprint}.leaves"
        with compiling():
            if not install({"leaves_entry": leaves_entry}, signatures, cache.load(name)):
                code = {key: leaves_entry.overloads[value]._reduce() for key, value in signatures.items()}
                cache.save(name, {"machine": machine(), "functions": code}, game_name(records))

    def leaves(self, state: Any, depth: int) -> int:
        """Leaves of the tree below a state, `depth` plies deep, 1 <= depth <= DEEPEST."""
        self.memory[0]["stack"][0] = self.view.record(state)
        return int(leaves_entry(self.handle, self.memory, depth))
