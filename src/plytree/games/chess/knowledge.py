"""Where a position stands in the tables of endings: plain Python that native code has too.

How positions of an ending are numbered: a position is turned so that the white king stands on one of 16 squares
(a1-d4), with pawns on one of 32 (files a-d). No position is its own image under these turns, so each one has exactly
one number and each move exactly one edge. The number is (pair of kings, square of each other man) in mixed radix: 903
pairs without pawns, 1806 with, 48 squares for a pawn and 64 for any other man. Of two like men the one on the lower
square is named first; numbers in which they stand the other way round, or on one square, mean nothing.

Which table it is, a directory says: by the men on the board, counted, two bits for each kind and colour.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.board import KING, NO_SQUARE, QUEEN
from plytree.games.contract.game import NOT_KNOWN
from plytree.games.contract.primitives import bit, byte_at, inlined, lowest, popcount, record_at

MEN = 6  # room in the arrays
LIKE_MEN = 3  # of one kind and colour, at most, on the board of a table
ENTRIES = 1024  # of a directory
TABLES = 320  # of which tables can be asked inside the search; each one counts for both colours
EMPTY = -1
DRAW, WIN, LOSS, NO_POSITION = range(4)  # 2 bits a position
_FACTOR = 0x9E3779B1

GEOMETRY = np.dtype(
    (
        np.record,
        [
            ("men", "i8"),  # on the board, the kings are 0 (White's) and 1
            ("pawns", "i8"),  # 1: there are pawns, and the board is not turned upside down
            ("passing", "i8"),  # 1: both sides have pawns, so that there is en passant
            ("numbers", "i8"),  # numbers of positions for one side to move
            ("kind", "i8", (MEN,)),
            ("colour", "i8", (MEN,)),
            ("twin", "i8", (MEN,)),  # 1: the same kind and colour as the man before
            ("radix", "i8", (MEN,)),
            ("lowest", "i8", (MEN,)),  # square
            ("offset", "i8"),  # where its values begin, if it is a table that moves of another one lead to,
            ("swap", "i8"),  # 1: with the colours changed,
            ("order", "i8", (MEN,)),  # and which man of the other one is its man i
        ],
    )
)
_PAIR_NUMBERS = ("number", "i4", (2 * 4096,))  # [pawns * 4096 + white * 64 + black]; -1: the kings touch
PAIRS = np.dtype((np.record, [_PAIR_NUMBERS, ("white", "i8", (2 * 1806,)), ("black", "i8", (2 * 1806,))]))
KNOWLEDGE = np.dtype(
    (
        np.record,
        [
            _PAIR_NUMBERS,
            ("counted", "i8", (ENTRIES,)),  # the directory: men on the board,
            ("slot", "i8", (ENTRIES,)),  # and which of the following tables is theirs
            ("most", "i8"),  # men in a table
            ("slots", GEOMETRY, (TABLES,)),
            ("outcomes", "i8", (TABLES,)),  # address of a table's outcomes,
            ("slow", "i8", (TABLES,)),  # 1: some of its mates may come too late for the fifty-move rule
        ],
    )
)  # what the search is given


@inlined
def number_of(p: Any, g: Any, white: Any, black: Any, a: Any, b: Any, c: Any) -> Any:
    """The number of a position with its kings and its other men on these squares; -1 if the kings touch."""
    turn = 7 if white & 7 > 3 else 0
    if g.pawns == 0 and white >> 3 > 3:
        turn |= 56
    pair = p.number[g.pawns * 4096 + ((white ^ turn) << 6 | (black ^ turn))]
    if pair < 0:
        return -1
    a, b, c = a ^ turn, b ^ turn, c ^ turn
    if g.twin[3] and a > b:
        a, b = b, a
    if g.twin[4] and b > c:
        b, c = c, b
        if g.twin[3] and a > b:
            a, b = b, a
    number = pair * g.radix[2] + a - g.lowest[2]
    if g.men > 3:
        number = number * g.radix[3] + b - g.lowest[3]
    if g.men > 4:
        number = number * g.radix[4] + c - g.lowest[4]
    return number


@inlined
def place_of(counted: Any) -> Any:
    """Where a directory begins to look for men."""
    return (counted * _FACTOR >> 12) % ENTRIES


@inlined
def find(d: Any, s: Any) -> Any:
    """The slot of the table for a position; EMPTY if there is none, or if somebody may castle."""
    if s.castling or popcount(s.sides[0] | s.sides[1]) > d.most:
        return np.int64(EMPTY)
    counted = np.int64(0)
    for side in range(2):
        for kind in range(QUEEN + 1):
            count = popcount(s.kinds[kind] & s.sides[side])
            if count > LIKE_MEN:
                return np.int64(EMPTY)
            counted = counted * 4 + count
    place = place_of(counted)
    while d.counted[place] != EMPTY:
        if d.counted[place] == counted:
            return d.slot[place]
        place = (place + 1) % ENTRIES
    return np.int64(EMPTY)


@inlined
def place_in(p: Any, g: Any, s: Any) -> Any:
    """The place of a position in the table of these men; en passant is not looked at."""
    turn = 56 * g.swap
    a, b, c, seen = np.int64(0), np.int64(0), np.int64(0), 0
    for colour in range(2):
        for down in range(QUEEN + 1):
            men = s.kinds[QUEEN - down] & s.sides[colour ^ g.swap]
            while men:
                square = lowest(men) ^ turn
                men ^= bit(lowest(men))
                if seen == 0:
                    a = square
                elif seen == 1:
                    b = square
                else:
                    c = square
                seen += 1
    white = lowest(s.kinds[KING] & s.sides[g.swap]) ^ turn
    black = lowest(s.kinds[KING] & s.sides[1 ^ g.swap]) ^ turn
    return (s.side ^ g.swap) * g.numbers + number_of(p, g, white, black, a, b, c)


def look_up(s: Any, memory: Any) -> Any:
    """Win, draw or loss of a position by the tables at an address, as the hook of a game.

    Only after a capture or a pawn move: what the tables know is reached by one, and before the next one the fifty-move
    rule could make a win a draw.
    """
    k = record_at(memory, KNOWLEDGE)
    if s.clock != 0 or s.en_passant != NO_SQUARE:
        return np.int64(NOT_KNOWN)
    slot = find(k, s)
    if slot < 0:
        return np.int64(NOT_KNOWN)
    at = np.int64(place_in(k, k.slots[slot], s))
    outcome = byte_at(k.outcomes[slot] + (at >> 2)) >> 2 * (at & 3) & 3
    if outcome == DRAW:
        return np.int64(0)
    if outcome == NO_POSITION or k.slow[slot]:
        return np.int64(NOT_KNOWN)
    return np.int64(1 if outcome == WIN else -1)
