"""How a chess position and a move are stored: the record that the search copies, and the bits of a move.

Squares are numbered from a1; a set of squares is one 64-bit word, bit i for square i:

    8 | 56 57 58 59 60 61 62 63
    7 | 48 49 50 51 52 53 54 55
    6 | 40 41 42 43 44 45 46 47
    5 | 32 33 34 35 36 37 38 39        north = +8, east = +1
    4 | 24 25 26 27 28 29 30 31
    3 | 16 17 18 19 20 21 22 23
    2 |  8  9 10 11 12 13 14 15
    1 |  0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

A move is one int of 15 bits:

    14 13 12 | 11 10  9  8  7  6 | 5  4  3  2  1  0
      kind   |        to         |       from

    kind 0 normal, 1 pawn goes two squares, 2 en passant, 3 castling (from, to of the king), 4-7 promotion to N, B, R, Q
"""

from __future__ import annotations

import numpy as np

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
EMPTY = 12  # a piece is kind + 6 * side: 0-5 white, 6-11 black, and 12 for none
PIECES = "PNBRQKpnbrqk"  # their letters, in this order

NORMAL, DOUBLE, EN_PASSANT, CASTLING, PROMOTION = range(5)  # a promotion to kind k is PROMOTION - 1 + k
TO_QUEEN = PROMOTION - 1 + QUEEN

# castling rights, four bits
WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8
NO_SQUARE = 64  # the en-passant square where there is none

STATE = np.dtype(
    (
        np.record,
        [
            ("kinds", "u8", (6,)),  # where the pawns, knights, bishops, rooks, queens, kings of both sides stand
            ("sides", "u8", (2,)),  # where White's and Black's men stand
            ("squares", "u1", (64,)),  # the piece on each square, the same once more for quick lookup
            ("key", "u8"),  # Zobrist hash
            ("side", "i8"),  # who is to move
            ("castling", "i8"),  # rights that are left
            ("en_passant", "i8"),  # the square a pawn may capture on in passing (only if that is legal), or NO_SQUARE
            ("clock", "i8"),  # plies since the last capture or pawn move
            ("number", "i8"),  # of the move, from 1; counts up after Black
            ("placement", "i8"),  # sum of the piece-square values for White: middle game + (end game << 32)
            ("phase", "i8"),  # men left, weighted: 24 at the start, 0 with pawns and kings only
        ],
    )
)

# typed constants: in native code an untyped literal would turn a set into a signed number
NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
S7, S8, S9, S16, S32 = np.uint64(7), np.uint64(8), np.uint64(9), np.uint64(16), np.uint64(32)
FILE_A = np.uint64(0x0101010101010101)
NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
RANK_3 = np.uint64(0x0000000000FF0000)
RANK_6 = np.uint64(0x0000FF0000000000)
LAST_RANKS = np.uint64(0xFF000000000000FF)
LIGHT_SQUARES = np.uint64(0x55AA55AA55AA55AA)

SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
