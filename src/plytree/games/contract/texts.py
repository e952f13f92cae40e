"""Positions as text: one letter for each square in reading order, a blank, and the letter of the player to move."""

from __future__ import annotations

import re

from plytree.errors import InputError


def read_squares(text: str, count: int, letters: str, movers: str) -> tuple[str, str]:
    """The letters of the squares and the mover's; InputError if a text is anything else. `.` is an empty square.

    >>> read_squares("x.o. O", 4, "XO.", "XO")
    ('X.O.', 'O')
    """
    squares, _, mover = text.strip().upper().partition(" ")
    if len(squares) != count or set(squares) - set(letters) or len(mover) != 1 or mover not in movers:
        raise InputError(
            f"{text[:99]!r} is not a position; expected {count} squares of {' '.join(letters)}, a blank, and "
            f"{' or '.join(movers)} for the player to move"
        )
    return squares, mover


def bits_of(squares: str, letter: str) -> int:
    """The set of squares with a letter, bit i for square i.

    >>> bits_of("X.OX", "X")
    9
    """
    return sum(1 << i for i, found in enumerate(squares) if found == letter)


def read_sizes(parameters: str, example: str, *numbers: int) -> tuple[int, ...]:
    """Numbers joined by `x` as in `8x8`; missing ones as in `numbers`. InputError if it is anything else.

    >>> read_sizes("5x6", "8x8", 8, 8), read_sizes("", "8x8", 8, 8), read_sizes("6", "15x5", 15, 5)
    ((5, 6), (8, 8), (6, 5))
    """
    if not parameters:
        return numbers
    parts = parameters.split("x")
    if not re.fullmatch(r"\d{1,3}(x\d{1,3})*", parameters, re.ASCII) or len(parts) > len(numbers):
        raise InputError(f"{parameters[:40]!r} is not a size; expected one like {example}")
    return (*(int(part) for part in parts), *numbers[len(parts) :])
