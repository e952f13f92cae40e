"""Gomoku: five in a row on a board of 15 x 15, or any number in a row on any board (an m,n,k-game).

Freestyle: five or more in a row win. Standard: exactly five. Black begins. Rules as described by L. V. Allis,
"Searching for Solutions in Games and Artificial Intelligence" (1994), chapter 5.

The board is a record with one number for each square, 0 empty, 1 Black, 2 White, row by row in a frame of walls (3), so
that no line runs over an edge. A move is the number of a square without the frame. The record also keeps what a new
stone changes little: the hash of the board, and for each player what his open rows are worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.bits import list_elements, mix
from plytree.games.contract.game import Board, RecordGame
from plytree.games.contract.grids import mirrored, turned_and_mirrored
from plytree.games.contract.primitives import bit, copy_record
from plytree.games.contract.texts import read_sizes, read_squares

WALL, WALLED = 3, 100


class Gomoku(RecordGame):
    """Gomoku: five in a row; freestyle, or standard, where six do not count."""

    name = "gomoku"
    cell_kinds = 3

    def __init__(self, width: int = 15, height: int = 15, connect: int = 5, exact: bool = False):
        if not (1 <= width <= 19 and 1 <= height <= 19 and 2 <= connect <= 19):
            raise InputError(f"{width}x{height}x{connect} is no board; expected sizes from 1 to 19, 2 or more in a row")
        self.width, self.height, self.connect, self.exact = width, height, connect, exact
        self.num_moves = self.max_moves = width * height
        self.shape = (height, width)
        self.words = (width * height + 63) // 64
        self.stride = width + 1  # one wall ends a row and begins the next
        self.frame = (height + 2) * self.stride + 1
        self.steps = (1, self.stride, self.stride - 1, self.stride + 1)
        self.dtype = np.dtype(
            (
                np.record,
                [
                    ("empty", "u8", (self.words,)),
                    ("hash", "i8"),
                    ("rows", "i8", (2,)),  # Black's and White's
                    ("side", "i8"),
                    ("played", "i8"),
                    ("won", "i8"),
                    ("stones", "u1", (self.frame,)),
                ],
            )
        )

    def initial(self) -> Any:
        s = np.zeros(1, self.dtype)[0]
        s.stones[:] = WALL
        for square in range(self.num_moves):
            s.stones[self.square(square)] = 0
            s.empty[square // 64] |= bit(square % 64)
        return s

    def moves(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        return list_elements(s.empty, self.words, buffer, at)

    def play(self, s: Any, move: int, t: Any) -> None:  # type: ignore[override]
        copy_record(s, t)
        square = self.square(move)
        stone = 1 + s.side
        for step in self.steps:
            length = 1 + self.run(s, square, step, stone) + self.run(s, square, -step, stone)
            if length == self.connect or (length > self.connect and not self.exact):
                t.won = 1
            self.count(s, t, square, step)
        t.stones[square] = stone
        t.empty[move // 64] ^= bit(move % 64)
        t.hash = s.hash ^ mix(2 * move + s.side + 1)
        t.side = 1 - s.side
        t.played = s.played + 1

    def count(self, s: Any, t: Any, square: int, step: int) -> None:
        """What a new stone does to the rows in one direction: the mover's grow, the other player's are closed."""
        stones, own, grown, closed = s.stones, 1 + s.side, 0, 0
        for shift in range(self.connect):
            mine, others, at = 0, 0, square - shift * step
            if at < 0 or at + (self.connect - 1) * step >= self.frame:
                continue
            for _ in range(self.connect):
                stone = stones[at]
                if stone == own:
                    mine += 1
                elif stone == WALL:
                    others += WALLED
                elif stone != 0:
                    others += 1
                at += step
            if others == 0:
                grown += (mine + 1) ** 3 - mine**3
            elif mine == 0 and others < WALLED:
                closed += others**3
        t.rows[s.side] += grown
        t.rows[1 - s.side] -= closed

    def square(self, move: int) -> int:
        return (move // self.width + 1) * self.stride + move % self.width + 1

    def run(self, s: Any, square: int, step: int, stone: int) -> int:
        """How many stones of one player follow a square without a gap."""
        length, at = 0, square + step
        while s.stones[at] == stone:
            length += 1
            at += step
        return length

    def result(self, s: Any) -> int | None:
        if s.won:
            return -1
        return 0 if s.played == self.num_moves else None

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: Any) -> int:
        """Rows that are still possible, by the cube of the stones they have already; the mover's count twice."""
        value: int = 2 * s.rows[s.side] - s.rows[1 - s.side]
        return value

    def key(self, s: Any) -> int:
        key: int = s.hash * 1
        return key

    def order(self, s: Any, move: int) -> int:
        """Beside long rows of either player first."""
        square, value = self.square(move), 0
        for step in self.steps:
            for stone in (1, 2):
                length = self.run(s, square, step, stone) + self.run(s, square, -step, stone)
                value += 1 << 3 * min(length, 5)
        return value - 8

    def cells(self, s: Any) -> list[int]:
        """0 empty, 1 mine, 2 theirs, in reading order."""
        seen = []
        for move in range(self.num_moves):
            stone = s.stones[self.square(move)]
            seen.append(0 if stone == 0 else 1 if stone == 1 + s.side else 2)
        return seen

    def symmetries(self) -> list[tuple[int, ...]]:
        return turned_and_mirrored(self.width) if self.width == self.height else mirrored(self.height, self.width)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: Any) -> str:
        """All squares in reading order, X and O, then who is to move."""
        return "".join(text or "." for text in self._texts(s)) + " " + "XO"[s.side]

    def from_text(self, text: str) -> Any:
        squares, mover = read_squares(text, self.num_moves, "XO.", "XO")
        side = "XO".index(mover)
        if squares.count("X") - squares.count("O") != side:
            raise InputError(f"{text[:99]!r} is not a position; X begins: expected as many X as O, or one X more")
        s = self.initial()
        for move, letter in enumerate(squares):
            if letter != ".":
                t = np.zeros(1, self.dtype)[0]
                s.side = "XO".index(letter)
                self.play(s, move, t)
                s = t
        s.side = side
        rows = [self._rows(s, 1), self._rows(s, 2)]
        if rows[side]:
            raise InputError(f"{text[:99]!r} cannot be reached: the game was over before its last move")
        s.won = 1 if rows[1 - side] else 0
        return s

    def _rows(self, s: Any, stone: int) -> list[int]:
        """The squares of all rows that win."""
        found: set[int] = set()
        for move in range(self.num_moves):
            at = self.square(move)
            for step in self.steps:
                if s.stones[at] == stone and s.stones[at - step] != stone:
                    length = 1 + self.run(s, at, step, stone)
                    if length == self.connect or (length > self.connect and not self.exact):
                        found |= {at + i * step for i in range(length)}
        return [move for move in range(self.num_moves) if self.square(move) in found]

    def show_move(self, s: Any, move: int) -> str:
        return f"{chr(97 + move % self.width)}{self.height - move // self.width}"

    def board(self, s: Any) -> Board:
        texts, over = self._texts(s), self.result(s) is not None
        return Board.grid(
            texts,
            self.width,
            {} if over else {i: i for i, text in enumerate(texts) if not text},
            self._rows(s, 2 - int(s.side)) if s.won else (),
            style="stones",
            row_labels=tuple(str(row) for row in range(self.height, 0, -1)),
            mover="" if over else "XO"[s.side],
        )

    def _texts(self, s: Any) -> list[str]:
        return [("", "X", "O")[s.stones[self.square(move)]] for move in range(self.num_moves)]

    @classmethod
    def from_spec(cls, parameters: str) -> Gomoku:
        name, _, size = parameters.partition(",")
        exact = name == "standard"
        if name not in ("standard", "freestyle"):
            size = parameters
        width, height, connect = read_sizes(size, "15x15x5, standard or standard,9x9", 15, 15, 5)
        return cls(width, height, connect, exact)
