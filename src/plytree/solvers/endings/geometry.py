"""How the positions of an ending are numbered.

A position is turned so that the white king stands on one of 16 squares (a1-d4), with pawns on one of 32 (files a-d).
No position is its own image under these turns, so each one has exactly one number and each move exactly one edge. The
number is (pair of kings, square of each other man) in mixed radix: 903 pairs without pawns, 1806 with, 48 squares for
a pawn and 64 for any other man. Of two like men the one on the lower square is named first; numbers in which they stand
the other way round, or on one square, mean nothing.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from plytree.solvers.endings.material import KINDS, PROMOTIONS, name_of, needs, split, swapped

MEN = 6  # room in the arrays
SLOTS = MEN + MEN * 4 * (
    MEN + 1
)  # tables that a capture (6) or a promotion (of a man, to a kind, taking a man) leads to
NOWHERE = -1  # offset of the table of bare kings: always a draw

GEOMETRY = np.dtype(
    (
        np.record,
        [
            ("men", "i8"),  # on the board, the kings are 0 (White's) and 1
            ("pawns", "i8"),  # 1: there are pawns, and the board is not turned upside down
            ("passing", "i8"),  # 1: both sides have pawns, so that there is en passant
            ("numbers", "i8"),  # numbers of positions for one side to move
            ("kind", "i8", (MEN,)),
            ("colour", "i8", (MEN,)),
            ("twin", "i8", (MEN,)),  # 1: the same kind and colour as the man before
            ("radix", "i8", (MEN,)),
            ("lowest", "i8", (MEN,)),  # square
            ("offset", "i8"),  # where its values begin, if it is a table that moves of another one lead to,
            ("swap", "i8"),  # 1: with the colours changed,
            ("order", "i8", (MEN,)),  # and which man of the other one is its man i
        ],
    )
)
PAIRS = np.dtype(
    (np.record, [("number", "i4", (2 * 4096,)), ("white", "i8", (2 * 1806,)), ("black", "i8", (2 * 1806,))])
)  # number[pawns * 4096 + white * 64 + black], and back; -1: the kings touch


@functools.cache
def pairs() -> Any:
    """The numbers of pairs of kings: an array of one record."""
    made = np.zeros(1, PAIRS)
    p = made[0]
    p.number[:] = -1
    for pawns in (0, 1):
        count = 0
        for white in range(64):
            if white % 8 > 3 or (not pawns and white // 8 > 3):
                continue
            for black in range(64):
                if max(abs(white % 8 - black % 8), abs(white // 8 - black // 8)) > 1:
                    p.number[pawns * 4096 + white * 64 + black] = count
                    p.white[pawns * 1806 + count], p.black[pawns * 1806 + count] = white, black
                    count += 1
        assert count == (1806 if pawns else 903)
    return made


def pair_count(name: str) -> int:
    return 1806 if "P" in name else 903


def size(name: str) -> int:
    """Numbers of positions for one side to move."""
    count = pair_count(name)
    for man in "".join(split(name)):
        count *= 48 if man == "P" else 64
    return count


def fill(g: Any, name: str) -> None:
    """The geometry of a table."""
    white, black = split(name)
    men = "KK" + white + black
    g.men, g.pawns, g.passing, g.numbers = len(men), "P" in name, "P" in white and "P" in black, size(name)
    for i, man in enumerate(men):
        g.kind[i] = KINDS[man]
        g.colour[i] = 1 if i == 1 or i >= 2 + len(white) else 0
        g.twin[i] = i > 2 and men[i - 1] == man and g.colour[i - 1] == g.colour[i]
        g.radix[i], g.lowest[i] = (48, 8) if man == "P" else (64, 0)


def geometry(name: str) -> Any:
    """The geometry of one table: an array of one record."""
    made = np.zeros(1, GEOMETRY)
    fill(made[0], name)
    return made


def capture_slot(taken: int) -> int:
    return taken


def promotion_slot(pawn: int, kind: int, taken: int) -> int:
    """`kind` 1-4 from knight to queen; `taken` -1: nothing."""
    return MEN + (pawn * 4 + kind - 1) * (MEN + 1) + taken + 1


def leads_to(name: str) -> tuple[Any, list[str]]:
    """For each slot the table that a move leads to; and these tables, in the order in which their values must stand one
    after the other."""
    tables = list(needs(name))
    offsets, end = {}, 0
    for table in tables:
        offsets[table] = end
        end += 2 * size(table)
    slots = np.zeros(SLOTS, GEOMETRY)
    white, black = split(name)
    men = list("KK" + white + black)
    colours = [0, 1] + [0] * len(white) + [1] * len(black)
    for taken in range(2, len(men)):
        _fill_slot(slots[capture_slot(taken)], men, colours, taken, offsets)
    for pawn in range(2, len(men)):
        for kind, letter in enumerate(PROMOTIONS, start=1):
            for taken in [-1, *range(2, len(men))]:
                if men[pawn] == "P" and (taken < 0 or colours[taken] != colours[pawn]):
                    after = [*men[:pawn], letter, *men[pawn + 1 :]]
                    _fill_slot(slots[promotion_slot(pawn, kind, taken)], after, colours, taken, offsets)
    return slots, tables


def _fill_slot(slot: Any, men: list[str], colours: list[int], taken: int, offsets: dict[str, int]) -> None:
    left = [i for i in range(2, len(men)) if i != taken]
    white = "".join(men[i] for i in left if colours[i] == 0)
    black = "".join(men[i] for i in left if colours[i] == 1)
    slot.offset = NOWHERE
    if not left:
        return
    name = name_of(white, black)
    fill(slot, name)
    slot.offset, slot.swap = offsets[name], swapped(white, black)
    slot.order[0], slot.order[1] = (1, 0) if slot.swap else (0, 1)
    for place, letter in enumerate("".join(split(name)), start=2):
        colour = int(slot.colour[place]) ^ int(slot.swap)
        man = next(i for i in left if men[i] == letter and colours[i] == colour)
        left.remove(man)
        slot.order[place] = man
