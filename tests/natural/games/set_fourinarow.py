"""Four in a row on five by five squares: the squares of each player are a frozenset."""

from typing import NamedTuple

from plytree import Game

N = 5
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def all_lines():
    found = []
    for r in range(N):
        for c in range(N):
            for dr, dc in DIRECTIONS:
                line = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= y < N and 0 <= x < N for y, x in line):
                    found.append(frozenset(y * N + x for y, x in line))
    return found


LINES = all_lines()
CENTRE = frozenset({6, 7, 8, 11, 12, 13, 16, 17, 18})


class State(NamedTuple):
    mine: frozenset[int] = frozenset()
    yours: frozenset[int] = frozenset()


class FourInARow(Game[State]):
    num_moves = max_moves = N * N

    def initial(self):
        return State()

    def moves(self, s):
        taken = s.mine | s.yours
        return [square for square in range(N * N) if square not in taken]

    def play(self, s, move):
        return State(s.yours, s.mine | {move})

    def result(self, s):
        if any(line <= s.yours for line in LINES):
            return -1
        return 0 if len(s.mine) + len(s.yours) == N * N else None

    def evaluate(self, s):
        return len(s.mine & CENTRE) - len(s.yours & CENTRE)
