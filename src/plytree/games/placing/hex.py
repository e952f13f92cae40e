"""Hex: two players put stones on a rhombus of hexagons; Red joins top and bottom, Blue joins left and right.

Invented by Piet Hein (1942) and again by John Nash (1948). Exactly one of the two chains exists on a full board, so
there is no draw, and by Nash's argument the first player wins with best play. There is no swap here: what is
searched is the game itself.

Cell (row, column) touches these six, and the border is a frame of empty cells, so that nobody has to ask for it:

        -stride  -stride+1                  a b c
     -1     cell     +1                      a b c
        +stride-1  +stride                    a b c

A cell is 0 if empty, else `4 * (1 + player) + sides`: which of his two sides a stone is joined with (bits 0 and 1). A
stone that is joined with both has won. A move is the number of a cell in reading order, without the frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.bits import list_elements, mix
from plytree.games.contract.game import Board, RecordGame
from plytree.games.contract.primitives import bit, copy_record
from plytree.games.contract.texts import read_sizes, read_squares

FAR = 99


class Hex(RecordGame):
    """Hex: join your two sides of the board with a chain of stones."""

    name = "hex"
    cell_kinds = 3

    def __init__(self, size: int = 11):
        if not 2 <= size <= 19:
            raise InputError(f"{size} is not a board size; expected a number from 2 to 19")
        self.size, self.stride = size, size + 1
        self.num_moves = self.max_moves = size * size
        self.shape = (size, size)
        self.words = (size * size + 63) // 64
        self.frame = (size + 2) * self.stride + 1
        self.near = (-self.stride, -self.stride + 1, -1, 1, self.stride - 1, self.stride)
        self.dtype = np.dtype(
            (
                np.record,
                [
                    ("empty", "u8", (self.words,)),
                    ("hash", "i8"),
                    ("side", "i8"),
                    ("won", "i8"),
                    ("stones", "u1", (self.frame,)),
                ],
            )
        )

    def initial(self) -> Any:
        s = np.zeros(1, self.dtype)[0]
        for cell in range(self.num_moves):
            s.empty[cell // 64] |= bit(cell % 64)
        return s

    def moves(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        return list_elements(s.empty, self.words, buffer, at)

    def play(self, s: Any, move: int, t: Any) -> None:  # type: ignore[override]
        copy_record(s, t)
        row, column = move // self.size, move % self.size
        place = row if s.side == 0 else column
        sides = 1 * (place == 0) + 2 * (place == self.size - 1)
        cell, stone, lacking = self.stride * (row + 1) + column + 1, 4 * (1 + s.side), 0
        for step in self.near:
            if s.stones[cell + step] & 12 == stone:
                sides |= s.stones[cell + step] & 3
                lacking |= ~s.stones[cell + step] & 3
        t.stones[cell] = stone + sides
        if sides & lacking:
            self.tell(t, stone, sides)
        if sides == 3:
            t.won = 1
        t.empty[move // 64] ^= bit(move % 64)
        t.hash = s.hash ^ mix(2 * move + s.side + 1)
        t.side = 1 - s.side

    def tell(self, t: Any, stone: int, sides: int) -> None:
        """A player's stones that touch one joined with these sides are joined with them too, and so on."""
        news = True
        while news:
            news = False
            for cell in range(self.stride + 1, self.frame - self.stride - 1):
                if t.stones[cell] & 12 == stone and t.stones[cell] & 3 != sides:
                    for step in self.near:
                        if t.stones[cell + step] == stone + sides and t.stones[cell] & 3 != sides:
                            t.stones[cell] = stone + sides
                            news = True

    def result(self, s: Any) -> int | None:
        return -1 if s.won else None

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: Any) -> int:
        """How many stones the other player lacks for a chain, less how many I lack."""
        value = 0
        for player in range(2):
            value += (-10 if player == s.side else 10) * self.lacking(s, player)
        return value

    def lacking(self, s: Any, player: int) -> int:
        """The fewest stones that complete a chain."""
        own, other = 4 * (1 + player), 4 * (2 - player)
        lacks = np.full(self.frame, FAR)
        news = True
        while news:
            news = False
            for cell in range(self.stride + 1, self.frame - self.stride - 1):
                column = cell % self.stride
                if column == 0 or s.stones[cell] & 12 == other:
                    continue
                least = 0 if (cell < 2 * self.stride if player == 0 else column == 1) else FAR
                for step in self.near:
                    least = min(least, lacks[cell + step])
                if s.stones[cell] & 12 != own:
                    least += 1
                if least < lacks[cell]:
                    lacks[cell] = least
                    news = True
        best = FAR
        for i in range(self.size):
            last = self.size * self.stride + i + 1 if player == 0 else self.stride * (i + 2) - 1
            best = min(best, lacks[last])
        return best

    def key(self, s: Any) -> int:
        key: int = s.hash * 1
        return key

    def order(self, s: Any, move: int) -> int:
        """The middle first."""
        row, column = move // self.size, move % self.size
        return self.size - abs(2 * row + 1 - self.size) // 2 - abs(2 * column + 1 - self.size) // 2 + 1

    def cells(self, s: Any) -> list[int]:
        """0 empty, 1 mine, 2 theirs; the board lies so that the player to move joins top and bottom."""
        n = self.size
        seen = []
        for i in range(n * n):
            row, column = (i // n, i % n) if s.side == 0 else (i % n, i // n)
            owner = s.stones[self.stride * (row + 1) + column + 1] >> 2
            seen.append(0 if owner == 0 else 1 if owner == 1 + s.side else 2)
        return seen

    def symmetries(self) -> list[tuple[int, ...]]:
        return [tuple(range(self.num_moves - 1, -1, -1))]

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: Any) -> str:
        """All cells in reading order, R and B, then who is to move."""
        return "".join(text or "." for text in self._texts(s)) + " " + "RB"[s.side]

    def from_text(self, text: str) -> Any:
        """The stones are put down one by one, those of the player to move first."""
        squares, mover = read_squares(text, self.num_moves, "RB.", "RB")
        if squares.count("R") - squares.count("B") != (mover == "B"):
            raise InputError(f"{text[:99]!r} is not a position; Red begins: expected as many R as B, or one R more")
        s, order = self.initial(), {"R": [], "B": []}  # type: ignore[var-annotated]
        for cell, colour in enumerate(squares):
            order.get(colour, []).append(cell)
        for i in range(len(squares) - squares.count(".")):
            t = np.zeros(1, self.dtype)[0]
            self.play(s, order["RB"[i % 2]][i // 2], t)
            s = t
        return s

    def show_move(self, s: Any, move: int) -> str:
        return f"{chr(97 + move % self.size)}{move // self.size + 1}"

    def board(self, s: Any) -> Board:
        moves = {} if s.won else {i: i for i, text in enumerate(self._texts(s)) if not text}
        mover = "" if s.won else "RB"[s.side]
        return Board.grid(self._texts(s), self.size, moves, style="hex", mover=mover, colours=("R", "B"))

    def _texts(self, s: Any) -> list[str]:
        rows = [s.stones[self.stride * (row + 1) + 1 :][: self.size] for row in range(self.size)]
        return [("", "R", "B")[cell >> 2] for row in rows for cell in row]

    @classmethod
    def from_spec(cls, parameters: str) -> Hex:
        return cls(*read_sizes(parameters, "11", 11))
