"""Delta pruning: in the quiescence search, a capture whose gain, with a margin, does not reach alpha is not tried.

It is futility pruning for captures. A move that gives check, or that the table or the game puts first, is always tried.
Needs the hook `gain` and `pawn`. Switch: margins.
Source: J. Schaeffer, Experiments in Search and Knowledge (thesis, 1986).
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.node import is_check
from plytree.search.compile.bindings import gain
from plytree.search.compile.memory import MAX_ORDER


def delta_pruning(game: Any, w: Any, ply: int, move: int, place: int, static: int, alpha: int) -> bool:
    """May a tactical move be left out because even what it wins is not enough?"""
    if game.pawn == 0 or not game.has_gain:
        return False
    if not w.use_margins or w.order[place] >= MAX_ORDER:
        return False
    return static + gain(game, w, ply, move) + 9 * game.pawn // 5 < alpha and not is_check(game, w, ply, move)
