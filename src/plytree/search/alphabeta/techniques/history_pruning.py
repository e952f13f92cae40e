"""History pruning: at the horizon, a quiet move that has nearly always failed is not tried.

Needs `pawn`. Switch: margins.
Source: F. Letouzey's Fruit (2005), which reduced and left out moves by their history.
"""

from __future__ import annotations

from typing import Any

DEEPEST = 3


def history_pruning(game: Any, w: Any, depth: int, place: int) -> bool:
    """May the quiet move at this place of the list be left out because of what became of it elsewhere?"""
    if game.pawn == 0:
        return False
    return w.use_margins and depth <= DEEPEST and w.order[place] < -4000 * depth
