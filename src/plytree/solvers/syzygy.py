"""Syzygy tables of chess endings, up to seven men, from the user's own files; read by python-chess (extra `chess`).

They say who wins, and how many plies remain to the next capture or pawn move on the way; not when it is mate. So the
engine keeps the moves that win soonest in that count, and searches among them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.search.score import Score


class Syzygy:
    """The Syzygy files in a folder. InputError, one sentence, if there are none."""

    address = 0  # python-chess is too slow to be asked inside the search

    def __init__(self, game: Game[Any], folder: Path, fifty: bool = True):
        """`fifty`: a win that the fifty-move rule takes away counts as a draw."""
        try:
            import chess
            import chess.syzygy
        except ImportError:
            raise InputError("Syzygy tables are read by the package chess; pip install 'plytree[chess]'") from None
        if not folder.is_dir() or not any(folder.glob("*.rtbw")):
            raise InputError(f"{str(folder)!r} has no Syzygy tables; expected a folder with files like KQvK.rtbw")
        self.game, self.fifty, self._chess = game, fifty, chess
        self.tables: Any = chess.syzygy.open_tablebase(str(folder))
        self.most = max(len(name) - 1 for name in self.tables.wdl)  # the v of KQvK is no man
        self.complaints: list[str] = []

    def _ask(self, state: Any, question: str) -> int | None:
        """What the tables answer, None if they do not know or a file is damaged."""
        board = self._chess.Board(self.game.to_text(state))
        if board.castling_rights or board.occupied.bit_count() > self.most:
            return None
        try:
            found: int | None = getattr(self.tables, question)(board)
            return found
        except (KeyError, self._chess.syzygy.MissingTableError):
            return None
        except (OSError, ValueError, IndexError, AssertionError) as error:
            self.complaints.append(f"a Syzygy table cannot be read for {board.fen()!r} ({type(error).__name__})")
            return None

    def score(self, state: Any) -> Score | None:
        """Won, drawn or lost, without a distance; None if no table knows."""
        wdl = self._ask(state, "probe_wdl")
        if wdl is None:
            return None
        least = 2 if self.fifty else 1
        return Score.win(None) if wdl >= least else Score.loss(None) if wdl <= -least else Score.draw()

    def quickest(self, state: Any, moves: list[int]) -> list[int]:
        """Of moves that win or lose, those with the fewest plies to the next capture or pawn move; the most if lost."""
        found: dict[int, int] = {}
        for move in moves:
            child = self.game.play(state, move)
            if self.game.result(child) == -1:
                return [move]  # mate
            dtz = self._ask(child, "probe_dtz")
            if dtz is None:
                return moves
            undone = self._chess.Board(self.game.to_text(child)).halfmove_clock > 0
            found[move] = 1 - dtz if undone else (0 if dtz < 0 else -200)  # the smaller the sooner; losses are < 0
        least = min(found.values())
        return [move for move in moves if found[move] == least]


class Together:
    """Several tables as one: the first that knows an answer gives it."""

    def __init__(self, *tables: Any):
        self.tables = tables

    @property
    def complaints(self) -> list[str]:
        return [words for tables in self.tables for words in tables.complaints]

    @property
    def address(self) -> int:
        return next((int(tables.address) for tables in self.tables if tables.address), 0)

    def score(self, state: Any) -> Score | None:
        found = (tables.score(state) for tables in self.tables)
        return next((score for score in found if score is not None), None)

    def quickest(self, state: Any, moves: list[int]) -> list[int]:
        for tables in self.tables:
            if isinstance(tables, Syzygy):
                return tables.quickest(state, moves)
        return moves
