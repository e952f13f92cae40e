"""How strong, for how much time? Neighbouring times play each other; all games together give one rating list."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.matches.match import Plan, Standing, play, prepare
from plytree.matches.match_store import MatchStore, SavedMatch
from plytree.matches.playing import MatchRules
from plytree.matches.session import Session
from plytree.studies.findings import Findings
from plytree.studies.speed import limit_option
from plytree.studies.study import Crew, Study

GAMES = "games.sqlite"
LIMITS = ("time", "nodes", "depth")


@dataclass(frozen=True, kw_only=True)
class Strength(Study):
    """Elo against thinking time."""

    kind: ClassVar[str] = "strength"
    unit: ClassVar[str] = "games"
    times: tuple[float, ...] = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
    games: int = 200  # for each two neighbouring times
    openings: int = 4  # random plies
    options: str = ""  # more options of the engine, like "threads=2"
    limit: str = "time"  # or "nodes" or "depth": then `times` are those, and the study is the same on every machine
    speed: float = 0.0  # nodes a second, if time is counted in nodes; 0: the clock
    grace: float = 0.5
    max_plies: int = 1000

    def __post_init__(self) -> None:
        if len(self.times) < 2 or any(b <= a for a, b in pairwise(self.times)) or self.times[0] <= 0:
            raise InputError(
                f"{list(self.times)!r} are not settings to compare; expected two or more, growing from above 0"
            )
        if self.limit not in LIMITS:
            raise InputError(f"{self.limit!r} is not a limit; expected one of {', '.join(LIMITS)}")

    def plan(self) -> Plan:
        names = [self.name(value) for value in self.times]
        more = f",{self.options}" if self.options else ""
        return Plan(
            game=self.game,
            players={
                name: f"engine:{limit_option(self.limit, value, self.speed)}{more}"
                for name, value in zip(names, self.times, strict=True)
            },
            matchups=tuple((b, a) for a, b in pairwise(names)),  # seen from the one with more time
            pairs=math.ceil(self.games / 2),
            opening_plies=self.openings,
            seed=self.seed,
            rules=MatchRules(grace=self.grace, max_plies=self.max_plies),
        )

    def name(self, value: float) -> str:
        return f"{self.limit}={value:g}"

    def store(self, folder: Path) -> SavedMatch:
        plan = self.plan()
        return MatchStore(folder / GAMES).begin(self.kind, self.game, self.seed, plan.settings())

    def run(self, folder: Path, crew: Crew) -> None:
        play_plan(self.plan(), self.store(folder), crew)

    def quick(self) -> Strength:
        if self.limit != "time":
            return replace(self, times=self.times[:4], games=min(self.games, 40))
        times = (0.002, 0.006, 0.02)
        each = game_plies(self.game, self.openings) * sum((a + b) / 2 for a, b in pairwise(times))
        return replace(self, times=times, games=max(20, min(100, int(60 / each))))

    def findings(self, folder: Path) -> Findings:
        from plytree.studies.strength_findings import strength_findings

        return strength_findings(self, list(self.store(folder).games()))


def play_plan(plan: Plan, saved: SavedMatch, crew: Crew) -> None:
    """Play the games of a study that are left, and say how it stands."""

    def line(standing: Standing) -> str:
        a, b = standing.last
        return f"{a} : {b} {standing.results[standing.last].estimate()}"

    prepare(plan, crew.say)
    play(
        plan,
        saved,
        workers=crew.workers,
        cluster=crew.cluster,
        on_pair=lambda standing, summary: crew.step(summary, line(standing), 2),
    )


def game_plies(game: str, openings: int) -> float:
    """About how many plies a game lasts after the opening; good players last longer than the random ones asked here."""
    rules, source, total = load_game(game), random.Random(1), 0
    for _ in range(5):
        session = Session(rules)
        while session.outcome is None and len(session.moves) < 400:
            session.play(source.choice(session.legal_moves()))
        total += len(session.moves)
    return max(5.0, 1.3 * total / 5 - openings)
