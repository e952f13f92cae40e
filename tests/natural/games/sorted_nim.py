"""Nim: heaps in order of size, empty ones are gone; a move is (size of the heap, how many to take)."""

from plytree import Game


class SortedNim(Game[tuple[int, ...]]):
    def __init__(self, heaps=(5, 4, 3, 1)):
        self.heaps = tuple(heaps)
        self.move_list = [(size, n) for size in range(1, max(heaps) + 1) for n in range(1, size + 1)]
        self.max_moves = len(self.move_list)

    def initial(self):
        return tuple(sorted(self.heaps))

    def moves(self, s):
        found = []
        for i, heap in enumerate(s):
            if i > 0 and s[i - 1] == heap:
                continue
            for n in range(1, heap + 1):
                found.append((heap, n))
        return found

    def play(self, s, move):
        heap, n = move
        i = s.index(heap)
        rest = s[:i] + s[i + 1 :]
        if heap > n:
            rest += (heap - n,)
        return tuple(sorted(rest))

    def result(self, s):
        if not s:
            return -1
        return None
