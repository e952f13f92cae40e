"""Games in SQLite: one file, many runs (a match or a study each), every game once.

    meta(key, value)                   schema version
    runs(id, kind, game, seed, settings, version, python, machine, created)
    games(run, a, b, pair, number, ...)  number 0: player `a` begins, 1: player `b`; these five are unique

`settings`, `opening`, `moves` and `thoughts` hold JSON.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import plytree
from plytree.errors import InputError
from plytree.files import hold, user_folder
from plytree.matches.provenance import cpu_model, python_version
from plytree.matches.record import GameRecord

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, game TEXT NOT NULL, seed INTEGER NOT NULL, settings TEXT NOT NULL,
    version TEXT NOT NULL, python TEXT NOT NULL, machine TEXT NOT NULL, created TEXT NOT NULL
);
CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs(id), a TEXT NOT NULL, b TEXT NOT NULL, pair INTEGER NOT NULL,
    number INTEGER NOT NULL, job TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, points REAL NOT NULL,
    utility INTEGER NOT NULL, termination TEXT NOT NULL, reason TEXT NOT NULL, plies INTEGER NOT NULL,
    opening TEXT NOT NULL, moves TEXT NOT NULL, thoughts TEXT NOT NULL, seed INTEGER NOT NULL,
    UNIQUE (run, a, b, pair, number)
);
"""


def default_store() -> Path:
    """Where games are kept if nobody says otherwise."""
    return user_folder("data") / "matches.sqlite"


@dataclass(frozen=True)
class StoredGame:
    """A game and its place in its run. `points` of the record are those of the side that began."""

    a: str
    b: str
    pair: int
    number: int
    record: GameRecord

    @property
    def points(self) -> float:
        """What player `a` took."""
        return self.record.points if self.number == 0 else 1 - self.record.points


class MatchStore:
    """The file. Only one process writes at a time: the parent of a run."""

    def __init__(self, path: Path | str):
        self.path = str(path)
        try:
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(self.path, timeout=60)
            self.connection.execute("PRAGMA journal_mode=WAL")
            self.connection.execute("PRAGMA synchronous=NORMAL")
            self._open()
        except (sqlite3.DatabaseError, OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            reason = error.strerror if isinstance(error, OSError) else error
            raise InputError(f"{self.path!r} cannot be used as a store of games: {reason}") from None

    def _open(self) -> None:
        with self.connection:
            self.connection.execute("BEGIN IMMEDIATE")  # two runs may open a new file at the same time
            names = self.connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            tables = {name for (name,) in names}
            if not tables:
                for statement in SCHEMA.split(";\n"):
                    self.connection.execute(statement)
                self.connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),))
                return
        row = (
            self.connection.execute("SELECT value FROM meta WHERE key='schema'").fetchone()
            if "meta" in tables
            else None
        )
        if row is None or int(row[0]) != SCHEMA_VERSION:
            found = "no schema version" if row is None else f"schema version {row[0]}"
            raise InputError(f"{self.path!r} has {found}; expected games of schema version {SCHEMA_VERSION}")

    def close(self) -> None:
        self.connection.close()

    def begin(self, kind: str, game: str, seed: int, settings: dict[str, Any]) -> SavedMatch:
        """The run with exactly these settings: the one that was started before, or a new one."""
        text = json.dumps(settings, sort_keys=True)
        with self.connection:
            self.connection.execute("BEGIN IMMEDIATE")  # of two who begin the same run, one makes it
            row = self.connection.execute(
                "SELECT id FROM runs WHERE kind=? AND game=? AND seed=? AND settings=? ORDER BY id DESC",
                (kind, game, seed, text),
            ).fetchone()
            if row:
                return SavedMatch(self, row[0])
            now = datetime.now(UTC).isoformat(timespec="seconds")
            values = (kind, game, seed, text, plytree.__version__, python_version(), cpu_model(), now)
            cursor = self.connection.execute(
                "INSERT INTO runs (kind, game, seed, settings, version, python, machine, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        assert cursor.lastrowid is not None
        return SavedMatch(self, cursor.lastrowid)

    def saved(self) -> list[SavedMatch]:
        return [SavedMatch(self, row[0]) for row in self.connection.execute("SELECT id FROM runs ORDER BY id")]


class SavedMatch:
    """One run's games; the store of its jobs. A job is a pair of games, with the id `a|b|pair`."""

    def __init__(self, store: MatchStore, number: int):
        self.store, self.number = store, number
        row = store.connection.execute(
            "SELECT kind, game, seed, settings, version, python, machine, created FROM runs WHERE id=?", (number,)
        ).fetchone()
        self.kind, self.game, self.seed = row[0], row[1], row[2]
        self.settings: dict[str, Any] = json.loads(row[3])
        self.version, self.python, self.machine, self.created = row[4:]

    def hold(self) -> AbstractContextManager[None]:
        """Keep other processes away from this run; others in the same file go on."""
        if self.store.path == ":memory:":
            return nullcontext()
        return hold(Path(f"{self.store.path}.run{self.number}"))

    def done(self) -> set[str]:
        rows = self.store.connection.execute(
            "SELECT job FROM games WHERE run=? GROUP BY job HAVING COUNT(*)=2", (self.number,)
        )
        return {job for (job,) in rows}

    def add(self, job_id: str, result: list[dict[str, Any]]) -> None:
        """Both games of a pair, or neither."""
        a, b, pair = split_job_id(job_id)
        with self.store.connection as connection:
            for number, data in enumerate(result):
                record = GameRecord.from_json(data)
                values = (
                    self.number, a, b, pair, number, job_id, *record.players, record.points, record.utility,
                    record.termination.value, record.reason, len(record.moves), json.dumps(record.opening),
                    json.dumps(record.moves), json.dumps(data["thoughts"]), record.seed,
                )  # fmt: skip
                connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)

    def games(self) -> Iterator[StoredGame]:
        """All games in the order of their pairs, whatever order they were played in."""
        rows = self.store.connection.execute(
            "SELECT a, b, pair, number, first, second, opening, thoughts, utility, termination, reason, seed "
            "FROM games WHERE run=? ORDER BY a, b, pair, number",
            (self.number,),
        )
        for a, b, pair, number, first, second, opening, thoughts, utility, termination, reason, seed in rows:
            record = GameRecord.from_json(
                {
                    "players": (first, second), "opening": json.loads(opening), "thoughts": json.loads(thoughts),
                    "utility": utility, "termination": termination, "reason": reason, "seed": seed,
                }
            )  # fmt: skip
            yield StoredGame(a, b, pair, number, record)


def job_id(a: str, b: str, pair: int) -> str:
    return f"{a}|{b}|{pair}"


def split_job_id(text: str) -> tuple[str, str, int]:
    a, b, pair = text.split("|")
    return a, b, int(pair)
