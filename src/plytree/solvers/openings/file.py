"""An opening book on disk, for any game: positions that are good to reach, with what is known about them.

    a line that names the format, a line of JSON, filled up to HEAD bytes
    one row a position, sorted by key, little-endian: key (8 bytes), games (4), points (4), value (4)

A row says how often a move led to the position in games, how many half points the player who moved there made, and what
the engine thinks of it for him (NO_VALUE: was not asked). Positions, not moves, are kept: so two ways to the same
position share what is known, and so do mirror images where the game's key makes them one. The file is mapped into
memory, not read: a book of a million positions opens as fast as a small one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name, has_hook
from plytree.games.contract.records import RecordView, as_game
from plytree.search.compile.bindings import hash_state
from plytree.solvers.whole import write_whole

SHIPPED = Path(__file__).parent / "shipped"
MAGIC = b"plytree opening book 1\n"
HEAD = 4096
NO_VALUE = -(1 << 31)
ROW = np.dtype([("key", "<u8"), ("games", "<u4"), ("points", "<u4"), ("value", "<i4")])
MASK = (1 << 64) - 1
NEAR = 0.3  # pawns (or the like) by which a move may be worse than the best one and still be chosen


@dataclass
class BookEntry:
    """What is known about a position, for the player who has moved there."""

    games: int = 0
    points: int = 0  # half points
    value: int | None = None


@dataclass(frozen=True)
class BookMove:
    """A move that leads to a position in the book."""

    move: int
    games: int
    points: int
    value: int | None

    @property
    def score(self) -> float:
        """Share of the points, towards one half where there are few games."""
        return (self.points / 2 + 1) / (self.games + 2)


def key_of(game: Game[Any], state: Any) -> int:
    """64 bits for a position: the game's own key, or a hash of the state."""
    if has_hook(game, "key"):
        return int(game.key(state)) & MASK
    return hash_state(game.record(state) if isinstance(game, RecordView) else state) & MASK


def write(path: Path, game: Game[Any], entries: Mapping[int, BookEntry], how: str) -> None:
    """Write a book whole or not at all. `how`: in a few words, how it was made."""
    rows = np.zeros(len(entries), ROW)
    for row, key in zip(rows, sorted(entries), strict=True):
        entry = entries[key]
        row["key"], row["games"], row["points"] = key, entry.games, entry.points
        row["value"] = NO_VALUE if entry.value is None else entry.value
    facts = {"game": game_name(game), "positions": len(rows), "how": how}
    write_whole(path, [(MAGIC + json.dumps(facts).encode() + b"\n").ljust(HEAD, b"\0"), rows.tobytes()])


class OpeningBook:
    """A book, opened. InputError, one sentence, if it is none, is damaged, or belongs to another game."""

    def __init__(self, path: Path, game: Game[Any]):
        self.path, self.game = path, as_game(game)
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
            if not head.startswith(MAGIC):
                raise InputError(f"{str(path)!r} is not an opening book of plytree")
            self.facts: dict[str, Any] = json.loads(head[len(MAGIC) :].split(b"\n")[0])
            count, owner = int(self.facts["positions"]), self.facts["game"]
            if owner != game_name(self.game):
                raise InputError(f"{str(path)!r} is a book of {owner}, not of {game_name(self.game)}")
            if path.stat().st_size != HEAD + count * ROW.itemsize:
                raise InputError(f"{str(path)!r} is damaged: its size is not that of {count} positions")
            self.rows: Any = np.memmap(path, ROW, "r", HEAD, (count,)) if count else np.zeros(0, ROW)
        except (OSError, ValueError, KeyError, TypeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{str(path)!r} cannot be read as an opening book") from None

    def __len__(self) -> int:
        return len(self.rows)

    def entry(self, state: Any) -> BookEntry | None:
        """What is known about a position."""
        key = np.uint64(key_of(self.game, state))
        at = int(np.searchsorted(self.rows["key"], key))
        if at == len(self.rows) or self.rows["key"][at] != key:
            return None
        row = self.rows[at]
        value = int(row["value"])
        return BookEntry(int(row["games"]), int(row["points"]), None if value == NO_VALUE else value)

    def moves(self, state: Any) -> list[BookMove]:
        """The moves that lead to positions in the book, the best first: by the engine's value, else by their score."""
        found = []
        for move in self.game.moves(state):
            entry = self.entry(self.game.play(state, int(move)))
            if entry is not None:
                found.append(BookMove(int(move), entry.games, entry.points, entry.value))
        return sorted(found, key=lambda m: (m.value is not None, m.value or 0, m.score * m.games), reverse=True)

    def choose(self, state: Any, chance: random.Random, least: int = 1) -> BookMove | None:
        """A good move, drawn by how often it was played and with what success; None if the book knows none.

        Moves seen in fewer than `least` games do not count, nor those that the engine thinks clearly worse than the
        best one."""
        known = [move for move in self.moves(state) if move.games >= least or move.value is not None]
        if not known:
            return None
        if known[0].value is not None:
            near = known[0].value - NEAR * (self.game.pawn or 100)
            known = [move for move in known if move.value is not None and move.value >= near]
        weights = [move.score * max(move.games, 1) for move in known]
        return chance.choices(known, weights)[0]
