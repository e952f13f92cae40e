"""Kayles: a tuple of rows that grows and shrinks, a set of what was seen, a list that is sorted."""

from plytree import Game


class Kayles(Game[tuple[int, ...]]):
    """Rows of pins; knock one or two neighbours."""

    max_moves = 40

    def __init__(self, pins=8):
        self.pins = pins

    def initial(self):
        return (self.pins,)

    def moves(self, s):
        seen = set()
        for row in s:
            if row in seen:
                continue
            seen.add(row)
            for hit in (1, 2):
                for left in range((row - hit) // 2 + 1):
                    if row - hit - left >= 0:
                        yield (row, hit, left)

    def play(self, s, move):
        row, hit, left = move
        rest = list(s)
        rest.remove(row)
        right = row - hit - left
        rest += [n for n in (left, right) if n > 0]
        return tuple(sorted(rest, reverse=True))

    def result(self, s):
        return None if s else -1
