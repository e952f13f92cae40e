"""A directory of tables, by the men on the board: `plytree.games.chess.knowledge` finds positions with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plytree.games.chess.board import QUEEN
from plytree.games.chess.knowledge import EMPTY, ENTRIES, place_of
from plytree.solvers.endings.geometry import geometry, size
from plytree.solvers.endings.material import KINDS, split


def fill_directory(d: Any, names: Sequence[str]) -> list[str]:
    """Put tables whose values stand one after the other into a directory with its geometries `slots`; the name of the
    table in each slot."""
    d.counted[:] = EMPTY
    counts, places, slots = d.counted, d.slot, d.slots  # views: an attribute of a record is looked up slowly
    found: list[str] = []
    offset = 0
    for name in names:
        white, black = split(name)
        made: Any = geometry(name)
        for swap, (ours, theirs) in enumerate(((white, black), (black, white))):
            counted = _counted(ours, theirs)
            place = place_of(counted)
            while counts[place] not in (EMPTY, counted):
                place = (place + 1) % ENTRIES
            if counts[place] == counted:
                continue  # the same men on both sides: one entry is enough
            made["offset"], made["swap"] = offset, swap
            slots[len(found)] = made[0]
            counts[place], places[place] = counted, len(found)
            found.append(name)
        offset += 2 * size(name)
    d.most = max(map(len, names), default=0)
    return found


def _counted(white: str, black: str) -> int:
    men = 0
    for side in (white, black):
        for kind in range(QUEEN + 1):
            men = men * 4 + sum(KINDS[man] == kind for man in side)
    return men
