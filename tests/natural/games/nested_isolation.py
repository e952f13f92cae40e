"""Isolation on four by five squares: named tuples inside a named tuple, compass points as moves."""

from typing import NamedTuple

from plytree import Game

ROWS, COLUMNS = 4, 5
STEPS = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}


class Square(NamedTuple):
    row: int
    column: int

    def step(self, way):
        dr, dc = STEPS[way]
        return Square(self.row + dr, self.column + dc)

    @property
    def number(self):
        return self.row * COLUMNS + self.column

    @property
    def on_board(self):
        return 0 <= self.row < ROWS and 0 <= self.column < COLUMNS


class Pair(NamedTuple):
    mine: Square
    yours: Square


class State(NamedTuple):
    kings: Pair
    gone: frozenset[int]


class Isolation(Game[State]):
    move_list = list(STEPS)
    max_moves = 8

    def initial(self):
        kings = Pair(Square(0, 2), Square(3, 2))
        return State(kings, frozenset({kings.mine.number, kings.yours.number}))

    def free(self, s, square):
        return square.on_board and square.number not in s.gone

    def moves(self, s):
        return [way for way in self.move_list if self.free(s, s.kings.mine.step(way))]

    def play(self, s, move):
        target = s.kings.mine.step(move)
        return State(Pair(s.kings.yours, target), s.gone | {target.number})

    def result(self, s):
        return -1 if not self.moves(s) else None

    def evaluate(self, s):
        mine = len([way for way in STEPS if self.free(s, s.kings.mine.step(way))])
        yours = len([way for way in STEPS if self.free(s, s.kings.yours.step(way))])
        return mine - yours
