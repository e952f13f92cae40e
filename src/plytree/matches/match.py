"""Matches: many pairs of games between two or more players, spread over workers, kept in a store, summed up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import Game
from plytree.jobs import Job, Summary, run_jobs
from plytree.matches.elo import Estimate, estimate, pair_counts
from plytree.matches.match_store import SavedMatch, StoredGame, job_id, split_job_id
from plytree.matches.openings import make_openings
from plytree.matches.playing import MOST_PLIES, MatchRules
from plytree.matches.record import GameRecord
from plytree.matches.session import Session
from plytree.matches.sprt import Sprt, Verdict
from plytree.numbers import seed as a_seed
from plytree.numbers import whole
from plytree.players.player import begin_game, make_player
from plytree.players.spec import waiting
from plytree.search.engine import Engine
from plytree.search.limits import Limits

Say = Callable[[str], None]
MOST_PAIRS = 10**6


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is to be played: pairs of games for each matchup of players (given by their names)."""

    game: str
    players: dict[str, str]  # name -> spec
    matchups: tuple[tuple[str, str], ...]
    pairs: int  # per matchup
    opening_plies: int = 4
    seed: int = 1
    rules: MatchRules = field(default_factory=MatchRules)

    def __post_init__(self) -> None:
        whole(self.pairs, "pairs", "a number of pairs", 1, MOST_PAIRS)
        whole(self.opening_plies, "opening_plies", "a number of plies", 0, MOST_PLIES)
        a_seed(self.seed)

    def settings(self) -> dict[str, Any]:
        """What decides about the games, as JSON; equal settings and seed give equal games from deterministic players.
        The number of pairs is not part of it: a match can be continued with more."""
        return {
            "players": self.players,
            "matchups": [list(matchup) for matchup in self.matchups],
            "opening_plies": self.opening_plies,
            "rules": self.rules.to_json(),
        }

    def jobs(self) -> list[Job]:
        openings = openings_for(self.game, self.pairs, self.opening_plies, self.seed)
        game = absolute_spec(self.game)
        return [
            Job(
                job_id(a, b, pair),
                "plytree.matches.playing:play_pair",
                {
                    "game": game,
                    "a": waiting(absolute_spec(self.players[a])),
                    "b": waiting(absolute_spec(self.players[b])),
                    "opening": openings[pair],
                    "rules": self.rules.to_json(),
                },
            )
            for a, b in self.matchups
            for pair in range(self.pairs)
        ]


def prepare(plan: Plan, say: Say | None = None) -> None:
    """Check the game and all players, and compile what they need, so that the workers find it ready."""
    game = load_game(plan.game)
    if plan.opening_plies or any(spec != waiting(spec) for spec in plan.players.values()):
        Engine(game, mode="best", table_mb=1, on_wait=say)
    for name, spec in plan.players.items():
        if "|" in name:
            raise InputError(f"{name!r} is not a player's name; expected one without '|'")
        player = make_player(waiting(spec), game)
        if say:
            say(f"getting {spec} ready")
        begin_game(player, 0)
        for state in (game.initial(), _later(game)):  # a player with a book may need its search only later
            player.choose(state, [], Limits(depth=1, nodes=100, seconds=1.0))
        player.close()
    if say:
        say("choosing openings")


def _later(game: Game[Any]) -> Any:
    """An unfinished position in the middle of a random game."""
    source, session = random.Random(1), Session(game)
    while session.outcome is None:
        session.play(source.choice(session.legal_moves()))
    session.undo(max(1, len(session.moves) // 3))
    return session.state


def play(
    plan: Plan,
    saved: SavedMatch,
    *,
    workers: int = 1,
    cluster: str | None = None,
    sprt: Sprt | None = None,
    on_pair: Callable[[Standing, Summary], None] | None = None,
) -> Standing:
    """Play what the saved match does not have yet. With an SPRT (two players) the match ends when it is decided."""
    standing = Standing(plan.matchups, saved.games())
    if sprt is not None and _decided(standing, sprt):
        return standing

    def after(job: Job, result: Any, summary: Summary) -> bool:
        standing.add_pair(job.id, result)
        if on_pair:
            on_pair(standing, summary)
        return sprt is not None and _decided(standing, sprt)

    summary = run_jobs(plan.jobs(), saved, workers=workers, cluster=cluster, seed=plan.seed, on_result=after)
    standing.failed = summary.failed
    return standing


def _decided(standing: Standing, sprt: Sprt) -> bool:
    results = standing.results[standing.matchups[0]]
    return decided_at(results, sprt) is not None


def decided_at(results: MatchupResults, sprt: Sprt) -> int | None:
    """After how many pairs, in the order of their numbers, the test is decided; None if it is not yet.

    Pairs finish in any order. Only those before the first missing one count, so that the verdict does not depend on
    how many workers there were.
    """
    counts = [0] * 5
    for pair in range(len(results.pairs)):
        if pair not in results.pairs:
            return None
        counts[round(2 * sum(results.pairs[pair]))] += 1
        if sprt.verdict(counts) is not Verdict.OPEN:
            return pair + 1
    return None


class MatchupResults:
    """The results of one matchup, seen from its first player."""

    def __init__(self) -> None:
        self.pairs: dict[int, tuple[float, float]] = {}
        self.terminations: Counter[str] = Counter()

    def counts(self, pairs: int | None = None) -> tuple[int, ...]:
        """Pentanomial counts, of the first `pairs` pairs or of all."""
        return pair_counts(points for pair, points in self.pairs.items() if pairs is None or pair < pairs)

    def games(self) -> tuple[int, int, int]:
        """Won, drawn, lost."""
        points = [p for pair in self.pairs.values() for p in pair]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    def estimate(self) -> Estimate | None:
        return estimate(self.counts()) if self.pairs else None


class Standing:
    """All matchups of a plan as they stand."""

    def __init__(self, matchups: Sequence[tuple[str, str]], games: Iterable[StoredGame] = ()):
        self.matchups = list(matchups)
        self.results = {matchup: MatchupResults() for matchup in self.matchups}
        self.last = self.matchups[0]  # the matchup whose pair came in last
        self.failed: dict[str, str] = {}
        halves: dict[tuple[str, str, int], dict[int, StoredGame]] = {}
        for game in games:
            halves.setdefault((game.a, game.b, game.pair), {})[game.number] = game
        for (a, b, pair), both in halves.items():
            if (a, b) in self.results and len(both) == 2:
                self._add((a, b), pair, [both[0], both[1]])

    def add_pair(self, job: str, result: list[dict[str, Any]]) -> None:
        a, b, pair = split_job_id(job)
        self._add((a, b), pair, [StoredGame(a, b, pair, n, GameRecord.from_json(r)) for n, r in enumerate(result)])

    def _add(self, matchup: tuple[str, str], pair: int, games: list[StoredGame]) -> None:
        self.last, results = matchup, self.results[matchup]
        results.pairs[pair] = (games[0].points, games[1].points)
        results.terminations.update(game.record.termination.value for game in games)

    @property
    def games(self) -> int:
        return sum(2 * len(results.pairs) for results in self.results.values())


def openings_for(game: str, count: int, plies: int, seed: int) -> list[list[int]]:
    """The openings of a match: judged by a search of a few thousand nodes."""
    rules = load_game(game)
    return make_openings(rules, count, plies, seed, Engine(rules, mode="best", table_mb=1) if plies else None)


def absolute_spec(spec: str) -> str:
    """A file in a spec by its full path, because workers may run elsewhere."""
    name, colon, rest = spec.partition(":")
    return f"{Path(name).resolve()}{colon}{rest}" if name.endswith(".py") else spec
