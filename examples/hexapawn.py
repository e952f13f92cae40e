"""Hexapawn: three pawns against three (Martin Gardner, Scientific American, March 1962).

A pawn steps forward onto an empty square or takes diagonally forward. You win by reaching the last row, or when the
other player cannot move. The board is seen by the player to move, his pawns start on 0 1 2 and go up to 6 7 8; after
each move it is turned by half a turn. Play it with `plytree play examples/hexapawn.py`.
"""

from typing import NamedTuple

from plytree import Board, Game


class State(NamedTuple):
    mine: int  # bit i: a pawn of the player to move on square i
    theirs: int
    white: int  # 1 if White is to move


class Hexapawn(Game[State]):
    max_moves, num_moves = 9, 81  # a move is 9 * from + to

    def initial(self) -> State:
        return State(0b000_000_111, 0b111_000_000, 1)

    def moves(self, s: State) -> list[int]:
        return [9 * pawn + to for pawn in range(6) for to in range(3, 9) if can_go(s, pawn, to)]

    def play(self, s: State, move: int) -> State:
        mine = s.mine ^ 1 << move // 9 ^ 1 << move % 9
        return State(turn(s.theirs & ~mine), turn(mine), 1 - s.white)

    def result(self, s: State) -> int | None:
        return -1 if s.theirs & 0b111 or len(self.moves(s)) == 0 else None

    def show_move(self, s: State, move: int) -> str:
        return "".join("abc"[i % 3] + "123"[i // 3] for i in (seen(s, move // 9), seen(s, move % 9)))

    def board(self, s: State) -> Board:
        x, o = (s.mine, s.theirs) if s.white else (turn(s.theirs), turn(s.mine))
        cells = ["X" if x >> i & 1 else "O" if o >> i & 1 else "" for i in range(9)]
        ways = {move: (seen(s, move // 9), seen(s, move % 9)) for move in self.moves(s)}
        return Board((tuple(cells[6:]), tuple(cells[3:6]), tuple(cells[:3])), "stones",
                     {move: tuple((2 - i // 3, i % 3) for i in way) for move, way in ways.items()},
                     row_labels=("3", "2", "1"), column_labels=("a", "b", "c"), mover="OX"[s.white])  # fmt: skip


def can_go(s: State, pawn: int, to: int) -> bool:
    if not s.mine >> pawn & 1 or to // 3 != pawn // 3 + 1 or abs(to - pawn - 3) > 1:
        return False
    return bool(s.theirs >> to & 1) if to != pawn + 3 else not (s.mine | s.theirs) >> to & 1


def turn(board: int) -> int:
    """The board seen from the other side."""
    return sum([(board >> square & 1) << (8 - square) for square in range(9)])


def seen(s: State, square: int) -> int:
    return square if s.white else 8 - square  # a square of the mover's view as White sees it
