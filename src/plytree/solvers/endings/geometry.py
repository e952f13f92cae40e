"""The geometry of each table of an ending, and which tables its captures and promotions lead to.

`plytree.games.chess.knowledge` says how positions are numbered."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from plytree.games.chess.knowledge import GEOMETRY, MEN, PAIRS
from plytree.solvers.endings.material import KINDS, PROMOTIONS, name_of, needs, split, swapped

SLOTS = MEN + MEN * 4 * (
    MEN + 1
)  # tables that a capture (6) or a promotion (of a man, to a kind, taking a man) leads to
NOWHERE = -1  # offset of the table of bare kings: always a draw


@functools.cache
def pairs() -> Any:
    """The numbers of pairs of kings: an array of one record."""
    made = np.zeros(1, PAIRS)
    p = made[0]
    p.number[:] = -1
    white, black = np.divmod(np.arange(4096), 64)
    apart = np.maximum(abs(white % 8 - black % 8), abs(white // 8 - black // 8)) > 1
    for pawns in (0, 1):
        numbered = np.flatnonzero(apart & (white % 8 < 4) & ((white // 8 < 4) | (pawns == 1)))
        p.number[pawns * 4096 + numbered] = np.arange(len(numbered))
        places = slice(pawns * 1806, pawns * 1806 + len(numbered))
        p.white[places], p.black[places] = white[numbered], black[numbered]
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
