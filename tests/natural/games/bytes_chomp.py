"""Chomp: the length of each row of the bar as a byte; the square in the corner is poisoned."""

from plytree import Game


class Chomp(Game[bytes]):
    def __init__(self, rows: int = 3, columns: int = 5):
        self.rows, self.columns = rows, columns
        self.max_moves = rows * columns

    def initial(self):
        return bytes([self.columns] * self.rows)

    def moves(self, s):
        return [(r, c) for r, length in enumerate(s) for c in range(length)]

    def play(self, s, move):
        row, column = move
        return bytes(min(length, column) if r >= row else length for r, length in enumerate(s))

    def result(self, s):
        return 1 if max(s) == 0 else None

    def evaluate(self, s):
        return 1 if sum(s) % 2 == 0 else -1
