"""Symmetries of boards of rows and columns, for the hook `symmetries`. Cells are numbered in reading order."""

from __future__ import annotations

Way = tuple[int, ...]


def mirrored(rows: int, columns: int) -> list[Way]:
    """Left and right exchanged."""
    return [tuple(row * columns + columns - 1 - column for row in range(rows) for column in range(columns))]


def turned_and_mirrored(size: int) -> list[Way]:
    """The seven ways to turn and mirror a square board, besides leaving it as it is.

    >>> turned_and_mirrored(2)[0]
    (1, 3, 0, 2)
    """
    way = tuple(range(size * size))
    ways = []
    for _ in range(4):
        way = tuple(way[(column + 1) * size - 1 - row] for row in range(size) for column in range(size))
        ways += [way, tuple(way[row * size + size - 1 - column] for row in range(size) for column in range(size))]
    return [found for found in ways if found != tuple(range(size * size))]
