"""Mate distance pruning: no end that is still ahead is worth more than a win with the next move, or less than a loss.

So the window shrinks to what can still be reached; a search that has found a short win looks for no longer one. It
never changes the value of the root. Where utilities count, a fast win is worth no more than a slow one, and this is not
used.
Source: folklore of chess programming; described under this name in the Chess Programming Wiki.
"""

from __future__ import annotations

from typing import Any


def wins_have_distance(game: Any, ply: int) -> bool:
    """Is a win below this state worth less than one that could have come before it?"""
    if game.max_utility == 1:
        return ply > 0
    return False
