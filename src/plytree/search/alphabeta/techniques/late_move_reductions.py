"""Late move reductions: the later a move comes, the less deeply it is searched, unless it turns out well.

The plies saved grow with the logarithms of depth and place (memory.reduction_table). One less on the principal
variation and in check, one more where the player's estimate is not rising, and history counts. Switch: reductions.

Which moves are quiet, the hook `quiet` says. Where a game writes `evaluate` only, every move may be reduced, but less
if it lifts the player's estimate. That is done only where time or nodes are the limit (w.selective): who asks for a
depth, or for a proof, gets every line.
Source: F. Letouzey's Fruit (2004) and T. Romstad's Glaurung; T. Romstad, An introduction to late move reductions
(2006).
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.values import judged
from plytree.search.compile.memory import MAX_HISTORY, MAX_ORDER

SHALLOWEST = 3
i64 = int


def late_move_reduction(
    game: Any, w: Any, ply: int, sign: int, i: int, depth: int, is_quiet: bool, checks: bool, full_window: bool,
    improving: bool, checked: bool, place: int,
) -> int:  # fmt: skip
    """How many plies less the move number i gets; if it turns out well it is searched again in full."""
    if not game.has_quiet and not game.adapts:
        return 0
    wish = i64(w.order[place])
    if not w.use_reductions or depth < SHALLOWEST or i < 2 or checks or (not is_quiet and wish >= 0):
        return i64(0)
    if not reduces(game, w):
        return i64(0)
    less = i64(w.reductions[min(depth, i64(63)) * 64 + min(i, i64(63))]) + i64(not improving)
    less -= i64(full_window) + i64(checked)
    if is_quiet:
        less -= i64(1) if wish >= 2 * MAX_ORDER else max(wish, i64(-2 * MAX_HISTORY)) // 8000
    if game.adapts and lifts(game, w, ply, sign):
        less -= 1
    return max(i64(0), min(less, depth - 2))


def reduces(game: Any, w: Any) -> bool:
    """Are there reductions in this search at all?"""
    if game.adapts:
        return w.selective > 0
    return True


def lifts(game: Any, w: Any, ply: int, sign: int) -> bool:
    """Has the move that led to ply + 1 made the estimate much better for who made it?"""
    return sign * judged(game, w, ply + 1, i64(0)) > w.static[ply] + w.unit
