"""Draw by repetition: a state that has been on the board since the last move that cannot be undone counts as a draw.

One repetition is enough inside the search: whoever could avoid it the second time could have avoided it the first time.
Needs the hook `clock` (plies since the last move that cannot be undone). Switch: repetition.
Source: common to chess programs since Greenblatt's Mac Hack VI (1967), the first to know repetitions.
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import clock, may_repeat_after
from plytree.search.compile.memory import PATH

i64 = int


def is_repetition(game: Any, w: Any, ply: int, node_key: int) -> bool:
    """Is the state below the root a draw by repetition? Also notes the state for those that come after it."""
    if not game.has_clock:
        return False
    return w.use_repetition and repeated(game, w, ply, node_key) and ply > 0


def repeated(game: Any, w: Any, ply: int, node_key: int) -> bool:
    """Has the state been there since the last move that cannot be undone?"""
    now = w.game_plies + ply
    w.path[now % PATH] = node_key
    first = max(i64(0), now - i64(clock(game, w, ply)))
    j = now - may_repeat_after(game)
    while j >= first:
        if w.path[j % PATH] == node_key:
            return True
        j -= may_repeat_after(game)
    return False
