"""The numbers that stand for values which are none in Python: None, members of an enum, the elements of a set."""

from __future__ import annotations

import enum
import functools
from typing import Any

import numpy as np

NONE = -(1 << 62)  # stands for None
MEMBERS = 1 << 52  # members of enums begin here: far from the numbers that games count with
MOST = 256  # a set has so many bits
SIDE = 16  # and a pair is the number SIDE * first + second
EMPTY, SINGLE, PAIR = "empty", "numbers", "pairs"


def code(value: Any) -> int:
    """The number of a value in a row or a record."""
    if value is None:
        return NONE
    if isinstance(value, enum.Enum) and not isinstance(value, int):
        return member_code(value)
    return int(value)


@functools.cache
def member_code(member: enum.Enum) -> int:
    """A number for a member of an enum: the same in every process."""
    kind = type(member)
    return MEMBERS + (sum(map(ord, kind.__name__)) % 4096 << 12) + list(kind).index(member)


def is_scalar(value: Any) -> bool:
    """Is it one number in native code?"""
    return value is None or isinstance(value, int | np.integer | np.bool_ | enum.Enum)


def kind_of(elements: Any) -> str:
    """Of what it is a set; ValueError if native code has no sets of that."""
    kinds = {PAIR if isinstance(x, tuple) and len(x) == 2 else SINGLE for x in elements}
    if len(kinds) > 1:
        raise ValueError
    return kinds.pop() if kinds else EMPTY


def bits_in(elements: Any) -> int:
    """The bits of a set; ValueError if an element has no bit."""
    total = 0
    for x in elements:
        first, second = x if isinstance(x, tuple) and len(x) == 2 else (0, x)
        if not (isinstance(first, int) and isinstance(second, int)):
            raise ValueError
        if (isinstance(x, tuple) and not (0 <= first < SIDE and 0 <= second < SIDE)) or not 0 <= second < MOST:
            raise ValueError
        total |= 1 << SIDE * first + second
    return total


def elements_of(bits: int, kind: str) -> frozenset[Any]:
    """The set that has these bits."""
    numbers = [i for i in range(MOST) if bits >> i & 1]
    return frozenset(divmod(i, SIDE) for i in numbers) if kind == PAIR else frozenset(numbers)
