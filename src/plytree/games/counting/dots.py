"""Dots and Boxes: draw lines between dots; who closes a box owns it and draws again; most boxes win.

Lines are bits: first the horizontal ones in reading order, then the vertical ones. For 2 x 2 boxes:

    + 0 + 1 +
    6   7   8
    + 2 + 3 +
    9  10  11
    + 4 + 5 +
"""

from __future__ import annotations

import re
from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.bits import mix
from plytree.games.contract.game import Board, Game, Square
from plytree.games.contract.primitives import popcount

MAX_LINES = 60


class State(NamedTuple):
    lines: int  # drawn
    mine: int  # the boxes of the player to move
    theirs: int
    mover: int  # 0 or 1


class Dots(Game[State]):
    name = "dots"
    cell_kinds = 2

    def __init__(self, rows: int = 3, columns: int = 3):
        lines = (rows + 1) * columns + rows * (columns + 1)
        if rows < 1 or columns < 1 or lines > MAX_LINES:
            raise InputError(f"{rows}x{columns} is no board; expected 1x1 or more, with at most {MAX_LINES} lines")
        self.rows, self.columns, self.lines = rows, columns, lines
        self.num_moves = self.max_moves = lines
        self.max_utility = rows * columns
        self.boxes = tuple(self._sides(row, column) for row in range(rows) for column in range(columns))

    def _sides(self, row: int, column: int) -> int:
        above, left = row * self.columns + column, (self.rows + 1) * self.columns + row * (self.columns + 1) + column
        return 1 << above | 1 << above + self.columns | 1 << left | 1 << left + 1

    def initial(self) -> State:
        return State(0, 0, 0, 0)

    def moves(self, s: State) -> list[int]:
        return [line for line in range(self.lines) if not s.lines >> line & 1]

    def play(self, s: State, move: int) -> State:
        lines, closed = s.lines | 1 << move, 0
        for box in range(len(self.boxes)):
            if self.boxes[box] >> move & 1 and lines & self.boxes[box] == self.boxes[box]:
                closed |= 1 << box
        if closed:
            return State(lines, s.mine | closed, s.theirs, s.mover)
        return State(lines, s.theirs, s.mine, 1 - s.mover)

    def result(self, s: State) -> int | None:
        return self.evaluate(s) if s.lines == (1 << self.lines) - 1 else None

    def to_move(self, s: State) -> int:
        return s.mover

    def evaluate(self, s: State) -> int:
        return popcount(s.mine) - popcount(s.theirs)

    def key(self, s: State) -> int:
        """What counts is how many boxes the mover is ahead, not which ones they are."""
        return mix(s.lines) ^ mix(self.evaluate(s) & 63)

    def cells(self, s: State) -> list[int]:
        """1 for each line that is drawn, in the order of the moves; the boxes closed so far decide nothing more."""
        return [s.lines >> line & 1 for line in range(self.lines)]

    # ---- for people: a grid in which even rows and columns are dots and lines, odd ones boxes ----------------------

    def to_text(self, s: State) -> str:
        """The grid row by row, with A for the first player's boxes and B for the other's, then who is to move."""
        rows = ("".join(cell or "." for cell in row) for row in self._grid(s))
        return "/".join(rows) + " " + "AB"[s.mover]

    def from_text(self, text: str) -> State:
        grid, _, mover = text.strip().upper().partition(" ")
        rows = grid.split("/")
        empty = self.to_text(self.initial())
        if len(grid) != len(empty) - 2 or [len(row) for row in rows] != [2 * self.columns + 1] * len(rows):
            raise InputError(f"{text[:99]!r} is not a position; expected one like {empty!r}")
        lines = sum(1 << line for line in range(self.lines) if _at(rows, self._square(line)) != ".")
        centres = [(2 * (box // self.columns) + 1, 2 * (box % self.columns) + 1) for box in range(len(self.boxes))]
        a, b = (sum(1 << box for box, at in enumerate(centres) if _at(rows, at) == owner) for owner in "AB")
        s = State(lines, a, b, 0) if mover == "A" else State(lines, b, a, 1)
        closed = sum(1 << box for box, sides in enumerate(self.boxes) if lines & sides == sides)
        if self.to_text(s) != f"{grid} {mover}" or a | b != closed:
            raise InputError(f"{text[:99]!r} is not a position; expected A or B in each closed box and nowhere else")
        return s

    def show_move(self, s: State, move: int) -> str:
        """Column letter and row number in the grid: `b1` is the line between the first two dots."""
        row, column = self._square(move)
        return f"{chr(97 + column)}{row + 1}"

    def board(self, s: State) -> Board:
        over = self.result(s) is not None
        height, width = 2 * self.rows + 1, 2 * self.columns + 1
        return Board(
            cells=self._grid(s),
            style="text",
            squares={} if over else {move: (self._square(move),) for move in self.moves(s)},
            row_labels=tuple(str(row + 1) for row in range(height)),
            column_labels=tuple(chr(97 + column) for column in range(width)),
            mover="" if over else "AB"[s.mover],
            colours=("A", "B"),
        )

    def _square(self, line: int) -> Square:
        """Where a line stands in the grid."""
        across = (self.rows + 1) * self.columns
        if line < across:
            return 2 * (line // self.columns), 2 * (line % self.columns) + 1
        return 2 * ((line - across) // (self.columns + 1)) + 1, 2 * ((line - across) % (self.columns + 1))

    def _grid(self, s: State) -> tuple[tuple[str, ...], ...]:
        grid = [["" for _ in range(2 * self.columns + 1)] for _ in range(2 * self.rows + 1)]
        for row in grid[::2]:
            row[::2] = ["+"] * (self.columns + 1)
        for line in range(self.lines):
            row_number, column = self._square(line)
            grid[row_number][column] = ("|" if row_number % 2 else "-") if s.lines >> line & 1 else ""
        a, b = (s.mine, s.theirs) if s.mover == 0 else (s.theirs, s.mine)
        for box in range(len(self.boxes)):
            owner = "A" if a >> box & 1 else "B" if b >> box & 1 else ""
            grid[2 * (box // self.columns) + 1][2 * (box % self.columns) + 1] = owner
        return tuple(tuple(row) for row in grid)

    @classmethod
    def from_spec(cls, parameters: str) -> Dots:
        if parameters and not re.fullmatch(r"\d{1,2}x\d{1,2}", parameters, re.ASCII):
            raise InputError(f"{parameters[:40]!r} is not a board; expected ROWSxCOLUMNS of boxes, like 2x3")
        return cls(*(int(part) for part in parameters.split("x"))) if parameters else cls()


def _at(rows: list[str], square: Square) -> str:
    return rows[square[0]][square[1]]
