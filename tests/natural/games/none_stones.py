"""Take 1 to 4 stones, but not as many as the other player just did; who cannot move loses."""

from typing import NamedTuple

from plytree import Game


class State(NamedTuple):
    stones: int
    last: int | None = None


class NoRepeat(Game[State]):
    max_moves = 4
    move_list = ("one", "two", "three", "four")
    words = {"one": 1, "two": 2, "three": 3, "four": 4}

    def initial(self):
        return State(40)

    def moves(self, s):
        return [word for word, n in self.words.items() if n <= s.stones and (s.last is None or n != s.last)]

    def play(self, s, move):
        n = self.words[move]
        return s._replace(stones=s.stones - n, last=n)

    def result(self, s):
        if s.stones == 0 or (s.stones == 1 and s.last == 1):
            return -1
        return None
