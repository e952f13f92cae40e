"""Kalah with four pits a side and three seeds in each; who sows his last seed into his store moves again."""

from typing import NamedTuple

from plytree import Game

PITS = 4


class Position(NamedTuple):
    pits: tuple[int, ...]  # mine, my store, yours, your store: always the first player's side first
    player: int


class Kalah(Game[Position]):
    num_moves = max_moves = PITS
    max_utility = 24

    def initial(self):
        side = (3,) * PITS + (0,)
        return Position(side + side, 0)

    def to_move(self, s):
        return s.player

    def moves(self, s):
        base = s.player * (PITS + 1)
        for i in range(PITS):
            if s.pits[base + i] > 0:
                yield i

    def play(self, s, move):
        pits = list(s.pits)
        base = s.player * (PITS + 1)
        store, other_store = base + PITS, (base + 2 * PITS + 1) % (2 * PITS + 2)
        at = base + move
        seeds, pits[at] = pits[at], 0
        while seeds:
            at = (at + 1) % len(pits)
            if at == other_store:
                continue
            pits[at] += 1
            seeds -= 1
        if at == store:
            return Position(tuple(pits), s.player)
        opposite = 2 * PITS - at
        if base <= at < store and pits[at] == 1 and pits[opposite]:
            pits[store] += pits[opposite] + 1
            pits[at] = pits[opposite] = 0
        return Position(tuple(pits), 1 - s.player)

    def result(self, s):
        base = s.player * (PITS + 1)
        if any(s.pits[base : base + PITS]):
            return None
        first, second = sum(s.pits[: PITS + 1]), sum(s.pits[PITS + 1 :])
        return first - second if s.player == 0 else second - first

    def evaluate(self, s):
        lead = s.pits[PITS] - s.pits[-1]
        return lead if s.player == 0 else -lead
