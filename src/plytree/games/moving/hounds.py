"""Fox and hounds: four hounds try to catch a fox on the dark squares of a chessboard.

Hounds stand on the first row and step diagonally forward only, the fox begins opposite and steps diagonally both ways;
nobody takes. The fox moves first. He wins when no hound can step any more or he has passed them all; the hounds win
when he cannot move. With best play the hounds win (E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapter 20, where
the game is called Fox and Geese).

Bits are the dark squares as in draughts, with a gap after every second row, so that the four ways are four shifts:

       32  33  34  35       the hounds begin here and go down: ways 2 (-4) and 3 (-5)
     27  28  29  30
       ...
      0   1   2   3         the fox begins on 1 or 2

A move is `from + 36 * way`.
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.primitives import highest, lowest
from plytree.games.contract.texts import read_squares

SQUARES = tuple(i for i in range(36) if i % 9 != 4)  # bits, row by row from the bottom
PLACES = {square: 8 * (k // 4) + 2 * (k % 4) + k // 4 % 2 for k, square in enumerate(SQUARES)}  # on the chessboard
BOARD = sum(1 << square for square in SQUARES)
STARTS = 0b1111 << 32
UP, DOWN = (4, 5, 0, 0), (0, 0, 4, 5)  # a step is a shift to the left and one to the right, and one of them is 0


class State(NamedTuple):
    fox: int  # one bit
    hounds: int  # four bits
    hunting: int  # 1 if the hounds are to move


class Hounds(Game[State]):
    """Fox and hounds: four hounds that only go forward try to catch a fox."""

    name = "hounds"
    num_moves, max_moves = 144, 8
    cell_kinds = 3
    shape = (8, 4)

    def initial(self) -> State:
        return State(1 << 1, STARTS, 0)

    def moves(self, s: State) -> list[int]:
        legal = []
        free = BOARD & ~(s.fox | s.hounds)
        for way in range(4):
            if s.hunting == 0 or way >= 2:
                men = (s.hounds if s.hunting else s.fox) & step(free, way ^ 2)
                while men:
                    legal.append(lowest(men) + 36 * way)
                    men &= men - 1
        return legal

    def play(self, s: State, move: int) -> State:
        man = 1 << move % 36
        goal = step(man, move // 36)
        if s.hunting:
            return State(s.fox, s.hounds ^ man ^ goal, 0)
        return State(goal, s.hounds, 1)

    def result(self, s: State) -> int | None:
        free = BOARD & ~(s.fox | s.hounds)
        if s.hunting == 0:
            for way in range(4):
                if step(s.fox, way) & free:
                    return 1 if self.escaped(s) else None
            return -1
        if self.escaped(s):
            return -1
        return None if s.hounds & (step(free, 0) | step(free, 1)) else -1

    def escaped(self, s: State) -> bool:
        """Is no hound above the fox's row?"""
        return row_of(highest(s.hounds)) <= row_of(lowest(s.fox))

    def evaluate(self, s: State) -> int:
        """How far up the fox has come, and how many ways he has."""
        free, ways = BOARD & ~(s.fox | s.hounds), 0
        for way in range(4):
            ways += 1 * (step(s.fox, way) & free != 0)
        value = 5 * row_of(lowest(s.fox)) + 4 * ways
        return -value if s.hunting else value

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 the fox, 2 a hound; and one more cell: 1 if the hounds are to move."""
        squares = [(s.fox >> i & 1) + 2 * (s.hounds >> i & 1) for i in SQUARES]
        squares.append(s.hunting)
        return squares

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """The dark squares row by row upwards, F and H, then who is to move."""
        letters = ("F" if s.fox >> i & 1 else "H" if s.hounds >> i & 1 else "." for i in SQUARES)
        return "".join(letters) + " " + "FH"[s.hunting]

    def from_text(self, text: str) -> State:
        squares, mover = read_squares(text, 32, "FH.", "FH")
        if squares.count("F") != 1 or squares.count("H") != 4:
            raise InputError(f"{text[:99]!r} is not a position; expected one F and four H")
        fox, hounds = (sum(1 << SQUARES[k] for k in range(32) if squares[k] == kind) for kind in "FH")
        return State(fox, hounds, int(mover == "H"))

    def show_move(self, s: State, move: int) -> str:
        ends = (move % 36, lowest(step(1 << move % 36, move // 36)))
        return "".join(f"{chr(97 + PLACES[i] % 8)}{PLACES[i] // 8 + 1}" for i in ends)

    def board(self, s: State) -> Board:
        texts = [""] * 64
        for square, place in PLACES.items():
            texts[place] = "F" if s.fox >> square & 1 else "H" if s.hounds >> square & 1 else ""
        over = self.result(s) is not None
        ends = {m: (m % 36, lowest(step(1 << m % 36, m // 36))) for m in ([] if over else self.moves(s))}
        return Board.grid(
            texts,
            8,
            {move: (PLACES[begin], PLACES[end]) for move, (begin, end) in ends.items()},
            upwards=True,
            style="stones",
            mover="" if over else "FH"[s.hunting],
            colours=("F", "H"),
        )


def step(squares: int, way: int) -> int:
    """All squares moved one step; what leaves the board falls into a gap or above it."""
    return squares << UP[way] >> DOWN[way]


def row_of(square: int) -> int:
    return square // 9 * 2 + 1 * (square % 9 > 4)
