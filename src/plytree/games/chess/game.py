"""Chess as a RecordGame: the rules and what the search wants to know about them."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.chess import fen, notation
from plytree.games.chess.attacks import checkers, gives_check
from plytree.games.chess.board import (
    EMPTY,
    EN_PASSANT,
    KING,
    NONE,
    PAWN,
    PROMOTION,
    QUEEN,
    STATE,
    TO_QUEEN,
    WHITE,
)
from plytree.games.chess.draws import checkmated, insufficient_material, times_seen
from plytree.games.chess.evaluation import evaluate
from plytree.games.chess.exchange import value_taken, wins_at_least
from plytree.games.chess.knowledge import look_up
from plytree.games.chess.moves import generate
from plytree.games.chess.play import pass_move, play_move
from plytree.games.chess.tables import make_tables
from plytree.games.contract.game import Board, RecordGame

WINNING = 1 << 20  # order of a capture that loses nothing; the same below zero for one that does
_TABLES: list[Any] = []


def tables() -> Any:
    """The tables of chess, made once in a process."""
    if not _TABLES:
        _TABLES.append(make_tables())
    return _TABLES[0]


class Chess(RecordGame):
    """Chess by FIDE's rules.

    A draw that a player may claim (fifty moves, threefold repetition) ends the game at once, as between programs; with
    `claims=False` only the draws that an arbiter declares do (seventy-five moves, fivefold repetition).
    """

    name = "chess"
    dtype = STATE
    max_moves = notation.MAX_MOVES
    num_moves = 1 << 15
    pawn = 100
    cell_kinds = 13
    shape = (8, 8)

    def __init__(self, claims: bool = True):
        self.tables = tables()[0]
        self.claims = claims
        self.longest = 100 if claims else 150  # plies without capture or pawn move

    @classmethod
    def from_spec(cls, parameters: str, /) -> Chess:
        if parameters not in ("", "noclaim"):
            raise InputError(f"chess takes no parameter {parameters[:40]!r}; expected chess or chess:noclaim")
        return cls(claims=parameters == "")

    # ---- rules --------------------------------------------------------------------------------------------------

    def initial(self) -> Any:
        return fen.read_fen(self.tables, fen.START)

    def moves(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        return generate(self.tables, s, buffer, at, False)

    def play(self, s: Any, move: int, t: Any) -> None:  # type: ignore[override]
        play_move(self.tables, s, move, t)

    def result(self, s: Any) -> int | None:
        if s.clock >= self.longest:
            return None if checkmated(self.tables, s) else 0
        return 0 if insufficient_material(s) else None

    def no_moves(self, s: Any) -> int:
        return 0 if checkers(self.tables, s) == NONE else -1

    def ending(self, states: Any) -> tuple[int, str] | None:
        s = states[-1]
        if not notation.legal_moves(self.tables, s):
            return (-1, "checkmate") if checkers(self.tables, s) else (0, "stalemate")
        if insufficient_material(s):
            return 0, "insufficient material"
        if s.clock >= self.longest:
            return 0, "fifty-move rule" if self.claims else "seventy-five-move rule"
        if times_seen(states) >= (3 if self.claims else 5):
            return 0, "threefold repetition" if self.claims else "fivefold repetition"
        return None

    # ---- what the search asks -----------------------------------------------------------------------------------

    def evaluate(self, s: Any) -> int:
        return evaluate(self.tables, s)

    def key(self, s: Any) -> int:
        return s.key

    def clock(self, s: Any) -> int:
        return s.clock

    def in_check(self, s: Any) -> bool:
        return checkers(self.tables, s) != NONE

    def gives_check(self, s: Any, move: int) -> bool:
        return gives_check(self.tables, s, move)

    def tactical(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        return generate(self.tables, s, buffer, at, True)

    def pass_turn(self, s: Any, t: Any) -> None:  # type: ignore[override]
        pass_move(self.tables, s, t)

    def can_pass(self, s: Any) -> bool:
        return (s.sides[s.side & 1] & ~(s.kinds[PAWN] | s.kinds[KING])) != NONE

    def order(self, s: Any, move: int) -> int:
        """Captures by victim and attacker, losing ones last; promotions to a queen early."""
        if s.squares[move >> 6 & 63] == EMPTY and move >> 12 != EN_PASSANT and move >> 12 != TO_QUEEN:
            return 0
        taken = value_taken(self.tables, s, move)
        attacker = self.tables.value[s.squares[move & 63]]
        score = taken * 16 - attacker // 64
        if move >> 12 == TO_QUEEN:
            score += self.tables.value[QUEEN] * 12
        if taken >= attacker or wins_at_least(self.tables, s, move, 0):
            return score + WINNING
        return score - WINNING

    def quiet_order(self, s: Any, move: int) -> int:
        score = value_taken(self.tables, s, move) * 16 - np.int64(s.squares[move & 63])
        return score + self.tables.value[QUEEN] * 12 if move >> 12 >= PROMOTION else score

    def quiet(self, s: Any, move: int) -> bool:
        return s.squares[move >> 6 & 63] == EMPTY and move >> 12 != EN_PASSANT and move >> 12 < PROMOTION

    def gain(self, s: Any, move: int) -> int:
        taken = value_taken(self.tables, s, move)
        return taken + self.tables.value[QUEEN] if move >> 12 >= PROMOTION else taken

    def safe(self, s: Any, move: int, threshold: int) -> bool:
        return wins_at_least(self.tables, s, move, threshold)

    def cells(self, s: Any) -> list[int]:
        """0 empty, 1 to 6 the mover's pawn to king, 7 to 12 the other's; from the mover's first row on."""
        seen = []
        for i in range(64):
            piece = np.int64(s.squares[i if s.side == WHITE else i ^ 56])
            seen.append(0 if piece == EMPTY else 1 + (piece + 6 * s.side) % 12)
        return seen

    def look_up(self, s: Any, memory: int) -> int:
        return look_up(s, memory)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: Any) -> str:
        return fen.write_fen(s)

    def from_text(self, text: str) -> Any:
        return fen.read_fen(self.tables, text)

    def show_move(self, s: Any, move: int) -> str:
        return notation.san(self.tables, s, int(move))

    def read_move(self, s: Any, text: str) -> int:
        return notation.read_move(self.tables, s, text)

    def board(self, s: Any) -> Board:
        over = self.ending([s]) is not None
        legal = [] if over else notation.legal_moves(self.tables, s)
        return Board(
            cells=tuple(
                tuple(fen.letter(int(s.squares[rank * 8 + file])) for file in range(8)) for rank in range(7, -1, -1)
            ),
            style="chess",
            squares={move: (_row_column(move & 63), _row_column(move >> 6 & 63)) for move in legal},
            row_labels=tuple("87654321"),
            column_labels=tuple("abcdefgh"),
            mover="" if over else ("White", "Black")[s.side],
            colours=("White", "Black"),
        )


def _row_column(square: int) -> tuple[int, int]:
    return 7 - square // 8, square % 8
