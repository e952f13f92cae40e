"""Moves as text: UCI (e2e4, e7e8q) and standard algebraic notation (e4, Nbxd7+, O-O, e8=Q#)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.chess.attacks import checkers
from plytree.games.chess.board import CASTLING, EMPTY, EN_PASSANT, PAWN, PROMOTION, SQUARE_NAMES, STATE
from plytree.games.chess.moves import generate
from plytree.games.chess.play import play_move

KIND_LETTERS = "PNBRQK"
MAX_MOVES = 256
_SAN = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x-]?([a-h])([1-8])(?:=?([QRBN]))?")
_UCI = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


def legal_moves(t: Any, s: Any) -> list[int]:
    buffer = np.zeros(MAX_MOVES, np.int32)
    return [int(move) for move in buffer[: generate(t, s, buffer, 0, False)]]


def uci(move: int) -> str:
    """A move as the UCI protocol writes it; castling as the king's move."""
    kind = move >> 12
    promotion = KIND_LETTERS[kind - PROMOTION + 1].lower() if kind >= PROMOTION else ""
    return SQUARE_NAMES[move & 63] + SQUARE_NAMES[move >> 6 & 63] + promotion


def san(t: Any, s: Any, move: int) -> str:
    """A legal move as people write it, with + for check and # for mate."""
    child = np.zeros(1, STATE)[0]
    play_move(t, s, move, child)
    suffix = ""
    if checkers(t, child):
        suffix = "+" if legal_moves(t, child) else "#"
    return _san_stem(t, s, move) + suffix


def _san_stem(t: Any, s: Any, move: int) -> str:
    origin, target, kind = move & 63, move >> 6 & 63, move >> 12
    if kind == CASTLING:
        return "O-O" if target > origin else "O-O-O"
    man = int(s.squares[origin]) % 6
    takes = "x" if s.squares[target] != EMPTY or kind == EN_PASSANT else ""
    if man == PAWN:
        promotion = "=" + KIND_LETTERS[kind - PROMOTION + 1] if kind >= PROMOTION else ""
        return (SQUARE_NAMES[origin][0] if takes else "") + takes + SQUARE_NAMES[target] + promotion
    # ---- name the file, the rank or both, as far as another man of the same kind could go there too
    others = [
        m & 63
        for m in legal_moves(t, s)
        if m >> 6 & 63 == target and m & 63 != origin and s.squares[m & 63] == s.squares[origin]
    ]
    which = ""
    if others:
        file, rank = SQUARE_NAMES[origin][0], SQUARE_NAMES[origin][1]
        if all(SQUARE_NAMES[other][0] != file for other in others):
            which = file
        elif all(SQUARE_NAMES[other][1] != rank for other in others):
            which = rank
        else:
            which = file + rank
    return KIND_LETTERS[man] + which + takes + SQUARE_NAMES[target]


def read_move(t: Any, s: Any, text: str) -> int:
    """The legal move that a text in either notation means; InputError if it means none, or several."""
    legal = legal_moves(t, s)
    word = text.strip().rstrip("+#!?").replace("0", "O").replace("o", "O")
    if _UCI.fullmatch(text.strip().lower()):
        fitting = [move for move in legal if uci(move) == text.strip().lower()]
    elif word in ("O-O", "O-O-O"):
        fitting = [move for move in legal if _san_stem(t, s, move) == word]
    elif match := _SAN.fullmatch(word):
        fitting = [move for move in legal if _fits(s, move, match)]
    else:
        fitting = []
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        meant = " or ".join(san(t, s, move) for move in fitting)
        raise InputError(f"{text!r} may mean {meant}; expected one of them")
    shown = ", ".join(san(t, s, move) for move in legal[:12]) + (", ..." if len(legal) > 12 else "")
    raise InputError(f"{text!r} is not a legal move here; legal moves are {shown}")


def _fits(s: Any, move: int, match: re.Match[str]) -> bool:
    man, file, rank, to_file, to_rank, promotion = match.groups()
    kind = move >> 12
    becomes = KIND_LETTERS[kind - PROMOTION + 1] if kind >= PROMOTION else None
    origin = SQUARE_NAMES[move & 63]
    return (
        SQUARE_NAMES[move >> 6 & 63] == to_file + to_rank
        and KIND_LETTERS[int(s.squares[move & 63]) % 6] == (man or "P")
        and file in (None, origin[0])
        and rank in (None, origin[1])
        and promotion == becomes
        and kind != CASTLING
    )
