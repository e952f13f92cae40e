"""Singular extension: if no other move comes near the table's move, that one is searched a ply deeper.

A search to half the depth without the table's move shows it. If that search finds that several moves are too good, the
node is cut off at once (multi-cut). Needs `pawn`. Switch: singular.
Source: T. Anantharaman, M. Campbell and F. Hsu, Singular extensions: adding selectivity to brute-force searching (ICCA
Journal 11(4), 1988), in Deep Thought; the restriction to the table's move is that of later programs; Y. Björnsson and
T. A. Marsland, Multi-cut alpha-beta pruning (1998).
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.table import entry_bound, entry_depth
from plytree.search.alphabeta.values import decided
from plytree.search.compile.memory import UPPER

SHALLOWEST = 8
i64 = int


def maybe_singular(game: Any, w: Any, entry: int, table_move: int, known: int, depth: int) -> bool:
    """Is it worth finding out? The entry must be nearly as deep as this search, and no upper bound."""
    if game.pawn == 0:
        return False
    return (
        w.use_singular and table_move >= 0 and depth >= SHALLOWEST and entry_depth(entry) >= depth - 3
        and entry_bound(entry) != UPPER and not decided(game, known)
    )  # fmt: skip


def singular_bound(game: Any, known: int, depth: int) -> int:
    """What the other moves must reach to come near the table's move."""
    return i64(known - game.pawn * depth // 50)
