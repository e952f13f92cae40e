"""Perft in native code."""

from __future__ import annotations

from typing import Any

from numba import types

from plytree.games.contract.game import Game
from plytree.search.compile.kernel import rules_of
from plytree.search.compile.program import Program
from plytree.search.perft import core as counting

ENTRY = """
def count_entry(game, memories, depth):
    return count(game, memories[0], i64(depth), i64(0))
"""


class NativePerft:
    """Counts trees of one game that can be compiled.

    With `leaves_only` draws end nothing and the last ply is not played (perft/core.py): for games that end where there
    is no legal move, and otherwise by draws only. Chess counts 10^8 leaves in a second.
    """

    def __init__(self, game: Game[Any], leaves_only: bool = False):
        self.view, label = game, "leaves" if leaves_only else "perft"
        signatures = {"count_entry": (types.int64,)}
        self.program = Program(rules_of(game), counting, label, ENTRY, signatures, {"leaves_only": leaves_only})
        self.program.save()
        self.memory = self.program.new_memory()

    def count(self, state: Any, depth: int) -> tuple[int, int, int]:
        """(nodes at the depth, all nodes, finished games) of the tree below a state."""
        w = self.memory
        w.limit, w.leaves, w.nodes, w.finished = 1 << 62, 0, 0, 0
        self.program.put(w, self.view, state)
        self.program.call("count_entry", w, depth)
        return int(w.leaves), int(w.nodes), int(w.finished)

    def leaves(self, state: Any, depth: int) -> int:
        """Leaves `depth` plies below a state, 1 or more."""
        return self.count(state, depth)[0]
