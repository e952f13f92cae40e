"""Futility pruning: near the horizon, a quiet move cannot lift a state that is hopelessly below alpha.

The margin is about two pawns at depth 1 and one more for each ply. Needs `pawn`. Switch: margins.
Source: J. Schaeffer, Experiments in Search and Knowledge (thesis, 1986); E. A. Heinz, Extended futility pruning (ICCA
Journal 21(2), 1998), in DarkThought.
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.memory import MAX_ORDER

DEEPEST = 6


def futility_pruning(game: Any, w: Any, depth: int, full_window: bool, place: int, static: int, alpha: int) -> bool:
    """May the quiet move at this place of the list be left out? Never on the principal variation, never a killer."""
    if game.pawn == 0:
        return False
    margin = 11 * game.pawn // 10 + 9 * game.pawn // 10 * depth
    return (
        w.use_margins and depth <= DEEPEST and not full_window and w.order[place] < 2 * MAX_ORDER
        and static + margin <= alpha
    )  # fmt: skip
