"""Positions as text: Forsyth-Edwards notation in and out, with errors that say which field is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.chess.attacks import checkers
from plytree.games.chess.board import (
    BLACK,
    EMPTY,
    KING,
    NO_SQUARE,
    PAWN,
    PIECES,
    ROOK,
    SQUARE_NAMES,
    STATE,
    WHITE,
)
from plytree.games.chess.play import hash_key, offer_en_passant, place

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# right -> (its bit, where the king and the rook must stand)
_RIGHTS = {"K": (1, 4, 7), "Q": (2, 4, 0), "k": (4, 60, 63), "q": (8, 60, 56)}
_LARGEST = 9999  # of clock and move number: more is a slip of the pen


def read_fen(t: Any, text: str) -> Any:
    """The position that a FEN describes, as a record; InputError if it describes none that could be played on.

    The last two fields, or the last four, may be missing: "- - 0 1" is then meant.
    """
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise InputError(
            f"{text!r} is not a chess position; expected a FEN of six fields like {START!r}, got {len(fields)}"
        )
    fields += ["-", "-", "0", "1"][len(fields) - 2 :]
    s = np.zeros(1, STATE)[0]
    s.squares[:] = EMPTY
    _read_board(t, s, fields[0])
    if fields[1] not in ("w", "b"):
        raise InputError(f"the second field of the FEN, the side to move, is {fields[1]!r}; expected w or b")
    s.side = BLACK if fields[1] == "b" else WHITE
    _read_castling(s, fields[2])
    s.en_passant = NO_SQUARE
    s.clock = _read_number(fields[4], "fifth", "half-move clock", 0)
    s.number = _read_number(fields[5], "sixth", "move number", 1)
    _require_legal(t, s)
    s.key = hash_key(t, s)
    _read_en_passant(t, s, fields[3])
    return s


def write_fen(s: Any) -> str:
    """The position as FEN; the en-passant square is shown only if a pawn may capture there."""
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(letter(int(s.squares[rank * 8 + file])) or "1" for file in range(8))
        for run in range(8, 1, -1):
            row = row.replace("1" * run, str(run))
        ranks.append(row)
    rights = "".join(right for right, (bit, _, _) in _RIGHTS.items() if int(s.castling) & bit) or "-"
    passing = SQUARE_NAMES[s.en_passant] if s.en_passant < NO_SQUARE else "-"
    return f"{'/'.join(ranks)} {'wb'[s.side]} {rights} {passing} {s.clock} {s.number}"


def letter(piece: int) -> str:
    """The letter of a piece, "" for an empty square."""
    return "" if piece == EMPTY else PIECES[piece]


def _read_board(t: Any, s: Any, text: str) -> None:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise InputError(f"the first field of the FEN, the board, has {len(ranks)} ranks in {text!r}; expected 8")
    for number, row in zip(range(8, 0, -1), ranks, strict=True):
        file = 0
        for symbol in row:
            if symbol in PIECES:
                if file < 8:
                    place(t, s, PIECES.index(symbol), (number - 1) * 8 + file)
                file += 1
            elif symbol in "12345678":
                file += int(symbol)
            else:
                raise InputError(
                    f"the first field of the FEN, the board, has {symbol!r} in rank {number}; "
                    f"expected 1-8 or one of {PIECES}"
                )
        if file != 8:
            raise InputError(
                f"the first field of the FEN, the board, has {file} squares in rank {number} ({row!r}); expected 8"
            )


def _read_castling(s: Any, text: str) -> None:
    if text == "-":
        return
    if len(set(text)) != len(text) or set(text) - set(_RIGHTS):
        raise InputError(f"the third field of the FEN, the castling rights, is {text!r}; expected some of KQkq, or -")
    for right in text:
        bit, king, rook = _RIGHTS[right]
        side = BLACK if right in "kq" else WHITE
        if s.squares[king] != KING + 6 * side or s.squares[rook] != ROOK + 6 * side:
            raise InputError(
                f"the third field of the FEN, the castling rights, has {right!r}, but king and rook are not on "
                f"{SQUARE_NAMES[king]} and {SQUARE_NAMES[rook]}"
            )
        s.castling |= bit


def _read_en_passant(t: Any, s: Any, text: str) -> None:
    if text == "-":
        return
    us = int(s.side)
    square = SQUARE_NAMES.index(text) if text in SQUARE_NAMES else NO_SQUARE
    if square // 8 != (2 if us else 5):
        raise InputError(
            f"the fourth field of the FEN, the en-passant square, is {text!r}; "
            f"expected a square of rank {3 if us else 6}, or -"
        )
    behind, ahead = (square + 8, square - 8) if us else (square - 8, square + 8)
    if s.squares[behind] != PAWN + 6 * (1 - us) or s.squares[square] != EMPTY or s.squares[ahead] != EMPTY:
        raise InputError(
            f"the fourth field of the FEN, the en-passant square, is {text!r}, but no pawn has just passed over it"
        )
    offer_en_passant(t, s, square)


def _read_number(text: str, field: str, meaning: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= _LARGEST):
        raise InputError(
            f"the {field} field of the FEN, the {meaning}, is {text!r}; "
            f"expected a whole number from {least} to {_LARGEST}"
        )
    return int(text)


def _require_legal(t: Any, s: Any) -> None:
    """InputError if no game leads here: kings, pawns, too many men, or the side that has moved left in check."""
    wrong = "the first field of the FEN, the board, has "
    men = [int(piece) for piece in s.squares if piece != EMPTY]
    for side, name in ((WHITE, "White"), (BLACK, "Black")):
        pawns, knights, bishops, rooks, queens, kings = (men.count(kind + 6 * side) for kind in range(6))
        if kings != 1:
            raise InputError(f"{wrong}{kings} kings for {name}; expected 1")
        promoted = max(knights - 2, 0) + max(bishops - 2, 0) + max(rooks - 2, 0) + max(queens - 1, 0)
        if pawns + promoted > 8:
            raise InputError(f"{wrong}more men for {name} than eight pawns can become")
    if any(s.squares[square] in (PAWN, PAWN + 6) for square in (*range(8), *range(56, 64))):
        raise InputError(f"{wrong}a pawn on the first or last rank")
    s.side = 1 - s.side
    taken = checkers(t, s)
    s.side = 1 - s.side
    if taken:
        raise InputError(f"{wrong}the king in check whose side is not to move")
