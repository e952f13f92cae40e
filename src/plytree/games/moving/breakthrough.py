"""Breakthrough: two rows of pawns each; who first brings one to the other side has won.

Invented by Dan Troyka, winner of the 2001 8x8 Game Design Competition (boardgamegeek.com/boardgame/3825). A pawn steps
forward, straight or diagonally, onto an empty square; diagonally it may also take. There is no draw: a pawn can always
move, and every move brings the end nearer.

Squares are bits, a1 is bit 0, h8 bit 63; White moves up. A move is `from * 3 + way`: 0 to the left, 1 straight, 2 to
the right, as White sees it. Sets have all 64 bits, so they and what is done with them are unsigned (np.uint64).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.grids import mirrored
from plytree.games.contract.primitives import bit, lowest, popcount
from plytree.games.contract.texts import bits_of, read_sizes, read_squares

NONE, ONE = np.uint64(0), np.uint64(1)


class State(NamedTuple):
    mine: Any  # np.uint64, bit i: the player to move has a pawn on square i
    theirs: Any
    white: int  # 1 if White is to move


class Breakthrough(Game[State]):
    """Breakthrough: bring a pawn to the other side; step forward, take diagonally."""

    name = "breakthrough"
    cell_kinds = 3

    def __init__(self, width: int = 8, height: int = 8):
        if width < 2 or height < 4 or width * height > 64:
            raise InputError(f"{width}x{height} is no board; expected at least 2x4 and at most 64 squares")
        self.width, self.height, self.shape = width, height, (height, width)
        self.num_moves, self.max_moves = 3 * width * height, 6 * width
        squares = range(width * height)
        self.shifts = tuple(np.uint64(width - 1 + way) for way in range(3))
        left, right = (sum(1 << i for i in squares if i % width != edge) for edge in (0, width - 1))
        self.leaves = (np.uint64(left), np.uint64(left | right), np.uint64(right))  # who can go left, straight, right
        self.rows = tuple(np.uint64(((1 << width) - 1) << width * row) for row in range(height))

    def initial(self) -> State:
        return State(self.rows[0] | self.rows[1], self.rows[-1] | self.rows[-2], 1)

    def moves(self, s: State) -> list[int]:
        legal = []
        for way in range(3):
            pawns = self.pawns(s, way)
            while pawns != NONE:
                square = lowest(pawns)
                pawns &= pawns - ONE
                legal.append(3 * square + way)
        return legal

    def pawns(self, s: State, way: int) -> Any:
        """The pawns of the player to move that can go this way."""
        allowed = ~s.mine if way != 1 else ~(s.mine | s.theirs)
        if s.white:
            return s.mine & self.leaves[way] & allowed >> self.shifts[way]
        return s.mine & self.leaves[way] & allowed << self.shifts[2 - way]

    def play(self, s: State, move: int) -> State:
        pawn, way = bit(move // 3), move % 3
        goal = pawn << self.shifts[way] if s.white else pawn >> self.shifts[2 - way]
        return State(s.theirs & ~goal, s.mine ^ pawn ^ goal, 1 - s.white)

    def result(self, s: State) -> int | None:
        home = self.rows[0] if s.white else self.rows[self.height - 1]
        return -1 if s.theirs & home != NONE or s.mine == NONE else None

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """Pawns, and how far they have come: the last rows count most."""
        value = 0
        for row in range(self.height):
            mine, theirs = (row, self.height - 1 - row) if s.white else (self.height - 1 - row, row)
            value += popcount(s.mine & self.rows[row]) * (10 + mine * mine)
            value -= popcount(s.theirs & self.rows[row]) * (10 + theirs * theirs)
        return value

    def order(self, s: State, move: int) -> int:
        """A pawn that arrives or takes early, then pawns far ahead."""
        row = move // 3 // self.width
        ahead = row if s.white else self.height - 1 - row
        goal = bit(move // 3) << self.shifts[move % 3] if s.white else bit(move // 3) >> self.shifts[2 - move % 3]
        return 100 * (ahead == self.height - 2) + 20 * (goal & s.theirs != NONE) + ahead

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 mine, 2 theirs; from the mover's home row on."""
        last = self.width * self.height - 1
        seen = []
        for i in range(last + 1):
            square = bit(i if s.white else last - i)
            seen.append(1 * (s.mine & square != NONE) + 2 * (s.theirs & square != NONE))
        return seen

    def symmetries(self) -> list[tuple[int, ...]]:
        return mirrored(self.height, self.width)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """All squares from a1 on, row by row upwards, W and B, then who is to move."""
        return "".join(text or "." for text in self._texts(s)) + " " + "BW"[s.white]

    def from_text(self, text: str) -> State:
        squares, mover = read_squares(text, self.width * self.height, "WB.", "WB")
        white, black = np.uint64(bits_of(squares, "W")), np.uint64(bits_of(squares, "B"))
        if white & self.rows[-1] and black & self.rows[0]:
            raise InputError(f"{text[:99]!r} is not a position; expected at most one side to have arrived")
        return State(white, black, 1) if mover == "W" else State(black, white, 0)

    def _goal(self, s: State, move: int) -> int:
        return move // 3 + (1 if s.white else -1) * self.width + move % 3 - 1

    def show_move(self, s: State, move: int) -> str:
        """`b2b3`, or `b2xc3` for a capture."""
        goal = self._goal(s, move)
        taken = "x" if s.theirs & bit(goal) else ""
        return taken.join(f"{chr(97 + i % self.width)}{i // self.width + 1}" for i in (move // 3, goal))

    def board(self, s: State) -> Board:
        over = self.result(s) is not None
        ways = {} if over else {move: (move // 3, self._goal(s, move)) for move in self.moves(s)}
        mover = "" if over else "BW"[s.white]
        return Board.grid(
            self._texts(s), self.width, ways, upwards=True, style="stones", mover=mover, colours=("B", "W")
        )

    def _texts(self, s: State) -> list[str]:
        white, black = (s.mine, s.theirs) if s.white else (s.theirs, s.mine)
        squares = [bit(i) for i in range(self.width * self.height)]
        return ["W" if white & square else "B" if black & square else "" for square in squares]

    @classmethod
    def from_spec(cls, parameters: str) -> Breakthrough:
        return cls(*read_sizes(parameters, "8x8", 8, 8))
