"""Domineering: Vertical and Horizontal put dominoes on a board in turn; who cannot move has lost.

The game is due to Goran Andersson and was made known by John Conway (On Numbers and Games, 1976). Play it with

    plytree play examples/domineering.py

A move is the upper or left square of the domino, squares numbered in reading order.
"""

from typing import NamedTuple

from plytree import Board, Game

SIZE = 5


class State(NamedTuple):
    taken: int  # bit i: square i is covered
    vertical: int  # 1 if Vertical is to move


class Domineering(Game[State]):
    num_moves = SIZE * SIZE
    max_moves = SIZE * (SIZE - 1)

    def initial(self) -> State:
        return State(0, 1)

    def moves(self, s: State) -> list[int]:
        return [i for i in range(SIZE * SIZE) if fits(s, i)]

    def play(self, s: State, move: int) -> State:
        return State(s.taken | 1 << move | 1 << second(s, move), 1 - s.vertical)

    def result(self, s: State) -> int | None:
        return None if len(self.moves(s)) > 0 else -1

    def evaluate(self, s: State) -> int:
        """Room for me less room for the other player."""
        return len(self.moves(s)) - len(self.moves(State(s.taken, 1 - s.vertical)))

    def show_move(self, s: State, move: int) -> str:
        return "abcdefgh"[move % SIZE] + str(move // SIZE + 1)

    def board(self, s: State) -> Board:
        cells = tuple(tuple("#" if s.taken >> SIZE * r + c & 1 else "" for c in range(SIZE)) for r in range(SIZE))
        squares = {m: ((m // SIZE, m % SIZE), (second(s, m) // SIZE, second(s, m) % SIZE)) for m in self.moves(s)}
        return Board(cells, "text", squares, row_labels=tuple("12345678"[:SIZE]),
                     column_labels=tuple("abcdefgh"[:SIZE]), mover=("Horizontal", "Vertical")[s.vertical])  # fmt: skip


def second(s: State, move: int) -> int:
    """The other square of the domino."""
    return move + SIZE if s.vertical else move + 1


def fits(s: State, i: int) -> bool:
    inside = i < SIZE * (SIZE - 1) if s.vertical else i % SIZE < SIZE - 1
    return inside and not s.taken >> i & 1 and not s.taken >> second(s, i) & 1
