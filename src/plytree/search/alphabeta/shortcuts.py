"""Late moves that the engine's search leaves out or looks at less deeply, trusting the game. Part of core.py."""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import safe
from plytree.search.compile.memory import MAX_ORDER

i64 = int


def hopeless(
    game: Any, w: Any, ply: int, move: int, is_quiet: bool, checks: bool, depth: int, quiets: int, improving: bool,
    full_window: bool, static: int, alpha: int, place: int,
) -> bool:  # fmt: skip
    """May a late move be left out near the horizon? Only after another one has been found that does not lose."""
    favoured = w.order[place] >= 2 * MAX_ORDER
    if w.use_margins and is_quiet and not checks:
        if depth <= 6 and quiets > (3 + depth * depth) >> (0 if improving else 1):
            return True
        if depth <= 3 and w.order[place] < -4000 * depth:
            return True
        margin = 11 * game.pawn // 10 + 9 * game.pawn // 10 * depth
        if depth <= 6 and not full_window and not favoured and static + margin <= alpha:
            return True
    if game.has_safe and w.use_exchange and depth <= 5:
        if is_quiet and not checks and not favoured:
            return not safe(game, w, ply, move, -(game.pawn // 2) * depth)
        if checks or (not is_quiet and w.order[place] < 0):
            return not safe(game, w, ply, move, -game.pawn * depth)
    return False


def reduction(
    game: Any, w: Any, i: int, depth: int, is_quiet: bool, full_window: bool, improving: bool, checked: bool, wish: int
) -> int:
    """How many plies less a late move gets; if it turns out well it is searched again in full."""
    if not is_quiet and wish >= 0:
        return i64(0)
    less = i64(w.reductions[min(depth, i64(63)) * 64 + min(i, i64(63))]) + i64(not improving)
    less -= i64(full_window) + i64(checked)
    if is_quiet:
        less -= i64(1) if wish >= 2 * MAX_ORDER else i64(wish) // 8000
    return max(i64(0), min(less, depth - 2))
