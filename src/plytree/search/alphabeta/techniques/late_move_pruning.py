"""Late move pruning: near the horizon, after so many quiet moves have failed, the others are not tried.

How many depends on the depth, and doubles where the player's estimate is rising. Needs `pawn`. Switch: margins.
Source: move count based pruning in T. Romstad's Glaurung and in Stockfish.
"""

from __future__ import annotations

from typing import Any

DEEPEST = 6


def late_move_pruning(game: Any, w: Any, depth: int, quiets: int, improving: bool) -> bool:
    """May a quiet move be left out because `quiets` others have been tried?"""
    if game.pawn == 0:
        return False
    return w.use_margins and depth <= DEEPEST and quiets > (3 + depth * depth) >> (0 if improving else 1)
