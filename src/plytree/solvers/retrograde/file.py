"""The solution of a game on disk.

    a line that names the format, a line of JSON, filled up to HEAD bytes
    the hashes of all positions (8 bytes each, sorted), their values (4 bytes), plies to the end (2 bytes)

All little-endian, and mapped into memory, not read. Two positions of a table never have the same hash; a position that
is not in it has one of its hashes with a chance of (positions) in 2^64. The file's name holds the fingerprint of the
rules, so that a table of other rules is not found.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name
from plytree.games.contract.records import as_game
from plytree.search.acquire.fingerprint import fingerprint
from plytree.search.compile.kernel import rules_of
from plytree.search.score import Score
from plytree.solvers.retrograde.analysis import Graph, Solution, kernels, score_of
from plytree.solvers.retrograde.expand import FINISHED, Rows, expander
from plytree.solvers.retrograde.kernel import UNKNOWN, hash_row
from plytree.solvers.whole import write_whole

MAGIC = b"plytree game table 1\n"
HEAD = 4096
SUFFIX = ".table"


def file_of(folder: Path, game: Game[Any]) -> Path:
    """Where the table of a game is kept."""
    return folder / f"{game_name(game)}-{fingerprint(rules_of(game))[:12]}{SUFFIX}"


def write(path: Path, solution: Solution) -> None:
    """Keep a solution, whole or not at all."""
    salt, hashes = 0, np.zeros(len(solution), np.uint64)
    while True:
        kernels().hash_rows(solution.states, np.uint64(salt), hashes)
        order = np.argsort(hashes, kind="stable")
        if not (np.diff(hashes[order]) == 0).any():
            break
        salt += 1
    values, plies = solution.values[order], solution.plies[order]
    parts = [hashes[order].astype("<u8").tobytes(), values.astype("<i4").tobytes(), plies.astype("<u2").tobytes()]
    known = plies != UNKNOWN
    facts = {
        "game": game_name(solution.game),
        "positions": len(solution),
        "moves": solution.edges,
        "wins": int((values > 0).sum()),
        "draws": int((values == 0).sum()),
        "losses": int((values < 0).sum()),
        "longest": int(plies[known & (values != 0)].max(initial=0)),
        "salt": salt,
        "crc": zlib.crc32(b"".join(parts)),
    }
    write_whole(path, [(MAGIC + json.dumps(facts).encode() + b"\n").ljust(HEAD, b"\0"), *parts])


class GameTable:
    """The table of a game, opened. InputError, one sentence, if it is none or is damaged."""

    def __init__(self, path: Path, game: Game[Any]):
        self.path, self.game = path, as_game(game)
        self.rows = Rows(game)
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
            if not head.startswith(MAGIC):
                raise InputError(f"{str(path)!r} is not a table of a game")
            self.facts: dict[str, Any] = json.loads(head[len(MAGIC) :].split(b"\n")[0])
            count = int(self.facts["positions"])
            if path.stat().st_size != HEAD + 14 * count:
                raise self._damaged()
            self.hashes = np.memmap(path, "<u8", "r", HEAD, (count,))
            self.values = np.memmap(path, "<i4", "r", HEAD + 8 * count, (count,))
            self.plies = np.memmap(path, "<u2", "r", HEAD + 12 * count, (count,))
            self.salt = np.uint64(self.facts["salt"])
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{str(path)!r} cannot be read as a table of a game") from error

    def _damaged(self) -> InputError:
        return InputError(f"{str(self.path)!r} is damaged; delete it and build it again with 'plytree tables build'")

    def __len__(self) -> int:
        return len(self.hashes)

    @property
    def address(self) -> int:
        """0: who knows all positions need not search."""
        return 0

    def score(self, state: Any) -> Score | None:
        """The proven score of a state for the player to move; None if it is not in the table."""
        with np.errstate(over="ignore"):
            wanted = hash_row(self.rows.of([state])[0], self.salt)
        at = int(np.searchsorted(self.hashes, wanted))
        if at == len(self.hashes) or self.hashes[at] != wanted:
            return None
        return score_of(int(self.values[at]), int(self.plies[at]), self.game.max_utility)

    def check(self) -> None:
        """InputError if a single byte is not what was written."""
        parts = [part.tobytes() for part in (self.hashes, self.values, self.plies)]
        if zlib.crc32(b"".join(parts)) != self.facts["crc"]:
            raise self._damaged()

    def verify(self, on_step: Any = None) -> int:
        """How many positions have a value that does not follow from those their moves lead to: all are found anew by
        playing forwards, and each one is looked up."""
        self.check()
        say = on_step or (lambda words: None)
        graph = Graph(self.rows, expander(self.rows), 1e12, None)
        graph.explore([self.game.initial()], say)
        hashes = np.zeros(graph.used, np.uint64)
        kernels().hash_rows(graph.rows[: graph.used], self.salt, hashes)
        places = np.minimum(np.searchsorted(self.hashes, hashes), len(self) - 1)
        missing = self.hashes[places] != hashes
        values, plies = self.values[places].astype(np.int64), self.plies[places].astype(np.int64)
        wrong = int(missing.sum()) + abs(graph.used - len(self))
        return wrong + _inconsistent(graph, values, plies)


def _inconsistent(graph: Graph, values: Any, plies: Any) -> int:
    """Positions whose value is not the best of what their moves lead to."""
    starts, children = graph.children()
    twice = graph.twice
    finished = graph.degrees == FINISHED
    wrong = int((finished & ((values != graph.outcomes) | (plies != 0))).sum())
    inner = np.flatnonzero(~finished)
    parents = np.repeat(np.arange(graph.used), np.maximum(graph.degrees, 0))
    same = (graph.movers[parents] == graph.movers[children]) if twice else np.zeros(len(children), bool)
    after = np.where(same, values[children], -values[children])
    best = np.maximum.reduceat(after, starts[inner])
    wrong += int((best != values[inner]).sum())
    # a win is one ply longer than the quickest move to it, a loss one ply longer than the slowest
    here = values[parents]
    distance = np.where(after == here, plies[children], np.where(here > 0, UNKNOWN, -1))
    quickest, slowest = np.minimum.reduceat(distance, starts[inner]), np.maximum.reduceat(distance, starts[inner])
    expected = np.where(values[inner] > 0, quickest + 1, np.where(values[inner] < 0, slowest + 1, UNKNOWN))
    return wrong + int(((best == values[inner]) & (expected != plies[inner])).sum())
