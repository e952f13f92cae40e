"""Pentago: put down a marble, then turn one of the four quarters of the board by 90 degrees; five in a row win.

Invented by Tomas Floden (Mindtwister, 2005); rules as used by G. Irving, "Pentago is a First Player Win" (2014,
arxiv.org/abs/1404.0743): five in a row count after the turn; if both players have five, or the board is full, the game
is a draw. The game is over as soon as one has five; first to move is White.

Bits: quarter q has bits 9q to 9q + 8, eight around it clockwise and the middle last, so that a turn shifts eight bits
by two:

     0  1  2 |  9 10 11
     7  8  3 | 16 17 12
     6  5  4 | 15 14 13
    ---------+---------
    18 19 20 | 27 28 29
    25 26 21 | 34 35 30
    24 23 22 | 33 32 31

A move is `place * 8 + 2 * quarter + way`, way 0 clockwise, 1 against the clock; place is the bit.
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.grids import turned_and_mirrored
from plytree.games.contract.primitives import popcount
from plytree.games.contract.texts import read_squares

RING = (0, 1, 2, 7, 8, 3, 6, 5, 4)  # the bits of a quarter in reading order
BITS = tuple(9 * (r // 3 * 2 + c // 3) + RING[r % 3 * 3 + c % 3] for r in range(6) for c in range(6))
SQUARES = tuple(BITS.index(i) for i in range(36))  # a bit's square in reading order
FULL = (1 << 36) - 1
LINES = tuple(
    sum(1 << BITS[6 * (r + i * dr) + c + i * dc] for i in range(5))
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    for r in range(6)
    for c in range(6)
    if r + 4 * dr < 6 and 0 <= c + 4 * dc < 6
)
WORTH = (0, 1, 4, 12, 40, 0)  # of a line with so many marbles of one player and none of the other
QUARTERS = "ABCD"


class State(NamedTuple):
    mine: int
    theirs: int
    white: int  # 1 if White is to move


class Pentago(Game[State]):
    """Pentago: put down a marble, turn a quarter of the board; five in a row win."""

    name = "pentago"
    num_moves = max_moves = 288
    cell_kinds = 3
    shape = (6, 6)

    def initial(self) -> State:
        return State(0, 0, 1)

    def moves(self, s: State) -> list[int]:
        return [8 * place + turn for place in range(36) if not (s.mine | s.theirs) >> place & 1 for turn in range(8)]

    def play(self, s: State, move: int) -> State:
        quarter, way = move // 2 % 4, move % 2
        mine = turned(s.mine | 1 << move // 8, quarter, way)
        return State(turned(s.theirs, quarter, way), mine, 1 - s.white)

    def result(self, s: State) -> int | None:
        mine, theirs = has_five(s.mine), has_five(s.theirs)
        if mine or theirs:
            return mine * 1 - theirs * 1
        return 0 if s.mine | s.theirs == FULL else None

    def evaluate(self, s: State) -> int:
        """Lines that one player alone has marbles on."""
        value = 0
        for line in LINES:
            mine, theirs = popcount(s.mine & line), popcount(s.theirs & line)
            if theirs == 0:
                value += WORTH[mine]
            elif mine == 0:
                value -= WORTH[theirs]
        return value

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 mine, 2 theirs, in reading order."""
        return [(s.mine >> i & 1) + 2 * (s.theirs >> i & 1) for i in BITS]

    def symmetries(self) -> list[tuple[int, ...]]:
        return turned_and_mirrored(6)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """All squares in reading order, W and B, then who is to move."""
        return "".join(text or "." for text in self._texts(s)) + " " + "BW"[s.white]

    def from_text(self, text: str) -> State:
        squares, mover = read_squares(text, 36, "WB.", "WB")
        if squares.count("W") - squares.count("B") != (mover == "B"):
            raise InputError(f"{text[:99]!r} is not a position; White begins: expected as many W as B, or one W more")
        white, black = (sum(1 << BITS[i] for i in range(36) if squares[i] == colour) for colour in "WB")
        return State(white, black, 1) if mover == "W" else State(black, white, 0)

    def show_move(self, s: State, move: int) -> str:
        """`a1 B+`: a marble on a1, then the upper right quarter clockwise (quarters are A B over C D)."""
        square = SQUARES[move // 8]
        return f"{chr(97 + square % 6)}{square // 6 + 1} {QUARTERS[move // 2 % 4]}{'+-'[move % 2]}"

    def board(self, s: State) -> Board:
        over = self.result(s) is not None
        moves = {} if over else {move: SQUARES[move // 8] for move in self.moves(s)}
        line = {SQUARES[i] for row in LINES for i in range(36) if _held(s, row) and row >> i & 1}
        mover = "" if over else "BW"[s.white]
        colours = ("B", "W")
        return Board.grid(self._texts(s), 6, moves, sorted(line), style="stones", mover=mover, colours=colours)

    def _texts(self, s: State) -> list[str]:
        white, black = (s.mine, s.theirs) if s.white else (s.theirs, s.mine)
        return ["W" if white >> i & 1 else "B" if black >> i & 1 else "" for i in BITS]


def turned(marbles: int, quarter: int, way: int) -> int:
    """The board with one quarter turned by 90 degrees."""
    ring = marbles >> 9 * quarter & 255
    ring = (ring << 2 | ring >> 6) & 255 if way == 0 else (ring >> 2 | ring << 6) & 255
    return marbles & ~(255 << 9 * quarter) | ring << 9 * quarter


def has_five(marbles: int) -> bool:
    if popcount(marbles) < 5:
        return False
    for line in LINES:
        if marbles & line == line:
            return True
    return False


def _held(s: State, line: int) -> bool:
    return line in (s.mine & line, s.theirs & line)
