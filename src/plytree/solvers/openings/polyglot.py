"""Opening books in the format of the program Polyglot (.bin), which many chess programs read; extra `chess`.

Entries of 16 bytes, big-endian, sorted by key: key (8), move (2), weight (2), learn (4). A move is 3 bits each, from
the lowest: file and row of the target, file and row of the origin, promotion; castling is written as king takes rook.
"""

from __future__ import annotations

import random
import struct
from collections import deque
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.contract.records import as_game
from plytree.solvers.openings.file import BookMove, OpeningBook
from plytree.solvers.whole import write_whole

ENTRY = struct.Struct(">QHHI")
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}


def _polyglot() -> Any:
    try:
        import chess
        import chess.polyglot
    except ImportError:
        raise InputError("Polyglot books are read by the package chess; pip install 'plytree[chess]'") from None
    return chess


class PolyglotBook:
    """A .bin file, opened. InputError, one sentence, if it is none."""

    def __init__(self, path: Path, game: Game[Any]):
        self.game, self._chess = as_game(game), _polyglot()
        try:
            if path.stat().st_size % ENTRY.size or not path.stat().st_size:
                raise InputError(f"{str(path)!r} is not a Polyglot book: it does not consist of entries of 16 bytes")
            self._reader = self._chess.polyglot.open_reader(path)
        except OSError as error:
            raise InputError(f"{str(path)!r} cannot be read ({error.strerror}); expected a Polyglot book") from None

    def __len__(self) -> int:
        return len(self._reader)

    def moves(self, state: Any) -> list[BookMove]:
        """The moves of a position, the heaviest first."""
        board = self._chess.Board(self.game.to_text(state))
        found = []
        for entry in self._reader.find_all(board):
            move = self.game.read_move(state, entry.move.uci())
            found.append(BookMove(move, int(entry.weight), int(entry.weight), None))
        return sorted(found, key=lambda move: -move.games)

    def choose(self, state: Any, chance: random.Random, least: int = 1) -> BookMove | None:
        known = [move for move in self.moves(state) if move.games >= least]
        return chance.choices(known, [move.games for move in known])[0] if known else None


def write_polyglot(path: Path, book: OpeningBook) -> int:
    """Write all positions of a book of chess that can be reached from the start; how many entries there are.

    A move's weight is how often it was played, or, by the engine's values, 100 for the best and less the worse it is.
    """
    from plytree.games.chess.notation import uci

    chess, rules = _polyglot(), book.game
    rows: list[tuple[int, int, int]] = []
    seen: set[int] = set()
    todo = deque([rules.initial()])
    while todo:
        state = todo.popleft()
        key = chess.polyglot.zobrist_hash(chess.Board(rules.to_text(state)))
        if key in seen:
            continue
        seen.add(key)
        known = book.moves(state)
        best = known[0].value if known else None
        for move in known:
            weight = min(move.games, 65535)
            if best is not None and move.value is not None:
                weight = max(1, 100 - (best - move.value))
            if weight:
                rows.append((key, _encode(uci(move.move), rules, state), weight))
            todo.append(rules.play(state, move.move))
    write_whole(path, [ENTRY.pack(key, move, weight, 0) for key, move, weight in sorted(rows)])
    return len(rows)


def _encode(text: str, rules: Any, state: Any) -> int:
    king = rules.show_move(state, rules.read_move(state, text)).startswith("O-O")
    move = CASTLING[text] if king else text
    squares = [ord(move[2]) - 97, ord(move[3]) - 49, ord(move[0]) - 97, ord(move[1]) - 49]
    number = sum(part << 3 * place for place, part in enumerate(squares))
    return number | (" nbrq".index(move[4]) << 12 if len(move) > 4 else 0)
