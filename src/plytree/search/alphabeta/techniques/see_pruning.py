"""SEE pruning: near the horizon, a move that loses material by static exchange evaluation is not tried.

The exchange on one square is counted out without a search; a move may lose more, the deeper the search. Needs the hook
`safe`, and `pawn` in the main search. Switch: exchange.
Source: static exchange evaluation is as old as chess programs; bad captures left out of the quiescence search: R.
Hyatt's Crafty; left out of the main search, quiet moves too: Stockfish.
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import safe
from plytree.search.compile.memory import MAX_ORDER

DEEPEST = 5
i64 = int


def see_pruning(game: Any, w: Any, ply: int, move: int, depth: int, is_quiet: bool, checks: bool, place: int) -> bool:
    """May a move be left out because it loses more than the depth is worth? Good captures and killers are not asked."""
    if game.pawn == 0 or not game.has_safe:
        return False
    if not w.use_exchange or depth > DEEPEST:
        return False
    if is_quiet and not checks and w.order[place] < 2 * MAX_ORDER:
        return not safe(game, w, ply, move, -(game.pawn // 2) * depth)
    if checks or (not is_quiet and w.order[place] < 0):
        return not safe(game, w, ply, move, -game.pawn * depth)
    return False


def loses_material(game: Any, w: Any, ply: int, move: int) -> bool:
    """May a tactical move be left out of the quiescence search because it loses anything at all?"""
    if not game.has_safe:
        return False
    return w.use_exchange and not safe(game, w, ply, move, i64(0))
