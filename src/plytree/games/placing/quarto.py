"""Quarto: put down the piece that your opponent gives you; four in a row with something in common win.

Invented by Blaise Muller (Gigamic, 1991). Sixteen pieces, each tall or short, dark or light, round or square, hollow or
solid. A turn is two moves: place the piece you were given, then choose one for the other player. With best play the
game is a draw (L. Goossens, 1998). Rows, columns and the two diagonals count.

A piece is a number of four bits, one for each property. Squares are bits in reading order; `with0` is the set of
squares whose piece has bit 0, and so on. A move below 16 is a square, one from 16 on gives piece `move - 16`.
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.primitives import popcount

LINES = (
    *(0b1111 << 4 * row for row in range(4)),
    *(0b1_0001_0001_0001 << column for column in range(4)),
    0b1000_0100_0010_0001,
    0b0001_0010_0100_1000,
)
FULL = 0xFFFF
NOTHING = 16  # in hand
SQUARES = "abcd"
DIGITS = "0123456789ABCDEF"


class State(NamedTuple):
    taken: int  # bit i: a piece stands on square i
    with0: int
    with1: int
    with2: int
    with3: int
    left: int  # bit p: piece p has not been given yet
    hand: int  # the piece to be placed, or NOTHING: then the mover gives one
    mover: int  # 0 or 1


class Quarto(Game[State]):
    """Quarto: place the piece you are given; four in a row with something in common win."""

    name = "quarto"
    num_moves, max_moves = 32, 16
    cell_kinds = 17

    def initial(self) -> State:
        return State(0, 0, 0, 0, 0, FULL, NOTHING, 0)

    def moves(self, s: State) -> list[int]:
        if s.hand == NOTHING:
            return [16 + piece for piece in range(16) if s.left >> piece & 1]
        return [square for square in range(16) if not s.taken >> square & 1]

    def play(self, s: State, move: int) -> State:
        if s.hand == NOTHING:
            left = s.left ^ 1 << move - 16
            return State(s.taken, s.with0, s.with1, s.with2, s.with3, left, move - 16, 1 - s.mover)
        p = s.hand
        return State(
            s.taken | 1 << move,
            s.with0 | (p & 1) << move,
            s.with1 | (p >> 1 & 1) << move,
            s.with2 | (p >> 2 & 1) << move,
            s.with3 | (p >> 3 & 1) << move,
            s.left,
            NOTHING,
            s.mover,
        )

    def result(self, s: State) -> int | None:
        if s.hand != NOTHING:
            return None
        for line in LINES:
            if s.taken & line == line and alike(s, line):
                return 1  # the player to move has just completed it
        return 0 if s.taken == FULL else None

    def to_move(self, s: State) -> int:
        return s.mover

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """The player who places can hope if the piece in hand wins; who gives needs pieces that do not."""
        if s.hand != NOTHING:
            return 50 if wins_with(s, s.hand) else 0
        safe = 0
        for piece in range(16):
            safe += s.left >> piece & 1 and not wins_with(s, piece)
        return -40 if safe == 0 else safe

    def order(self, s: State, move: int) -> int:
        """Never give a piece that wins; place where a line is completed."""
        if s.hand == NOTHING:
            return -100 if wins_with(s, move - 16) else 0
        for line in LINES:
            if line >> move & 1 and popcount(s.taken & line) == 3 and fits(s, line, s.hand):
                return 100
        return 0

    def cells(self, s: State) -> list[int]:
        """The sixteen squares and the hand: 0 for nothing, else 1 + the piece."""
        seen = []
        for i in range(16):
            seen.append(1 + piece_on(s, i) if s.taken >> i & 1 else 0)
        seen.append(0 if s.hand == NOTHING else 1 + s.hand)
        return seen

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """The squares in reading order, a hexadecimal digit for each piece; the piece in hand or -; who is to move."""
        squares = "".join(DIGITS[piece_on(s, i)] if s.taken >> i & 1 else "." for i in range(16))
        return f"{squares} {'-' if s.hand == NOTHING else DIGITS[s.hand]} {s.mover + 1}"

    def from_text(self, text: str) -> State:
        squares, hand, mover = (*text.strip().upper().split(" "), "", "", "")[:3]
        pieces = [c for c in squares + hand if c in DIGITS]
        wrong = len(squares) != 16 or set(squares) - set(DIGITS + ".") or len(hand) != 1 or hand not in DIGITS + "-"
        if wrong or len(set(pieces)) < len(pieces) or mover not in ("1", "2"):
            raise InputError(
                f"{text[:99]!r} is not a position; expected 16 squares of 0 to 9, A to F (each once) and '.', a blank, "
                "the piece in hand or -, a blank, and 1 or 2 for the player to move"
            )
        taken = sum(1 << i for i in range(16) if squares[i] != ".")
        planes = [
            sum(1 << i for i in range(16) if squares[i] != "." and DIGITS.index(squares[i]) >> k & 1) for k in range(4)
        ]
        left = FULL & ~sum(1 << DIGITS.index(piece) for piece in pieces)
        return State(
            taken,
            planes[0],
            planes[1],
            planes[2],
            planes[3],
            left,
            NOTHING if hand == "-" else DIGITS.index(hand),
            int(mover) - 1,
        )

    def show_move(self, s: State, move: int) -> str:
        """`b3` to place, `give 7` to choose."""
        return f"give {DIGITS[move - 16]}" if move >= 16 else f"{SQUARES[move % 4]}{move // 4 + 1}"

    def board(self, s: State) -> Board:
        """The board, then a gap, then the pieces that are left; the one in hand stands in the gap."""
        cells = [["" for _ in range(9)] for _ in range(4)]
        for i in range(16):
            cells[i // 4][i % 4] = DIGITS[piece_on(s, i)] if s.taken >> i & 1 else ""
            cells[i // 4][5 + i % 4] = DIGITS[i] if s.left >> i & 1 else ""
        if s.hand != NOTHING:
            cells[0][4] = f"<{DIGITS[s.hand]}"
        over = self.result(s) is not None
        legal = [] if over else self.moves(s)
        lines = [line for line in LINES if s.taken & line == line and alike(s, line)]
        return Board(
            cells=tuple(tuple(row) for row in cells),
            style="text",
            squares={m: ((m // 4, m % 4) if m < 16 else ((m - 16) // 4, 5 + m % 4),) for m in legal},
            line=tuple((i // 4, i % 4) for i in range(16) if lines and lines[0] >> i & 1),
            row_labels=tuple("1234"),
            column_labels=tuple("abcd "),
            mover="" if over else f"Player {s.mover + 1}",
            colours=("Player 1", "Player 2"),
        )


def piece_on(s: State, i: int) -> int:
    return s.with0 >> i & 1 | (s.with1 >> i & 1) << 1 | (s.with2 >> i & 1) << 2 | (s.with3 >> i & 1) << 3


def alike(s: State, squares: int) -> bool:
    """Have the pieces on these squares, none of them empty, something in common?"""
    for plane in (s.with0, s.with1, s.with2, s.with3):
        if plane & squares == squares or plane & squares == 0:
            return True
    return False


def fits(s: State, line: int, piece: int) -> bool:
    """Would this piece complete a line on which three stand?"""
    three, bit = s.taken & line, 0
    for plane in (s.with0, s.with1, s.with2, s.with3):
        if plane & three == (three if piece >> bit & 1 else 0):
            return True
        bit += 1
    return False


def wins_with(s: State, piece: int) -> bool:
    """Can the piece be placed so that it wins?"""
    for line in LINES:
        if popcount(s.taken & line) == 3 and fits(s, line, piece):
            return True
    return False
