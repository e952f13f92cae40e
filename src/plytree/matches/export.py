"""The games of a run for other programs and for people: CSV, JSON, and text like PGN."""

from __future__ import annotations

import csv
import json
from typing import TextIO

from plytree.games.catalog import load_game
from plytree.matches.match_store import SavedMatch
from plytree.matches.record import as_text

COLUMNS = (
    "a", "b", "pair", "number", "first", "second", "points_a", "termination", "reason", "plies", "opening", "moves",
    "seconds_first", "seconds_second", "seed",
)  # fmt: skip


def write_csv(saved: SavedMatch, file: TextIO) -> None:
    """One line a game."""
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for stored in saved.games():
        record = stored.record
        seconds = [sum(t.seconds for t in record.thoughts if t.side == side) for side in (0, 1)]
        writer.writerow(
            [
                stored.a, stored.b, stored.pair, stored.number, *record.players, stored.points,
                record.termination.value, record.reason, len(record.moves), " ".join(map(str, record.opening)),
                " ".join(map(str, record.moves)), *(f"{s:.4f}" for s in seconds), record.seed,
            ]
        )  # fmt: skip


def write_json(saved: SavedMatch, file: TextIO) -> None:
    """Everything that is known about a run and its games."""
    head = {
        "kind": saved.kind, "game": saved.game, "seed": saved.seed, "settings": saved.settings,
        "version": saved.version, "python": saved.python, "machine": saved.machine, "created": saved.created,
    }  # fmt: skip
    games = [
        {"a": s.a, "b": s.b, "pair": s.pair, "number": s.number, "points_a": s.points, **s.record.to_json()}
        for s in saved.games()
    ]
    json.dump({**head, "games": games}, file, indent=1)


def write_text(saved: SavedMatch, file: TextIO) -> None:
    """All games for people to read, like PGN."""
    game = load_game(saved.game)
    for stored in saved.games():
        round_ = f"{stored.pair + 1}.{stored.number + 1}"
        tags = [("Game", saved.game), ("Round", round_), ("Date", saved.created[:10])]
        file.write(as_text(stored.record, game, tags) + "\n")
