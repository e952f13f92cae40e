"""Games that cannot become native code, each for another reason. All but the broken one play tic-tac-toe."""

import random
from typing import Any, NamedTuple

import numpy as np

from plytree import Game

LINES = (7, 56, 448, 73, 146, 292, 273, 84)


class Base(Game[Any]):
    max_moves = num_moves = 9

    def initial(self):
        return (0, 0)

    def moves(self, s):
        return [m for m in range(9) if not (s[0] | s[1]) >> m & 1]

    def play(self, s, move):
        return (s[1], s[0] | 1 << move)

    def result(self, s):
        for line in LINES:
            if s[1] & line == line:
                return -1
        return 0 if s[0] | s[1] == 511 else None


class Recursive(Base):
    def evaluate(self, s):
        return self.count(s[0]) - self.count(s[1])

    def count(self, bits):
        return 0 if bits == 0 else 1 + self.count(bits & (bits - 1))


def tally(bits):
    return 0 if bits == 0 else (bits & 1) + tally(bits >> 1)


class RecursiveHelper(Base):
    def evaluate(self, s):
        return tally(s[0])


class ListState(Base):
    def initial(self):
        return [0] * 9

    def moves(self, s):
        return [m for m in range(9) if not s[m]]

    def play(self, s, move):
        return [-x for x in s[:move]] + [-1] + [-x for x in s[move + 1 :]]

    def result(self, s):
        for line in LINES:
            if sum(s[i] for i in range(9) if line >> i & 1) == -3:
                return -1
        return 0 if 0 not in s else None


class ObjectState(Base):
    class Position:
        def __init__(self, mine, theirs):
            self.pair = (mine, theirs)

    def initial(self):
        return self.Position(0, 0)

    def moves(self, s):
        return Base.moves(self, s.pair)

    def play(self, s, move):
        return self.Position(*Base.play(self, s.pair, move))

    def result(self, s):
        return Base.result(self, s.pair)


class BigStart(Base):
    def initial(self):
        return (0, 0, 1 << 70)

    def play(self, s, move):
        return (s[1], s[0] | 1 << move, s[2])


class GrowingNumbers(Base):
    """The stones lie so far apart that they leave the 64 bits while the game goes on."""

    def moves(self, s):
        return [m for m in range(9) if not (s[0] | s[1]) >> (m * 8) & 1]

    def play(self, s, move):
        return (s[1], s[0] | 1 << (move * 8))

    def result(self, s):
        for line in LINES:
            stones = 0
            for i in range(9):
                stones += line >> i & s[1] >> (i * 8) & 1
            if stones == 3:
                return -1
        return 0 if len(self.moves(s)) == 0 else None


class WideShift(Base):
    def evaluate(self, s):
        return ((s[0] + 1) << 60) % 1009


class TwoTypes(Base):
    def evaluate(self, s):
        found = 0
        if s[0]:
            found = "many"
        return len(str(found))


class FloatEstimate(Base):
    def evaluate(self, s):
        return s[0] / 2 - s[1] / 2


class OtherState(Base):
    def play(self, s, move):
        return (s[1], s[0] | 1 << move, "a text")


class NamedException(Base):
    def evaluate(self, s):
        try:
            return LINES.index(s[0])
        except ValueError:
            return 0


class Formatting(Base):
    def evaluate(self, s):
        return hex(s[0]).count("f")


class Chance(Base):
    def evaluate(self, s):
        return random.Random(s[0]).randrange(3)


class Memo(Base):
    def __init__(self):
        self.seen = {}

    def evaluate(self, s):
        if s not in self.seen:
            self.seen[s] = s[0] % 3
        return self.seen[s]


class Words(NamedTuple):
    mine: Any
    theirs: int


class ObjectArray(Base):
    def initial(self):
        return Words(np.array([0, None], dtype=object), 0)

    def moves(self, s):
        return Base.moves(self, (s.mine[0], s.theirs))

    def play(self, s, move):
        after = Base.play(self, (s.mine[0], s.theirs), move)
        return Words(np.array([after[0], None], dtype=object), after[1])

    def result(self, s):
        return Base.result(self, (s.mine[0], s.theirs))


class NoMoves(Game[Any]):
    """A method is missing: this one cannot be played at all."""

    def initial(self):
        return 0

    def play(self, s, move):
        return s

    def result(self, s):
        return None
