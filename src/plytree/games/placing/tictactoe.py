"""Tic-tac-toe: the smallest game of the house, and the one to read first.

Squares are numbered in reading order and are the moves:

    0 1 2
    3 4 5
    6 7 8
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game, Square

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # three in a row, as bits
FULL = 0o777


class State(NamedTuple):
    mine: int  # bit i: the player to move holds square i
    theirs: int


class TicTacToe(Game[State]):
    name = "tictactoe"
    num_moves = max_moves = 9
    cell_kinds = 3
    shape = (3, 3)

    def initial(self) -> State:
        return State(0, 0)

    def moves(self, s: State) -> list[int]:
        return [square for square in range(9) if not (s.mine | s.theirs) >> square & 1]

    def play(self, s: State, move: int) -> State:
        return State(s.theirs, s.mine | 1 << move)

    def result(self, s: State) -> int | None:
        for line in LINES:
            if s.theirs & line == line:
                return -1  # the other player has just completed it
        return 0 if s.mine | s.theirs == FULL else None

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 mine, 2 theirs."""
        return [(s.mine >> i & 1) + 2 * (s.theirs >> i & 1) for i in range(9)]

    def symmetries(self) -> list[tuple[int, ...]]:
        """Three quarter turns and four mirrors."""
        mirrors = [(2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2), (0, 3, 6, 1, 4, 7, 2, 5, 8)]
        return [*mirrors, (8, 5, 2, 7, 4, 1, 6, 3, 0), (6, 3, 0, 7, 4, 1, 8, 5, 2), tuple(range(8, -1, -1)),
                (2, 5, 8, 1, 4, 7, 0, 3, 6)]  # fmt: skip

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        x, o = (s.mine, s.theirs) if _x_moves(s) else (s.theirs, s.mine)
        return "".join("X" if x >> square & 1 else "O" if o >> square & 1 else "." for square in range(9))

    def from_text(self, text: str) -> State:
        cells = text.strip().upper()
        if len(cells) != 9 or set(cells) - set("XO."):
            raise InputError(
                f"{text[:40]!r} is not a tic-tac-toe position; expected nine of X, O and '.', like 'XO.......'"
            )
        x = sum(1 << i for i, cell in enumerate(cells) if cell == "X")
        o = sum(1 << i for i, cell in enumerate(cells) if cell == "O")
        ahead = x.bit_count() - o.bit_count()
        if ahead not in (0, 1):
            raise InputError(
                f"{text!r} has {x.bit_count()} X and {o.bit_count()} O; X begins, expected as many or one more"
            )
        if (_wins(x) and ahead == 0) or (_wins(o) and ahead == 1):
            raise InputError(f"{text!r} cannot be reached: the game was over before its last move")
        return State(x, o) if ahead == 0 else State(o, x)

    def show_move(self, s: State, move: int) -> str:
        return str(move + 1)

    def board(self, s: State) -> Board:
        cells = self.to_text(s).replace(".", " ")
        won = [line for line in LINES if s.theirs & line == line]
        return Board(
            cells=tuple(tuple(cell.strip() for cell in cells[row * 3 : row * 3 + 3]) for row in range(3)),
            squares={} if self.result(s) is not None else {move: (_square(move),) for move in self.moves(s)},
            line=tuple(_square(i) for i in range(9) if won and won[0] >> i & 1),
            mover="" if self.result(s) is not None else "X" if _x_moves(s) else "O",
        )


def _wins(stones: int) -> bool:
    return any(stones & line == line for line in LINES)


def _x_moves(s: State) -> bool:
    return s.mine.bit_count() == s.theirs.bit_count()


def _square(move: int) -> Square:
    return move // 3, move % 3
