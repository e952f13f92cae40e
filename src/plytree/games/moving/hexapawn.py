"""Hexapawn: pawns against pawns on a small board; reach the last row, or leave the other player without a move.

Invented by Martin Gardner (Scientific American, March 1962) for a machine of matchboxes that learns it. A pawn steps
straight forward onto an empty square, or takes diagonally forward. Gardner's board is 3x3; any size may be asked for.

Squares are bits, a1 is bit 0; White moves up. A move is `from * 3 + way`: 0 takes to the left, 1 steps, 2 takes to the
right, as White sees it.
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.grids import mirrored
from plytree.games.contract.texts import bits_of, read_sizes, read_squares


class State(NamedTuple):
    mine: int  # bit i: the player to move has a pawn on square i
    theirs: int
    white: int  # 1 if White is to move


class Hexapawn(Game[State]):
    """Hexapawn: reach the last row with a pawn, or leave the other player without a move."""

    name = "hexapawn"
    cell_kinds = 3

    def __init__(self, width: int = 3, height: int = 3):
        if width < 1 or height < 3 or width * height > 62:
            raise InputError(f"{width}x{height} is no board; expected at least 1x3 and at most 62 squares")
        self.width, self.height, self.shape = width, height, (height, width)
        self.num_moves, self.max_moves = 3 * width * height, 3 * width

    def initial(self) -> State:
        row = (1 << self.width) - 1
        return State(row, row << self.width * (self.height - 1), 1)

    def moves(self, s: State) -> list[int]:
        return [
            3 * square + way
            for square in range(self.width * self.height)
            if s.mine >> square & 1
            for way in range(3)
            if self.can_go(s, square, way)
        ]

    def can_go(self, s: State, square: int, way: int) -> bool:
        goal = self.goal(s, square, way)
        if goal < 0 or goal >= self.width * self.height or abs(goal % self.width - square % self.width) > 1:
            return False
        return (s.mine | s.theirs) >> goal & 1 == 0 if way == 1 else s.theirs >> goal & 1 == 1

    def goal(self, s: State, square: int, way: int) -> int:
        return square + (self.width if s.white else -self.width) + way - 1

    def play(self, s: State, move: int) -> State:
        goal = 1 << self.goal(s, move // 3, move % 3)
        return State(s.theirs & ~goal, s.mine ^ 1 << move // 3 | goal, 1 - s.white)

    def result(self, s: State) -> int | None:
        last = s.theirs if s.white else s.theirs >> self.width * (self.height - 1)
        if last & (1 << self.width) - 1:
            return -1
        for square in range(self.width * self.height):
            if s.mine >> square & 1:
                for way in range(3):
                    if self.can_go(s, square, way):
                        return None
        return -1

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 mine, 2 theirs; from the mover's home row on."""
        last = self.width * self.height - 1
        seen = []
        for i in range(last + 1):
            square = i if s.white else last - i
            seen.append((s.mine >> square & 1) + 2 * (s.theirs >> square & 1))
        return seen

    def symmetries(self) -> list[tuple[int, ...]]:
        return mirrored(self.height, self.width)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """All squares from a1 on, row by row upwards, W and B, then who is to move."""
        return "".join(text or "." for text in self._texts(s)) + " " + "BW"[s.white]

    def from_text(self, text: str) -> State:
        squares, mover = read_squares(text, self.width * self.height, "WB.", "WB")
        white, black = bits_of(squares, "W"), bits_of(squares, "B")
        if white >> self.width * (self.height - 1) and black & (1 << self.width) - 1:
            raise InputError(f"{text[:99]!r} is not a position; expected at most one side to have arrived")
        return State(white, black, 1) if mover == "W" else State(black, white, 0)

    def show_move(self, s: State, move: int) -> str:
        """`b2b3`, or `b2xc3` for a capture."""
        ends = (move // 3, self.goal(s, move // 3, move % 3))
        return ("" if move % 3 == 1 else "x").join(f"{chr(97 + i % self.width)}{i // self.width + 1}" for i in ends)

    def board(self, s: State) -> Board:
        over = self.result(s) is not None
        ways = {} if over else {move: (move // 3, self.goal(s, move // 3, move % 3)) for move in self.moves(s)}
        mover = "" if over else "BW"[s.white]
        return Board.grid(
            self._texts(s), self.width, ways, upwards=True, style="stones", mover=mover, colours=("B", "W")
        )

    def _texts(self, s: State) -> list[str]:
        white, black = (s.mine, s.theirs) if s.white else (s.theirs, s.mine)
        return ["W" if white >> i & 1 else "B" if black >> i & 1 else "" for i in range(self.width * self.height)]

    @classmethod
    def from_spec(cls, parameters: str) -> Hexapawn:
        return cls(*read_sizes(parameters, "3x3", 3, 3))
