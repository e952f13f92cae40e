"""Amazons: move a queen, then shoot an arrow from where she stands; who cannot move has lost.

Invented by Walter Zamkauskas (1988). Amazons move like chess queens and shoot the same way; an arrow blocks its square
for good. A turn is two moves, the amazon's and the arrow's, so that the 2,176 ways to begin are 80 moves and then some
25 each. On boards other than 10 x 10 the amazons stand at the same thirds of the sides.

Squares lie row by row, from White's side on, in a frame of blocked ones. A move is `from * n + to` (n squares on the
board, without the frame); an arrow to square i is move `n * n + i`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Board, RecordGame
from plytree.games.contract.grids import mirrored
from plytree.games.contract.primitives import copy_record
from plytree.games.contract.texts import read_sizes, read_squares

EMPTY, WHITE, BLACK, BLOCKED = 0, 1, 2, 3
LETTERS = ".WB#"


class Amazons(RecordGame):
    """Amazons: move like a queen, shoot an arrow that blocks a square; who cannot move has lost."""

    name = "amazons"
    cell_kinds = 5

    def __init__(self, size: int = 10):
        if not 4 <= size <= 10:
            raise InputError(f"{size} is not a board size; expected a number from 4 to 10")
        self.size, self.stride, self.area = size, size + 2, size * size
        self.shape = (size, size)
        self.num_moves = self.area * (self.area + 1)
        self.max_moves = 4 * min(4 * (size - 1), self.area)
        self.ways = (
            1,
            -1,
            self.stride,
            -self.stride,
            self.stride + 1,
            -self.stride - 1,
            self.stride - 1,
            1 - self.stride,
        )
        self.dtype = np.dtype(
            (
                np.record,
                [
                    ("squares", "u1", (self.stride * self.stride,)),
                    ("amazons", "i2", (8,)),  # White's four, then Black's, as squares in the frame
                    ("archer", "i2"),  # the amazon that has moved and must shoot, or 0
                    ("side", "i2"),
                ],
            )
        )

    def initial(self) -> Any:
        third, last = self.size // 3, self.size - 1
        white = [(0, third), (0, last - third), (third, 0), (third, last)]
        return self._filled(white, [(last - row, column) for row, column in white], [])

    def _filled(self, white: list[Any], black: list[Any], arrows: list[Any]) -> Any:
        s = np.zeros(1, self.dtype)[0]
        board = np.full((self.stride, self.stride), BLOCKED, np.uint8)
        board[1:-1, 1:-1] = EMPTY
        for kind, places in ((WHITE, white), (BLACK, black), (BLOCKED, arrows)):
            for row, column in places:
                board[row + 1, column + 1] = kind
        s.squares = board.reshape(-1)
        s.amazons = [self.stride * (row + 1) + column + 1 for row, column in (*sorted(white), *sorted(black))]
        return s

    def inner(self, square: int) -> int:
        """The number of a square without the frame."""
        return (square // self.stride - 1) * self.size + square % self.stride - 1

    def framed(self, i: int) -> int:
        return (i // self.size + 1) * self.stride + i % self.size + 1

    def moves(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        count = 0
        if s.archer:
            for way in self.ways:
                square = s.archer + way
                while s.squares[square] == EMPTY:
                    buffer[at + count] = self.area * self.area + self.inner(square)
                    count += 1
                    square += way
            return count
        for i in range(4 * s.side, 4 * s.side + 4):
            begin = self.area * self.inner(s.amazons[i])
            for way in self.ways:
                square = s.amazons[i] + way
                while s.squares[square] == EMPTY:
                    buffer[at + count] = begin + self.inner(square)
                    count += 1
                    square += way
        return count

    def play(self, s: Any, move: int, t: Any) -> None:  # type: ignore[override]
        copy_record(s, t)
        goal = self.framed(move % self.area)
        if s.archer:
            t.squares[goal] = BLOCKED
            t.archer = 0
            t.side = 1 - s.side
            return
        begin = self.framed(move // self.area)
        t.squares[begin] = EMPTY
        t.squares[goal] = WHITE + s.side
        t.archer = goal
        first = 4 * s.side
        for i in range(first, first + 4):
            if s.amazons[i] == begin:
                t.amazons[i] = goal
        for i in range(first + 3, first, -1):  # keep them in order, so that the same position is the same state
            for j in range(first, i):
                if t.amazons[j] > t.amazons[j + 1]:
                    swapped = t.amazons[j]
                    t.amazons[j] = t.amazons[j + 1]
                    t.amazons[j + 1] = swapped

    def result(self, s: Any) -> int | None:
        if s.archer:
            return None
        for i in range(4 * s.side, 4 * s.side + 4):
            for way in self.ways:
                if s.squares[s.amazons[i] + way] == EMPTY:
                    return None
        return -1

    def to_move(self, s: Any) -> int:
        return s.side * 1

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: Any) -> int:
        """How many moves my amazons have, less the other's; the first steps count double."""
        return self.freedom(s, s.side * 1) - self.freedom(s, 1 - s.side)

    def freedom(self, s: Any, side: int) -> int:
        value = 0
        for i in range(4 * side, 4 * side + 4):
            for way in self.ways:
                square = s.amazons[i] + way
                value += 1 * (s.squares[square] == EMPTY)
                while s.squares[square] == EMPTY:
                    value += 1
                    square += way
        return value

    def cells(self, s: Any) -> list[int]:
        """0 empty, 1 mine, 2 theirs, 3 blocked, 4 the amazon that must shoot; from the mover's side on."""
        seen = []
        for i in range(self.area):
            square = self.framed(i if s.side == 0 else self.area - 1 - i)
            kind = s.squares[square] * 1
            seen.append(4 if square == s.archer else 3 - kind if s.side == 1 and 0 < kind < 3 else kind)
        return seen

    def symmetries(self) -> list[tuple[int, ...]]:
        return mirrored(self.size, self.size)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: Any) -> str:
        """All squares from a1 on, row by row upwards, W B and # for arrows; who moves; where an archer must shoot."""
        squares = "".join(LETTERS[s.squares[self.framed(i)]] for i in range(self.area))
        return f"{squares} {'WB'[s.side]}" + (f" {self._name(self.inner(int(s.archer)))}" if s.archer else "")

    def from_text(self, text: str) -> Any:
        head, _, archer = text.strip().partition(" ")[2].partition(" ")
        squares, mover = read_squares(f"{text.strip().partition(' ')[0]} {head}", self.area, "WB#.", "WB")
        if squares.count("W") != 4 or squares.count("B") != 4:
            raise InputError(f"{text[:120]!r} is not a position; expected four W and four B")
        white, black, arrows = (
            [divmod(i, self.size) for i in range(self.area) if squares[i] == kind] for kind in "WB#"
        )
        s = self._filled(white, black, arrows)
        s.side = "WB".index(mover)
        if archer:
            own = [i for i in range(self.area) if squares[i] == mover and self._name(i) == archer.lower()]
            if not own or all(s.squares[self.framed(own[0]) + way] for way in self.ways):
                raise InputError(
                    f"{text[:120]!r} is not a position: no amazon of {mover} can shoot from {archer[:9]!r}"
                )
            s.archer = self.framed(own[0])
        return s

    def _name(self, i: int) -> str:
        return f"{chr(97 + i % self.size)}{i // self.size + 1}"

    def show_move(self, s: Any, move: int) -> str:
        """`d1-d7` for an amazon, `xg7` for an arrow."""
        if move >= self.area * self.area:
            return f"x{self._name(move % self.area)}"
        return f"{self._name(move // self.area)}-{self._name(move % self.area)}"

    def board(self, s: Any) -> Board:
        over = self.result(s) is not None
        buffer = np.zeros(self.max_moves, np.int32)
        legal = [] if over else [int(move) for move in buffer[: self.moves(s, buffer, 0)]]
        return Board.grid(
            [("", "W", "B", "#")[s.squares[self.framed(i)]] for i in range(self.area)],
            self.size,
            {m: m % self.area if s.archer else (m // self.area, m % self.area) for m in legal},
            upwards=True,
            style="stones",
            mover="" if over else "WB"[s.side],
            colours=("B", "W"),
        )

    @classmethod
    def from_spec(cls, parameters: str) -> Amazons:
        return cls(*read_sizes(parameters, "10", 10))
