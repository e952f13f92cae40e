"""Patterns: groups of cells whose contents together are looked up in a table of weights.

A board position is the sum of one weight for each group. With k kinds of cells a group of n cells has k ** n possible
contents, numbered in base k, and one weight for each. Groups that are images of each other under the board's
symmetries share their weights, so that a corner learned once is learned four times.

Patterns are described by a short text, parts joined by "+":

    lines      all straight lines from edge to edge, of at least 3 cells
    lines4     all straight lines of exactly 4 cells; lines4-6: of 4, 5 and 6
    blocks2x3  all rectangles of 2 x 3 and of 3 x 2 cells
    walks6     random connected groups of 6 cells, as many as there are cells
    groups4    random groups of 4 cells anywhere: for games without a board of rows and columns
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plytree.errors import InputError

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
MOST_CONTENTS = 10_000  # of one group: larger tables learn too slowly
MOST_WEIGHTS = 20_000_000
Cells = tuple[int, ...]


@dataclass(frozen=True)
class Patterns:
    """Which groups of cells are looked at, and where the weights of each begin."""

    text: str
    cells: int  # on the board
    kinds: int
    groups: tuple[Cells, ...]
    first: tuple[int, ...]  # the place of each group's weights; images of one group share them
    weights: int

    def entries(self) -> tuple[Any, Any, Any]:
        """For each cell the groups it is in, with the power of `kinds` that it counts there: arrays (start, group,
        power), the entries of cell c from start[c] to start[c + 1]."""
        of: list[list[tuple[int, int]]] = [[] for _ in range(self.cells)]
        for number, group in enumerate(self.groups):
            for place, cell in enumerate(group):
                of[cell].append((number, self.kinds**place))
        start = np.cumsum([0, *(len(found) for found in of)])
        flat = [entry for found in of for entry in found]
        return (
            np.array(start, np.int32),
            np.array([group for group, _ in flat], np.int32),
            np.array([power for _, power in flat], np.int32),
        )

    def index(self, board: Sequence[int]) -> list[int]:
        """The weights that a board looks up, one for each group: what the core keeps up to date move by move."""
        return [
            first + sum(board[cell] * self.kinds**place for place, cell in enumerate(group))
            for group, first in zip(self.groups, self.first, strict=True)
        ]


def make_patterns(
    text: str, shape: tuple[int, int] | None, cells: int, kinds: int, symmetries: Iterable[Sequence[int]] = ()
) -> Patterns:
    """The patterns that a text describes; "" the usual ones for the board. InputError if it describes none."""
    text = text or usual(shape, kinds)
    images = [tuple(range(cells)), *(tuple(image) for image in symmetries)]
    groups: list[Cells] = []
    first: list[int] = []
    seen: set[frozenset[int]] = set()
    weights = 0
    for group in _described(text, shape, cells):
        if frozenset(group) in seen:
            continue
        for image in images:
            moved = tuple(image[cell] for cell in group)
            if frozenset(moved) not in seen:
                seen.add(frozenset(moved))
                groups.append(moved)
                first.append(weights)
        weights += kinds ** len(group)
        if weights > MOST_WEIGHTS:
            raise InputError(f"the patterns {text!r} need more than {MOST_WEIGHTS:,} weights: choose smaller ones")
    if not groups:
        raise InputError(f"the patterns {text!r} find no place on a board of {shape or (1, cells)} cells")
    return Patterns(text, cells, kinds, tuple(groups), tuple(first), weights)


def usual(shape: tuple[int, int] | None, kinds: int) -> str:
    """Good patterns for a board: lines and blocks as large as a table can learn quickly."""
    if shape is None:
        return "groups2+groups4"
    longest = max(2, next(n for n in range(1, 64) if kinds ** (n + 1) > MOST_CONTENTS))
    lines = "lines" if longest >= max(shape) else f"lines4-{longest}" if longest > 4 else f"lines{longest}"
    blocks = next((size for size, cells in (("2x3", 6), ("2x2", 4)) if cells <= longest), "")
    return f"{lines}+blocks{blocks}" if blocks and min(shape) > 1 else lines


def _described(text: str, shape: tuple[int, int] | None, cells: int) -> Iterable[Cells]:
    dice = random.Random(1)
    for part in text.split("+"):
        found = re.fullmatch(r"(lines|blocks|walks|groups)(?:(\d+)(?:([-x])(\d+))?)?", part.strip())
        if not found:
            raise InputError(f"{part!r} is no pattern; expected lines, lines4, lines4-6, blocks2x3, walks6 or groups4")
        kind, least, link, most = found[1], int(found[2] or 0), found[3], int(found[4] or found[2] or 0)
        if (kind == "blocks") != (link == "x") or (link == "-" and kind != "lines") or (kind != "lines" and not least):
            raise InputError(f"{part!r} is no pattern; expected lines, lines4, lines4-6, blocks2x3, walks6 or groups4")
        if kind == "groups":
            if not 1 <= least <= cells:
                raise InputError(f"{part!r}: a board of {cells} cells has no groups of {least}")
            yield from (tuple(dice.sample(range(cells), least)) for _ in range(2 * cells))
            continue
        if shape is None:
            raise InputError(f"{part!r} needs a board of rows and columns; this game has none: use groups4")
        rows, columns = shape
        if kind == "walks":
            yield from (_walk(dice, rows, columns, least) for _ in range(rows * columns))
        elif kind == "blocks":
            for height, width in {(least, most), (most, least)}:
                yield from _blocks(rows, columns, height, width)
        else:
            for length in range(least, most + 1) if least else (0,):
                yield from _lines(rows, columns, length)


def _lines(rows: int, columns: int, length: int) -> Iterable[Cells]:
    """All straight lines of this length; 0: from edge to edge, at least 3."""
    for down, right in DIRECTIONS:
        for row in range(rows):
            for column in range(columns):
                line: list[int] = []
                r, c = row, column
                while 0 <= r < rows and 0 <= c < columns and (length == 0 or len(line) < length):
                    line.append(r * columns + c)
                    r, c = r + down, c + right
                begins = not (0 <= row - down < rows and 0 <= column - right < columns)
                if (length and len(line) == length) or (not length and begins and len(line) >= 3):
                    yield tuple(line)


def _blocks(rows: int, columns: int, height: int, width: int) -> Iterable[Cells]:
    for row in range(rows - height + 1):
        for column in range(columns - width + 1):
            yield tuple((row + i) * columns + column + j for i in range(height) for j in range(width))


def _walk(dice: random.Random, rows: int, columns: int, length: int) -> Cells:
    """A random connected group of cells (of fewer if the board is small)."""
    cell = dice.randrange(rows * columns)
    walk = [cell]
    for _ in range(20 * length):
        if len(walk) == length:
            break
        down, right = dice.choice(DIRECTIONS)
        turn = dice.choice((-1, 1))
        r, c = cell // columns + turn * down, cell % columns + turn * right
        if 0 <= r < rows and 0 <= c < columns:
            cell = r * columns + c
            if cell not in walk:
                walk.append(cell)
    return tuple(sorted(walk))
