"""Internal iterative reduction: a state of which the table knows nothing gets a shallower look now, a deeper one later.

Without a move from the table the order of moves is poor and a deep search dear; the next iteration finds one there.
It belongs to the late move reductions and is used where these are. Switch: reductions (and table).
Source: E. Schröder (Rebel), 2020, in place of internal iterative deepening, which first searches to find such a move.
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.techniques.late_move_reductions import reduces

SHALLOWEST = 5


def internal_iterative_reduction(game: Any, w: Any, ply: int, depth: int, table_move: int) -> bool:
    """Is one ply less enough for now?"""
    if not game.has_quiet and not game.adapts:
        return False
    return w.use_reductions and reduces(game, w) and w.use_table and table_move < 0 and depth >= SHALLOWEST and ply > 0
