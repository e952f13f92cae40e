"""Connect Four on a board of any size that fits into 64 bits, with any length to connect.

Bits go up the columns; the row above each column stays empty, so that no line runs from one column into the next.
For 7 x 6 (bit = column * 7 + row):

     6 13 20 27 34 41 48     always empty
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A position is written as the columns played from the start, `4453`; after column 9 come a, b, c, ...
"""

from __future__ import annotations

import re
from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game, Square
from plytree.games.contract.grids import mirrored
from plytree.games.contract.primitives import popcount
from plytree.games.placing.connect4_evaluation import BLOCK, LINE, OTHER_ROW, OWN_ROW, WIN, line_planes, threats

COLUMNS = "123456789abcdefghijklmnopqrstuvw"  # how columns are written


class State(NamedTuple):
    mine: int  # the stones of the player to move
    theirs: int


class ConnectFour(Game[State]):
    name = "connect4"
    cell_kinds = 4
    stages = 2
    weights = (OWN_ROW, OTHER_ROW, LINE)
    feature_names = ("threats on rows of one's own", "other threats", "fours through stones")

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4):
        if width < 1 or height < 1 or connect < 2:
            raise InputError(
                f"{width}x{height} with {connect} to connect is no board; expected a width and height from 1 on, and 2 "
                "or more to connect"
            )
        if width * (height + 1) > 64:
            raise InputError(f"{width}x{height} is too big: width x (height + 1) may be 64 at most, as in 9x6 or 8x7")
        self.width, self.height, self.connect = width, height, connect
        self.num_moves = self.max_moves = width
        self.stride, self.shape = height + 1, (height, width)
        self.full = sum((2**height - 1) << column * self.stride for column in range(width))
        self.bottom = sum(1 << column * self.stride for column in range(width))
        self.directions = (1, self.stride, self.stride - 1, self.stride + 1)  # up, right, right down, right up
        self.steps = _doubling(connect)
        self.odd_rows = sum(1 << c * self.stride + row for c in range(width) for row in range(0, height, 2))
        self.even_rows = self.full ^ self.odd_rows
        self.line_planes = line_planes(width, height, connect)

    def initial(self) -> State:
        return State(0, 0)

    def moves(self, s: State) -> list[int]:
        stones = s.mine | s.theirs
        return [c for c in range(self.width) if not stones >> (c * self.stride + self.height - 1) & 1]

    def play(self, s: State, move: int) -> State:
        stones = s.mine | s.theirs
        after = stones | (stones + (1 << move * self.stride))  # adding at the bottom carries up to the first empty row
        return State(s.theirs, after ^ s.theirs)

    def result(self, s: State) -> int | None:
        if self.has_line(s.theirs):
            return -1
        return 0 if s.mine | s.theirs == self.full else None

    def has_line(self, stones: int) -> bool:
        """Do these stones hold `connect` in a row?"""
        for direction in self.directions:
            run = stones  # bit i: a run that begins at i; it doubles in length with each step
            for step in self.steps:
                run &= run >> direction * step
            if run:
                return True
        return False

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """Threats, on rows of one's own above all, and stones where many fours can run through."""
        stones = s.mine | s.theirs
        own_row, other_row, weight = self.weights
        value = 0
        for plane in self.line_planes:
            value += weight * (popcount(s.mine & plane) - popcount(s.theirs & plane))
            weight += weight
        if self.connect == 4:
            free = self.full ^ stones
            own, other = self.odd_rows, self.even_rows
            if popcount(stones) & 1:
                own, other = other, own
            mine, theirs = threats(s.mine, free, self.stride), threats(s.theirs, free, self.stride)
            value += own_row * (popcount(mine & own) - popcount(theirs & other))
            value += other_row * (popcount(mine & other) - popcount(theirs & own))
        return value

    def order(self, s: State, move: int) -> int:
        """A winning move first, then one that prevents a four."""
        stones = s.mine | s.theirs
        stone = stones + (1 << move * self.stride) & ~stones
        if self.has_line(s.mine | stone):
            return WIN
        return BLOCK if self.has_line(s.theirs | stone) else 0

    # ---- symmetry -----------------------------------------------------------------------------------------------

    def key(self, s: State) -> int:
        """A number that a position shares with its mirror image, and with no other."""
        stones = s.mine | s.theirs
        code = s.mine | ((stones << 1 | self.bottom) ^ stones)  # my stones, and a mark above each column
        mirrored = self.mirror(code)
        return code if code < mirrored else mirrored

    def mirror(self, board: int) -> int:
        """The board with its columns in reverse order."""
        column, mirrored = (1 << self.stride) - 1, 0
        for c in range(self.width):
            mirrored |= (board >> c * self.stride & column) << (self.width - 1 - c) * self.stride
        return mirrored

    # ---- for learning -------------------------------------------------------------------------------------------

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 empty and the next stone of its column comes here, 2 mine, 3 theirs; from the top row down."""
        stones = s.mine | s.theirs
        next_ones = stones + self.bottom & ~stones
        return [
            (next_ones >> i & 1) + 2 * (s.mine >> i & 1) + 3 * (s.theirs >> i & 1)
            for row in range(self.height)
            for i in range(self.height - 1 - row, self.width * self.stride, self.stride)
        ]

    def stage(self, s: State) -> int:
        """Whose turn it is: a threat on an odd row is good for the first player, on an even row for the second."""
        return popcount(s.mine | s.theirs) & 1

    def symmetries(self) -> list[tuple[int, ...]]:
        return mirrored(self.height, self.width)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """Columns that lead to the position; of several orders any."""
        order = self._order_of_play(s, self._heights(s), set())
        if order is None:
            raise InputError(f"{s} cannot be reached by playing from the empty board")
        return "".join(COLUMNS[column] for column in order)

    def _heights(self, s: State) -> tuple[int, ...]:
        columns = [(s.mine | s.theirs) >> c * self.stride & 2**self.height - 1 for c in range(self.width)]
        return tuple(column.bit_length() for column in columns)

    def _order_of_play(self, s: State, heights: tuple[int, ...], failed: set[tuple[int, ...]]) -> list[int] | None:
        """Take stones off the top, each the last mover's, until the board is empty; `failed` remembers dead ends."""
        if not any(heights):
            return []
        for column in range(self.width):
            stone = (1 << column * self.stride + heights[column]) >> 1
            if not heights[column] or not s.theirs & stone:
                continue
            lower = (*heights[:column], heights[column] - 1, *heights[column + 1 :])
            before = State(s.theirs ^ stone, s.mine)
            if lower not in failed and self.result(before) is None and not self.has_line(before.mine):
                order = self._order_of_play(before, lower, failed)
                if order is not None:
                    return [*order, column]
            failed.add(lower)
        return None

    def from_text(self, text: str) -> State:
        letters = text.strip().lower()
        quick = self._drop_all(letters)
        if quick is not None:
            return quick
        s, quoted = self.initial(), repr(text[:99])
        for number, letter in enumerate(letters, start=1):
            column = COLUMNS[: self.width].find(letter)
            if column < 0:
                last = COLUMNS[self.width - 1]
                raise InputError(f"{quoted} is no position: move {number}, {letter!r}, is no column from 1 to {last}")
            if self.result(s) is not None:
                raise InputError(f"{quoted} is no position: the game is over before move {number}")
            if column not in self.moves(s):
                raise InputError(f"{quoted} is no position: move {number} goes into column {letter}, which is full")
            s = self.play(s, column)
        return s

    def _drop_all(self, letters: str) -> State | None:
        """The position after these columns; None if one is no column or full, or if there is a line at the end."""
        mine = theirs = 0
        for letter in letters:
            column = COLUMNS.find(letter)
            stones = mine | theirs
            if not 0 <= column < self.width or stones >> (column * self.stride + self.height - 1) & 1:
                return None
            mine, theirs = theirs, (stones | stones + (1 << column * self.stride)) ^ theirs
        return None if self.has_line(mine) or self.has_line(theirs) else State(mine, theirs)

    def show_move(self, s: State, move: int) -> str:
        return COLUMNS[move]

    def board(self, s: State) -> Board:
        stones = s.mine | s.theirs
        first_moves = stones.bit_count() % 2 == 0
        x, o = (s.mine, s.theirs) if first_moves else (s.theirs, s.mine)
        over = self.result(s) is not None
        rows = range(self.height - 1, -1, -1)
        heights = self._heights(s)
        return Board(
            cells=tuple(tuple(self._cell(x, o, c * self.stride + row) for c in range(self.width)) for row in rows),
            style="drop",
            squares={} if over else {c: ((self.height - 1 - heights[c], c),) for c in self.moves(s)},
            line=self._line(s.theirs) if self.has_line(s.theirs) else (),
            column_labels=tuple(COLUMNS[: self.width]),
            mover="" if over else "X" if first_moves else "O",
        )

    @staticmethod
    def _cell(x: int, o: int, bit: int) -> str:
        return "X" if x >> bit & 1 else "O" if o >> bit & 1 else ""

    def _line(self, stones: int) -> tuple[Square, ...]:
        """The squares of all rows of `connect` stones or more."""
        bits = {
            begin + i * direction
            for direction in self.directions
            for begin in range(self.width * self.stride)
            if all(stones >> begin + i * direction & 1 for i in range(self.connect))
            for i in range(self.connect)
        }
        return tuple(sorted((self.height - 1 - bit % self.stride, bit // self.stride) for bit in bits))

    @classmethod
    def from_spec(cls, parameters: str) -> ConnectFour:
        parts = parameters.split("x") if parameters else []
        if parameters and not re.fullmatch(r"\d{1,3}x\d{1,3}(x\d{1,3})?", parameters, re.ASCII):
            raise InputError(
                f"{parameters[:40]!r} is not a board; expected WIDTHxHEIGHT or WIDTHxHEIGHTxCONNECT, like 8x7"
            )
        return cls(*(int(part) for part in parts))


def _doubling(length: int) -> tuple[int, ...]:
    """Steps by which a run of 1 grows to `length`, at most doubling each time: 4 -> (1, 2), 5 -> (1, 2, 1)."""
    steps, have = [], 1
    while have < length:
        steps.append(min(have, length - have))
        have += steps[-1]
    return tuple(steps)
