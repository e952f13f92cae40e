"""Kalah: sow seeds around the board; most seeds in the own store win.

Rules as in G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah" (ICGA Journal 23, 2000), who solved it: take all
seeds of one of your pits and sow them one by one counterclockwise, your store included, the other's left out. A last
seed in your store: you move again. A last seed in an empty pit of yours, with seeds in the pit opposite: both go to
your store. When a player to move has no seeds in his pits, the other gets all that are left in his. `kalah:6x4` is six
pits with four seeds each.

Pits are numbered as seeds go; South's are 0 to 5 and his store 6, North's 7 to 12 and his store 13:

        12 11 10  9  8  7
     13                    6
         0  1  2  3  4  5

A move is the number of a pit from the mover's left, from 0 on. The worth of a game is by how many seeds it was won.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.bits import mix
from plytree.games.contract.game import Board, RecordGame
from plytree.games.contract.primitives import copy_record
from plytree.games.contract.texts import read_sizes


class Kalah(RecordGame):
    """Kalah (Mancala): sow seeds around the board, most seeds in the own store win."""

    name = "kalah"

    def __init__(self, pits: int = 6, seeds: int = 4):
        if not (1 <= pits <= 9 and 1 <= seeds <= 9 and 2 * pits * seeds < 256):
            raise InputError(f"{pits}x{seeds} is no board; expected 1 to 9 pits with 1 to 9 seeds each")
        self.pits, self.seeds, self.round = pits, seeds, 2 * pits + 2
        self.num_moves = self.max_moves = pits
        self.max_utility = 2 * pits * seeds
        self.cell_kinds = 2 * pits * seeds + 1
        self.dtype = np.dtype((np.record, [("seeds", "i8", (self.round,)), ("side", "i8")]))

    def initial(self) -> Any:
        s = np.zeros(1, self.dtype)[0]
        for side in (0, 1):
            s.seeds[side * (self.pits + 1) : side * (self.pits + 1) + self.pits] = self.seeds
        return s

    def moves(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        first, count = s.side * (self.pits + 1), 0
        for pit in range(self.pits):
            if s.seeds[first + pit]:
                buffer[at + count] = pit
                count += 1
        return count

    def play(self, s: Any, move: int, t: Any) -> None:  # type: ignore[override]
        copy_record(s, t)
        pit = s.side * (self.pits + 1) + move
        own_store, other_store = self.store(s.side), self.store(1 - s.side)
        hand = t.seeds[pit]
        t.seeds[pit] = 0
        at = pit
        while hand > 0:
            at = 0 if at + 1 == self.round else at + 1
            if at != other_store:
                t.seeds[at] += 1
                hand -= 1
        opposite = 2 * self.pits - at
        if at // (self.pits + 1) == s.side and at != own_store and t.seeds[at] == 1 and t.seeds[opposite] > 0:
            t.seeds[own_store] += t.seeds[opposite] + 1
            t.seeds[at] = 0
            t.seeds[opposite] = 0
        if at != own_store:
            t.side = 1 - s.side

    def store(self, side: int) -> int:
        return side * (self.pits + 1) + self.pits

    def result(self, s: Any) -> int | None:
        first = s.side * (self.pits + 1)
        for pit in range(first, first + self.pits):
            if s.seeds[pit]:
                return None
        return 2 * s.seeds[self.store(s.side)] - 2 * self.pits * self.seeds

    def to_move(self, s: Any) -> int:
        return s.side

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: Any) -> int:
        """By how many seeds the mover's store is ahead."""
        return s.seeds[self.store(s.side)] - s.seeds[self.store(1 - s.side)]

    def order(self, s: Any, move: int) -> int:
        """A move that gives another one first, pits near the store before the others."""
        again = (s.seeds[s.side * (self.pits + 1) + move] - (self.pits - move)) % (2 * self.pits + 1) == 0
        return 100 * again + move + 1

    def key(self, s: Any) -> int:
        h = s.side + 1
        for pit in range(self.round):
            h = mix(h + (s.seeds[pit] << 32))
        return h

    def cells(self, s: Any) -> list[int]:
        """Seeds in the mover's pits and store, then in the other's."""
        first = s.side * (self.pits + 1)
        return [s.seeds[(first + i) % self.round] for i in range(self.round)]

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: Any) -> str:
        """South's pits and store, North's pits and store, then who is to move: `4,4,4,4,4,4,0/4,4,4,4,4,4,0 S`."""
        numbers = [str(int(n)) for n in s.seeds]
        return f"{','.join(numbers[: self.pits + 1])}/{','.join(numbers[self.pits + 1 :])} {'SN'[s.side]}"

    def from_text(self, text: str) -> Any:
        found = re.fullmatch(r"([\d,]+)/([\d,]+) ([SN])", text.strip().upper(), re.ASCII)
        sides = [found[1].split(","), found[2].split(",")] if found else [[], []]
        numbers = [int(n) for side in sides for n in side if n.isdigit() and len(n) < 4]
        right = all(len(side) == self.pits + 1 for side in sides) and len(numbers) == self.round
        if not found or not right or sum(numbers) != 2 * self.pits * self.seeds:
            start = self.to_text(self.initial())
            raise InputError(f"{text[:99]!r} is not a position; expected one like {start!r} with as many seeds")
        s = np.zeros(1, self.dtype)[0]
        s.seeds, s.side = numbers, "SN".index(found[3])
        return s

    def show_move(self, s: Any, move: int) -> str:
        return str(move + 1)

    def board(self, s: Any) -> Board:
        """North's pits from right to left above South's; the stores at the sides."""
        pits, over = self.pits, self.result(s) is not None
        numbers = [str(int(n)) for n in s.seeds]
        north, south = [numbers[self.store(1)], *numbers[self.store(1) - 1 : pits : -1], ""], ["", *numbers[: pits + 1]]
        legal = [] if over else [pit for pit in range(pits) if s.seeds[s.side * (pits + 1) + pit]]
        return Board(
            cells=(tuple(north), tuple(south)),
            style="text",
            squares={pit: ((1, pit + 1) if s.side == 0 else (0, pits - pit),) for pit in legal},
            row_labels=("N", "S"),
            mover="" if over else ("South", "North")[s.side],
            colours=("South", "North"),
        )

    @classmethod
    def from_spec(cls, parameters: str) -> Kalah:
        return cls(*read_sizes(parameters, "6x4", 6, 4))
