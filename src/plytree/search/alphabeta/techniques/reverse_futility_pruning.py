"""Reverse futility pruning, or static null move pruning: a state so far above beta that the rest cannot bring it down.

Near the horizon the estimate less three quarters of a pawn a ply is taken for a lower bound. The mirror image of
futility pruning, which asks the same about alpha. Needs `pawn`. Switch: margins.
Source: futility pruning seen from the other side (Heinz, Extended Futility Pruning, ICCA Journal 21(2), 1998);
described under this name in the Chess Programming Wiki.
"""

from __future__ import annotations

from typing import Any

DEEPEST = 7
i64 = int


def reverse_futility_pruning(game: Any, w: Any, static: int, beta: int, depth: int, improving: bool) -> bool:
    """May the state be given the value `static` without a search? It is worth at least beta, in all likelihood."""
    if game.pawn == 0:
        return False
    return w.use_margins and depth <= DEEPEST and static - 3 * game.pawn // 4 * (depth - i64(improving)) >= beta
