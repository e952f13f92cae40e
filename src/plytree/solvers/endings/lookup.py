"""From a chess position to its place in a table: plain Python that native code has too.

A directory holds the tables that are at hand by the men on the board, counted: two bits for each kind and colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plytree.games.chess.board import KING, PAWN, QUEEN
from plytree.games.contract.primitives import bit, inlined, lowest, popcount
from plytree.solvers.endings.geometry import GEOMETRY, fill, size
from plytree.solvers.endings.kernel import encode
from plytree.solvers.endings.material import KINDS, MOST_MEN, split

ENTRIES = 1024
DIRECTORY = np.dtype((np.record, [("men", "i8", (ENTRIES,)), ("slot", "i8", (ENTRIES,)), ("most", "i8")]))
EMPTY = -1
FIRST = 0x9E3779B1


def directory(names: Sequence[str]) -> tuple[Any, Any]:
    """A directory (an array of one record) of tables whose values stand one after the other, and their geometries."""
    made = np.zeros(1, DIRECTORY)
    d = made[0]
    d.men[:] = EMPTY
    slots: Any = np.zeros(2 * max(1, len(names)), GEOMETRY)
    offset, used = 0, 0
    for name in names:
        white, black = split(name)
        for swap, (ours, theirs) in enumerate(((white, black), (black, white))):
            men = _counted(ours, theirs)
            place = _place(men)
            while d.men[place] not in (EMPTY, men):
                place = (place + 1) % ENTRIES
            if d.men[place] == men:
                continue  # the same men on both sides: one entry is enough
            fill(slots[used], name)
            slots[used].offset, slots[used].swap = offset, swap
            d.men[place], d.slot[place] = men, used
            used += 1
        offset += 2 * size(name)
        d.most = max(int(d.most), len(name))
    return made, slots


def _counted(white: str, black: str) -> int:
    men = 0
    for side in (white, black):
        for kind in range(QUEEN + 1):
            men = men * 4 + sum(KINDS[man] == kind for man in side)
    return men


@inlined
def _place(men: Any) -> Any:
    return (men * FIRST >> 12) % ENTRIES


@inlined
def find(d: Any, s: Any) -> Any:
    """The slot of the table for a position; -1 if there is none, or if somebody may castle."""
    if s.castling or popcount(s.sides[0] | s.sides[1]) > d.most:
        return np.int64(EMPTY)
    men = np.int64(0)
    for side in range(2):
        for kind in range(QUEEN + 1):
            count = popcount(s.kinds[kind] & s.sides[side])
            if count > MOST_MEN - 2:
                return np.int64(EMPTY)
            men = men * 4 + count
    place = _place(men)
    while d.men[place] != EMPTY:
        if d.men[place] == men:
            return d.slot[place]
        place = (place + 1) % ENTRIES
    return np.int64(EMPTY)


@inlined
def place_in(p: Any, g: Any, s: Any, sq: Any) -> Any:
    """The place of a position in the table of these men; en passant is not looked at."""
    turn = 56 * g.swap
    i = 0
    for colour in range(2):
        sq[colour] = lowest(s.kinds[KING] & s.sides[colour ^ g.swap]) ^ turn
    i = 2
    for colour in range(2):
        for down in range(QUEEN + 1):
            men = s.kinds[QUEEN - down + PAWN] & s.sides[colour ^ g.swap]
            while men:
                sq[i] = lowest(men) ^ turn
                men ^= bit(lowest(men))
                i += 1
    return (s.side ^ g.swap) * g.numbers + encode(p, g, sq)
