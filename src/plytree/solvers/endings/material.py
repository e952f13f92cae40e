"""Which men stand on the board of an ending: "KBNK", "KQKR". The side with more to win is White.

>>> [canonical(text) for text in ("KKQ", "krkq", "KPRKR")]
['KQK', 'KQKR', 'KRPKR']
>>> len(every(3)), len(every(4)), len(every(5))
(5, 30, 110)
>>> needs("KPK")
('KQK', 'KRK', 'KBK', 'KNK')
"""

from __future__ import annotations

import functools
from itertools import combinations_with_replacement

from plytree.errors import InputError

LETTERS = "QRBNP"  # the order in which men are named
MOST_MEN = 5
KINDS = {"P": 0, "N": 1, "B": 2, "R": 3, "Q": 4, "K": 5}  # as in games/chess/board.py
PROMOTIONS = "NBRQ"


def canonical(text: str) -> str:
    """The name of a table; InputError if the text names none."""
    name = text.strip().upper()
    white, black = split(name) if name.startswith("K") and name.count("K") == 2 else ("", "")
    men = len(white) + len(black) + 2
    if set(white + black) - set(LETTERS) or not 3 <= men <= MOST_MEN:
        raise InputError(
            f"{text[:40]!r} names no ending; expected two kings and 1 to {MOST_MEN - 2} other men, like KRK or KQKR"
        )
    return name_of(white, black)


def split(name: str) -> tuple[str, str]:
    """White's and Black's men without the kings."""
    white, black = name[1:].split("K")
    return white, black


def name_of(white: str, black: str) -> str:
    """The name of the table for these men, whoever has them."""
    sides = [_sorted(white), _sorted(black)]
    if _strength(sides[1]) > _strength(sides[0]):
        sides.reverse()
    return f"K{sides[0]}K{sides[1]}"


def swapped(white: str, black: str) -> bool:
    """Does the table hold these men with the colours changed?"""
    return _strength(_sorted(black)) > _strength(_sorted(white))


def _sorted(men: str) -> str:
    return "".join(sorted(men, key=LETTERS.index))


def _strength(men: str) -> tuple[int, list[int]]:
    return len(men), [-LETTERS.index(man) for man in men]


@functools.cache
def every(men: int) -> tuple[str, ...]:
    """All tables with so many men."""
    found = []
    for white in range((men - 1) // 2, men - 1):
        for strong in combinations_with_replacement(LETTERS, white):
            for weak in combinations_with_replacement(LETTERS, men - 2 - white):
                name = name_of("".join(strong), "".join(weak))
                if name not in found:
                    found.append(name)
    return tuple(found)


@functools.cache
def needs(name: str) -> tuple[str, ...]:
    """The tables that captures and promotions lead to at once."""
    white, black = split(name)
    found: list[str] = []
    for own, other, turn in ((white, black, False), (black, white, True)):
        variants = [(own, other[:i] + other[i + 1 :]) for i in range(len(other))]
        for i, man in enumerate(own):
            if man == "P":
                rest = own[:i] + own[i + 1 :]
                for kind in reversed(PROMOTIONS):
                    variants.append((rest + kind, other))
                    variants += [(rest + kind, other[:j] + other[j + 1 :]) for j in range(len(other))]
        for mine, theirs in variants:
            needed = name_of(theirs, mine) if turn else name_of(mine, theirs)
            if mine + theirs and needed not in found:
                found.append(needed)
    return tuple(found)


def with_needs(names: list[str]) -> list[list[str]]:
    """All tables to be built for these, in stages: what a stage needs is in the stages before it."""
    wanted: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in wanted:
            wanted.add(name)
            todo += needs(name)
    stages: dict[tuple[int, int], list[str]] = {}
    for name in sorted(wanted):
        stages.setdefault((len(name), name.count("P")), []).append(name)
    return [stages[stage] for stage in sorted(stages)]
