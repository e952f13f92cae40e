"""Domineering: Vertical and Horizontal put dominoes on a board in turn, each his own way; who cannot has lost.

Due to Goran Andersson, made known by John Conway ("On Numbers and Games", 1976). Squares are bits in reading order; a
move is the upper or left square of the domino. A board of 8 x 8 needs all 64 bits, so sets are unsigned (np.uint64).
Vertical begins; `domineering:5x6` is five columns and six rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.primitives import bit, lowest, popcount
from plytree.games.contract.texts import bits_of, read_sizes, read_squares

NONE, ONE = np.uint64(0), np.uint64(1)


class State(NamedTuple):
    free: Any  # np.uint64, bit i: square i is not covered
    vertical: int  # 1 if Vertical is to move


class Domineering(Game[State]):
    """Domineering: put down dominoes, upright or flat; who cannot move has lost."""

    name = "domineering"
    cell_kinds = 2

    def __init__(self, width: int = 8, height: int = 8):
        if width < 1 or height < 1 or width * height > 64:
            raise InputError(f"{width}x{height} is no board; expected at most 64 squares")
        if width * height < 2:
            raise InputError(f"{width}x{height} is no board; expected room for one domino")
        self.width, self.height = width, height
        self.num_moves = self.max_moves = width * height
        squares = range(width * height)
        self.all = np.uint64(sum(1 << i for i in squares))
        self.down = np.uint64(width)
        self.uppers = np.uint64(sum(1 << i for i in squares if i // width < height - 1))
        self.lefts = np.uint64(sum(1 << i for i in squares if i % width < width - 1))

    def initial(self) -> State:
        return State(self.all, 1)

    def places(self, free: Any, vertical: int) -> Any:
        """The upper or left squares of all dominoes that fit."""
        if vertical:
            return free & free >> self.down & self.uppers
        return free & free >> ONE & self.lefts

    def moves(self, s: State) -> list[int]:
        legal = []
        places = self.places(s.free, s.vertical)
        while places != NONE:
            legal.append(lowest(places))
            places &= places - ONE
        return legal

    def play(self, s: State, move: int) -> State:
        domino = bit(move)
        domino |= domino << self.down if s.vertical else domino << ONE
        return State(s.free & ~domino, 1 - s.vertical)

    def result(self, s: State) -> int | None:
        return -1 if self.places(s.free, s.vertical) == NONE else None

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """Room for me less room for the other player; room that nobody else can use counts twice."""
        return self.room(s.free, s.vertical) - self.room(s.free, 1 - s.vertical)

    def room(self, free: Any, vertical: int) -> int:
        places, others = self.places(free, vertical), self.places(free, 1 - vertical)
        mine = places | (places << self.down if vertical else places << ONE)
        theirs = others | (others << ONE if vertical else others << self.down)
        return 2 * popcount(places) + 3 * popcount(mine & ~theirs)

    def order(self, s: State, move: int) -> int:
        """What leaves me most room and the other player least."""
        domino = bit(move)
        domino |= domino << self.down if s.vertical else domino << ONE
        left = s.free & ~domino
        return self.room(left, s.vertical) - self.room(left, 1 - s.vertical) + 400

    def cells(self, s: State) -> list[int]:
        """1 for a covered square, in the order in which the mover's dominoes lie across rows."""
        n, m = (self.height, self.width) if s.vertical else (self.width, self.height)
        seen = []
        for i in range(n * m):
            square = i % n * self.width + i // n if s.vertical else i
            seen.append(1 * (s.free & bit(square) == NONE))
        return seen

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """All squares in reading order, # for a covered one, then who is to move."""
        return "".join(".#"[not s.free & bit(i)] for i in range(self.num_moves)) + " " + "HV"[s.vertical]

    def from_text(self, text: str) -> State:
        squares, mover = read_squares(text, self.num_moves, "#.", "VH")
        return State(np.uint64(bits_of(squares, ".")), int(mover == "V"))

    def show_move(self, s: State, move: int) -> str:
        return f"{chr(97 + move % self.width)}{move // self.width + 1}"

    def board(self, s: State) -> Board:
        second = self.width if s.vertical else 1
        over = self.result(s) is not None
        mover = "" if over else ("Horizontal", "Vertical")[s.vertical]
        texts = ["" if s.free & bit(i) else "■" for i in range(self.num_moves)]
        moves = {move: (move, move + second) for move in self.moves(s)}
        colours = ("Vertical", "Horizontal")
        return Board.grid(texts, self.width, moves, style="text", mover=mover, colours=colours)

    @classmethod
    def from_spec(cls, parameters: str) -> Domineering:
        return cls(*read_sizes(parameters, "8x8", 8, 8))
