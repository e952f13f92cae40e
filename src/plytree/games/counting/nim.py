"""Nim: take any number of objects from one heap; who takes the last one wins.

A state is one number with a digit for each heap, in base `largest heap + 1`, the first heap in the lowest digit: heaps
3, 5, 7 are 3 + 5 * 8 + 7 * 64. A move takes `move % largest + 1` objects from heap `move // largest`.
"""

from __future__ import annotations

import re
from operator import gt

from plytree.errors import InputError
from plytree.games.contract.bits import mix
from plytree.games.contract.game import Board, Game

MAX_MOVES = 4096  # heaps x largest heap; the engine keeps statistics for each move


class Nim(Game[int]):
    name = "nim"

    def __init__(self, heaps: tuple[int, ...] = (3, 5, 7)):
        if not heaps or min(heaps) < 0 or max(heaps) < 1:
            raise InputError(f"{heaps!r} are no heaps; expected numbers from 0 on, one of them above 0")
        self.largest = max(heaps)
        self.base = self.largest + 1
        self.num_moves = len(heaps) * self.largest
        if self.base ** len(heaps) >= 2**63 or self.num_moves > MAX_MOVES:
            raise InputError(
                f"{len(heaps)} heaps of up to {self.largest} are too many; expected (largest + 1) to the power of the "
                f"number of heaps below 2**63, and their product at most {MAX_MOVES}"
            )
        self.heaps = heaps
        self.cell_kinds = self.largest + 1
        self.max_moves = sum(heaps)
        self.weights: tuple[int, ...] = tuple(self.base**heap for heap in range(len(heaps)))

    def initial(self) -> int:
        s = 0
        for heap in range(len(self.heaps)):
            s += self.heaps[heap] * self.weights[heap]
        return s

    def moves(self, s: int) -> list[int]:
        legal = []
        for heap in range(len(self.weights)):
            for taken in range(self.size(s, heap)):
                legal.append(heap * self.largest + taken)
        return legal

    def play(self, s: int, move: int) -> int:
        return s - (move % self.largest + 1) * self.weights[move // self.largest]

    def result(self, s: int) -> int | None:
        return -1 if s == 0 else None

    def size(self, s: int, heap: int) -> int:
        return s // self.weights[heap] % self.base

    def key(self, s: int) -> int:
        """The same for heaps in any order."""
        total = 0
        for heap in range(len(self.weights)):
            total += mix(self.size(s, heap)) >> 6  # at most 63 heaps fit into a state: the sum cannot overflow
        return total

    def cells(self, s: int) -> list[int]:
        """The size of each heap."""
        return [self.size(s, heap) for heap in range(len(self.weights))]

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: int) -> str:
        return ",".join(str(self.size(s, heap)) for heap in range(len(self.heaps)))

    def from_text(self, text: str) -> int:
        start = self.to_text(self.initial())
        sizes = _numbers(text, "a position", start)
        if len(sizes) != len(self.heaps) or any(map(gt, sizes, self.heaps)):
            raise InputError(f"{text[:99]!r} is not a position here; expected heaps of at most {start}")
        return sum(size * weight for size, weight in zip(sizes, self.weights, strict=True))

    def show_move(self, s: int, move: int) -> str:
        """`2-3`: take three objects from heap 2."""
        return f"{move // self.largest + 1}-{move % self.largest + 1}"

    def board(self, s: int) -> Board:
        """A column for each heap. A move is the lowest object that it takes away."""
        heights = [self.size(s, heap) for heap in range(len(self.heaps))]
        return Board(
            cells=tuple(
                tuple("●" if height > row else "" for height in heights) for row in range(self.largest - 1, -1, -1)
            ),
            style="text",
            squares={move: (self._square(heights, move),) for move in self.moves(s)},
            row_labels=tuple(str(row + 1) for row in range(self.largest - 1, -1, -1)),
            column_labels=tuple(str(heap + 1) for heap in range(len(heights))),
        )

    def _square(self, heights: list[int], move: int) -> tuple[int, int]:
        heap, taken = move // self.largest, move % self.largest + 1
        return self.largest - 1 - (heights[heap] - taken), heap

    @classmethod
    def from_spec(cls, parameters: str) -> Nim:
        return cls(_numbers(parameters, "a list of heaps", "3,5,7")) if parameters else cls()


def _numbers(text: str, what: str, example: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\s*\d{1,4}(\s*,\s*\d{1,4})*\s*", text, re.ASCII):
        raise InputError(f"{text[:99]!r} is not {what}; expected numbers like {example}")
    return tuple(int(part) for part in text.split(","))
