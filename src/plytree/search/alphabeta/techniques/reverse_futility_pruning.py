"""Reverse futility pruning, or static null move pruning: a state so far above beta that the rest cannot bring it down.

Near the horizon the estimate less three quarters of a pawn a ply is taken for a lower bound. The mirror image of
futility pruning, which asks the same about alpha. Needs `pawn`, or an evaluation whose unit was measured (unit.py).
Switch: margins.
Source: futility pruning seen from the other side (Heinz, Extended Futility Pruning, ICCA Journal 21(2), 1998);
described under this name in the Chess Programming Wiki.
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.values import margin_unit

DEEPEST = 7
i64 = int


def reverse_futility_pruning(game: Any, w: Any, static: int, beta: int, depth: int, improving: bool) -> bool:
    """May the state be given the value `static` without a search? It is worth at least beta, in all likelihood."""
    if game.pawn == 0 and not game.adapts:
        return False
    unit = margin_unit(game, w)
    return w.use_margins and unit > 0 and depth <= DEEPEST and static - 3 * unit // 4 * (depth - i64(improving)) >= beta
