"""Sowing on three pits a side: match, :=, two targets at once, a range as a side."""

from __future__ import annotations

from typing import NamedTuple

from plytree import Game

PITS = 3
STORE = {0: 3, 1: 7}
OPPOSITE = {0: 6, 1: 5, 2: 4, 4: 2, 5: 1, 6: 0}


class Board(NamedTuple):
    seeds: tuple[int, ...]
    turn: int = 0

    @classmethod
    def start(cls):
        return cls((2, 2, 2, 0, 2, 2, 2, 0))

    def side(self, who):
        return range(0, 3) if who == 0 else range(4, 7)

    def __str__(self):
        return " ".join(map(str, self.seeds))


class Sow(Game[Board]):
    num_moves = 8
    max_moves = 3

    def initial(self):
        return Board.start()

    def moves(self, s):
        return [p for p in s.side(s.turn) if s.seeds[p]]

    def play(self, s, move):
        seeds = list(s.seeds)
        n, seeds[move] = seeds[move], 0
        at = move
        while n > 0:
            at = (at + 1) % 8
            if at == STORE[1 - s.turn]:
                continue
            seeds[at] += 1
            n -= 1
        match at:
            case 3 | 7:
                return Board(tuple(seeds), s.turn)
            case _ if seeds[at] == 1 and at in s.side(s.turn) and (loot := seeds[OPPOSITE[at]]):
                seeds[STORE[s.turn]] += loot + 1
                seeds[at] = seeds[OPPOSITE[at]] = 0
        return Board(tuple(seeds), 1 - s.turn)

    def to_move(self, s):
        return s.turn

    def result(self, s):
        if any(s.seeds[i] for i in s.side(s.turn)):
            return None
        a, b = sum(s.seeds[:4]), sum(s.seeds[4:])
        diff = a - b if s.turn == 0 else b - a
        return max(-1, min(1, diff))
