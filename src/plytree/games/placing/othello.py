"""Othello on 8 x 8 squares, or on 6 x 6 or 4 x 4.

Squares are bits in reading order, a1 is bit 0; on 8 x 8 the last one, h8, is the sign of a 64-bit int. A stone that
turns over lies *inside* a line, so each direction has a mask of inner squares, which leaves out the border:

    right and left              down and up                 diagonal
    . x x x x x x .             . . . . . . . .             . . . . . . . .
    . x x x x x x .             x x x x x x x x             . x x x x x x .
    ...                         ...                         ...
    . x x x x x x .             . . . . . . . .             . . . . . . . .

After each shift the mask cuts off what a left shift grew beyond 64 bits (Python) and what a right shift drew down from
the sign (both): the same code is right for Python's ints and for int64.
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.grids import turned_and_mirrored
from plytree.games.contract.primitives import popcount

SIZES = (4, 6, 8)
BITS = (*(1 << square for square in range(63)), -(1 << 63))


class State(NamedTuple):
    mine: int  # 64 bits, in two's complement
    theirs: int
    black: int  # 1 if Black is to move


class Othello(Game[State]):
    name = "othello"
    cell_kinds = 3
    weights = (10, 1)
    feature_names = ("corners", "mobility")

    def __init__(self, size: int = 8):
        if size not in SIZES:
            raise InputError(f"{size!r} is not a board size; expected 4, 6 or 8")
        self.size, self.shape = size, (size, size)
        self.skip = size * size  # the move of a player who has none
        self.num_moves, self.max_moves = size * size + 1, size * size - 4
        across = sum(1 << square for square in range(size * size) if 0 < square % size < size - 1)
        down = sum(1 << square for square in range(size * size) if 0 < square // size < size - 1)
        self.shifts = (1, size, size - 1, size + 1)
        self.inner = (across, down, across & down, across & down)
        self.corners = BITS[0] | BITS[size - 1] | BITS[size * (size - 1)] | BITS[size * size - 1]

    def initial(self) -> State:
        half = self.size // 2
        white = BITS[(half - 1) * self.size + half - 1] | BITS[half * self.size + half]
        black = BITS[(half - 1) * self.size + half] | BITS[half * self.size + half - 1]
        return State(black, white, 1)

    def moves(self, s: State) -> list[int]:
        reach = self.reach(s.mine, s.theirs)
        legal = [square for square in range(self.skip) if reach >> square & 1]
        if len(legal) == 0:
            legal.append(self.skip)
        return legal

    def play(self, s: State, move: int) -> State:
        if move == self.skip:
            return State(s.theirs, s.mine, 1 - s.black)
        turned = self.turned(s.mine, s.theirs, BITS[move])
        return State(s.theirs & ~turned, s.mine | turned | BITS[move], 1 - s.black)

    def result(self, s: State) -> int | None:
        if self.reach(s.mine, s.theirs) or self.reach(s.theirs, s.mine):
            return None
        ahead = popcount(s.mine) - popcount(s.theirs)
        return 1 if ahead > 0 else -1 if ahead < 0 else 0

    def reach(self, mine: int, theirs: int) -> int:
        """The empty squares from which `mine` would turn a stone: the low 64 bits hold them."""
        found = 0
        for i in range(4):
            right, left = self.runs(i, mine, theirs)
            found |= right >> self.shifts[i] | left << self.shifts[i]
        return found & ~(mine | theirs)

    def turned(self, mine: int, theirs: int, stone: int) -> int:
        """The stones of `theirs` that a new stone turns over."""
        found = 0
        for i in range(4):
            right, left = self.runs(i, stone, theirs)
            if right >> self.shifts[i] & mine:
                found |= right
            if left << self.shifts[i] & mine:
                found |= left
        return found

    def runs(self, i: int, begin: int, theirs: int) -> tuple[int, int]:
        """The stones of `theirs` that follow `begin` without a gap, both ways along direction i."""
        shift, inner = self.shifts[i], theirs & self.inner[i]
        right, left = begin >> shift & inner, begin << shift & inner
        for _ in range(self.size - 3):
            right |= right >> shift & inner
            left |= left << shift & inner
        return right, left

    def evaluate(self, s: State) -> int:
        """Corners and mobility; stones change hands too often to count early."""
        corners = popcount(s.mine & self.corners) - popcount(s.theirs & self.corners)
        mobility = popcount(self.reach(s.mine, s.theirs)) - popcount(self.reach(s.theirs, s.mine))
        corner, move = self.weights
        return corner * corners + move * mobility

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 mine, 2 theirs."""
        return [(s.mine >> i & 1) + 2 * (s.theirs >> i & 1) for i in range(self.skip)]

    def symmetries(self) -> list[tuple[int, ...]]:
        return turned_and_mirrored(self.size)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """All squares in reading order, X for Black, then who is to move."""
        return "".join(cell or "." for cell in self._cells(s)) + " " + "OX"[s.black]

    def from_text(self, text: str) -> State:
        cells, _, mover = text.strip().upper().partition(" ")
        if len(cells) != self.skip or set(cells) - set("XO.") or mover not in ("X", "O"):
            raise InputError(
                f"{text[:99]!r} is not an Othello position; expected {self.skip} of X, O and '.', a blank, and X or O "
                "for the player to move"
            )
        x, o = 0, 0
        for square, cell in enumerate(cells):
            x |= BITS[square] if cell == "X" else 0
            o |= BITS[square] if cell == "O" else 0
        return State(x, o, 1) if mover == "X" else State(o, x, 0)

    def show_move(self, s: State, move: int) -> str:
        return "pass" if move == self.skip else f"{'abcdefgh'[move % self.size]}{move // self.size + 1}"

    def board(self, s: State) -> Board:
        cells, size, over = self._cells(s), self.size, self.result(s) is not None
        legal = [] if over else self.moves(s)
        return Board(
            cells=tuple(tuple(cells[row * size : row * size + size]) for row in range(size)),
            style="stones",
            squares={m: () if m == self.skip else ((m // size, m % size),) for m in legal},
            row_labels=tuple(str(row + 1) for row in range(size)),
            column_labels=tuple("abcdefgh"[:size]),
            mover="" if over else "X" if s.black else "O",
        )

    def _cells(self, s: State) -> list[str]:
        x, o = (s.mine, s.theirs) if s.black else (s.theirs, s.mine)
        return ["X" if x >> i & 1 else "O" if o >> i & 1 else "" for i in range(self.skip)]

    @classmethod
    def from_spec(cls, parameters: str) -> Othello:
        if parameters and parameters not in [str(size) for size in SIZES]:
            raise InputError(f"{parameters[:40]!r} is not a board size; expected 4, 6 or 8")
        return cls(int(parameters or 8))
