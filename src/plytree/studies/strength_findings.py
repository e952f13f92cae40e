"""What the games of a strength study say, in sentences, tables and charts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from plytree.errors import InputError
from plytree.matches.elo import show_elo, show_interval
from plytree.matches.match import Standing
from plytree.matches.match_store import StoredGame
from plytree.matches.ratings import Matchup, Rating, ratings
from plytree.studies.charts import Chart, Series
from plytree.studies.findings import Findings, ReportTable
from plytree.studies.german import strength_in_german
from plytree.studies.strength import Strength

WHAT = {"time": "thinking time", "nodes": "nodes", "depth": "depth"}
UNIT = {"time": "s a move", "nodes": "nodes a move", "depth": "plies"}
STEP = {"time": "doubling", "nodes": "doubling", "depth": "ply"}
AXIS = {"time": "seconds a move", "nodes": "nodes a move", "depth": "depth in plies"}


@dataclass(frozen=True)
class Step:
    """One match of neighbours, seen from the one with more; so many doublings (or plies) lie between them."""

    less: str
    more: str
    elo: float
    low: float
    high: float
    los: float
    size: float

    @property
    def each(self) -> float:
        return self.elo / self.size

    @property
    def error(self) -> float:
        """Standard error of `each`."""
        return (self.high - self.low) / 2 / 1.96 / self.size


@dataclass(frozen=True)
class Effort:
    """What a move cost a player on average, as long as the game was open."""

    depth: float
    nodes: float
    seconds: float


def strength_findings(study: Strength, games: list[StoredGame]) -> Findings:
    plan = study.plan()
    names = list(plan.players)
    standing = Standing(plan.matchups, games)
    if any(not table.pairs for table in standing.results.values()):
        raise InputError("not every two neighbours have played yet; nothing can be said")
    matchups = [Matchup(names.index(a), names.index(b), t.counts()) for (a, b), t in standing.results.items()]
    rated = ratings(len(names), matchups)
    steps = _steps(study, standing)
    efforts = [effort_of(name, games) for name in names]
    return Findings(
        kind=study.kind,
        game=study.game,
        title=f"Strength against {WHAT[study.limit]}: {study.game}",
        question=f"How much stronger does the engine play {study.game} with more {WHAT[study.limit]}?",
        headline=_headline(study, rated[-1]),
        sentences=_sentences(study, rated[-1], steps, efforts, standing),
        tables=(_rating_table(study, rated, efforts), match_table(standing)),
        charts=_charts(study, rated, steps, efforts),
        method=_method(study),
        translations={"de": strength_in_german(study, rated[-1], steps, efforts, standing.games)},
        complete=all(len(table.pairs) >= plan.pairs for table in standing.results.values()),
    )


def effort_of(player: str, games: Iterable[StoredGame]) -> Effort:
    """Means over the moves of a player whose score was still an estimate."""
    thoughts = [
        thought
        for game in games
        for thought in game.record.thoughts
        if player == (game.a if (thought.side == 0) == (game.number == 0) else game.b)
        and thought.score is not None
        and thought.score["kind"] == "estimate"
    ]
    count = max(1, len(thoughts))
    return Effort(
        depth=sum(t.depth for t in thoughts) / count,
        nodes=sum(t.nodes for t in thoughts) / count,
        seconds=sum(t.seconds for t in thoughts) / count,
    )


def match_table(standing: Standing) -> ReportTable:
    """All matches with their results."""
    rows = []
    for (a, b), table in standing.results.items():
        found = table.estimate()
        assert found is not None
        interval = (round(found.low, 1), round(found.high, 1))
        results = (*table.games(), " ".join(map(str, table.counts())))
        rows.append((f"{a} : {b}", found.games, *results, round(found.elo, 1), *interval, round(found.los, 4)))
    columns = ("match", "games", "won", "drawn", "lost", "pairs 0 ½ 1 1½ 2", "Elo", "low", "high", "LOS")
    return ReportTable("matches", "Matches", columns, tuple(rows))


def ended_by_rules(standing: Standing) -> str:
    """How many games were not ended by the rules, in a sentence."""
    other = {
        why: sum(table.terminations[why] for table in standing.results.values())
        for why in sorted({why for table in standing.results.values() for why in table.terminations})
        if why != "rules"
    }
    if not other:
        return f"All {standing.games} games were ended by the rules."
    listed = ", ".join(f"{count} by {why}" for why, count in other.items())
    return f"Of {standing.games} games, {sum(other.values())} were not ended by the rules: {listed}."


def _steps(study: Strength, standing: Standing) -> list[Step]:
    steps = []
    for a, b in pairwise(study.times):
        less, more = study.name(a), study.name(b)
        found = standing.results[more, less].estimate()
        assert found is not None
        steps.append(Step(less, more, found.elo, found.low, found.high, found.los, _size(study, a, b)))
    return steps


def _size(study: Strength, a: float, b: float) -> float:
    return b - a if study.limit == "depth" else math.log2(b / a)


def _headline(study: Strength, top: Rating) -> str:
    each = top.elo / _size(study, study.times[0], study.times[-1])
    return f"{show_elo(each)} Elo a {STEP[study.limit]}, {study.times[0]:g} to {study.times[-1]:g} {UNIT[study.limit]}"


def _sentences(
    study: Strength, top: Rating, steps: list[Step], efforts: list[Effort], standing: Standing
) -> tuple[str, ...]:
    span, step_name = _size(study, study.times[0], study.times[-1]), STEP[study.limit]
    each = show_interval(top.low / span, top.high / span)
    found = [
        f"From {study.times[0]:g} to {study.times[-1]:g} {UNIT[study.limit]} the engine gains {top.elo:.0f} Elo "
        f"(95 % interval {show_interval(top.low, top.high)}): on average {top.elo / span:.0f} Elo {each} for each "
        f"{step_name} ({span:.3g} of them)."
    ]
    for step in steps:
        sure = f"{100 * step.los:.1f} %" if step.los < 0.9995 else "more than 99.9 %"
        found.append(
            f"{step.more} against {step.less}: {show_elo(step.elo)} Elo {show_interval(step.low, step.high)}, that is "
            f"{show_elo(step.each)} for a {step_name}; the chance that more is really better is {sure}."
        )
    found.append(_returns(steps[0], steps[-1], step_name))
    if study.limit != "depth":
        first, last = efforts[0], efforts[-1]
        found.append(
            f"Meanwhile the mean depth of a move in an open game grows from {first.depth:.1f} to {last.depth:.1f} "
            f"plies, and its nodes from {first.nodes:,.0f} to {last.nodes:,.0f}."
        )
    return (*found, ended_by_rules(standing))


def _returns(first: Step, last: Step, step_name: str) -> str:
    """Does the gain shrink? The first step against the last, as sure as their intervals allow."""
    difference, error = first.each - last.each, 1.96 * math.hypot(first.error, last.error)
    if not math.isfinite(error) or not math.isfinite(difference):
        return "One side won everything in the first or the last match: nothing can be said about diminishing returns."
    span = f"{abs(difference):.0f} ± {error:.0f} Elo"
    if difference > error:
        return f"Returns diminish: a {step_name} is worth {span} less at the end than at the beginning."
    if difference < -error:
        return f"Returns grow: a {step_name} is worth {span} more at the end than at the beginning."
    return f"Whether returns diminish cannot be told from these games: first and last {step_name} differ by {span}."


def _rating_table(study: Strength, rated: list[Rating], efforts: list[Effort]) -> ReportTable:
    rows = []
    for value, rating, effort in zip(study.times, rated, efforts, strict=True):
        elo = (round(rating.elo, 1), round(rating.low, 1), round(rating.high, 1))
        rows.append((value, *elo, round(effort.depth, 2), round(effort.nodes), round(effort.seconds, 5)))
    columns = (study.limit, "Elo", "low", "high", "mean depth", "nodes a move", "seconds a move")
    return ReportTable("ratings", f"Ratings relative to {study.name(study.times[0])}", columns, tuple(rows))


def _charts(study: Strength, rated: list[Rating], steps: list[Step], efforts: list[Effort]) -> tuple[Chart, ...]:
    axis, log = AXIS[study.limit], study.limit != "depth"
    bounds = [tuple(getattr(r, key) for r in rated) for key in ("elo", "low", "high")]
    middle = tuple(math.sqrt(a * b) for a, b in pairwise(study.times))
    gains = [tuple(getattr(s, key) / s.size for s in steps) for key in ("elo", "low", "high")]
    charts = [
        Chart(
            name="elo",
            title=f"Strength of the engine in {study.game}",
            x_label=axis,
            y_label=f"Elo relative to {study.name(study.times[0])}",
            series=(Series("rating", study.times, bounds[0], bounds[1], bounds[2]),),
            log_x=log,
        ),
        Chart(
            name="doubling",
            title=f"What a {STEP[study.limit]} is worth",
            x_label=f"{axis}, between the two players",
            y_label=f"Elo for a {STEP[study.limit]}",
            series=(Series("gain", middle, gains[0], gains[1], gains[2]),),
            log_x=log,
        ),
    ]
    if log:
        for name, title, label in (
            ("depth", "How deep the engine sees", "mean depth in plies"),
            ("nodes", "How many nodes that takes", "nodes a move"),
        ):
            line = Series(name, study.times, tuple(getattr(effort, name) for effort in efforts))
            chart = Chart(
                name=name, title=title, x_label=axis, y_label=label, series=(line,), log_x=True, log_y=name == "nodes"
            )
            charts.append(chart)
    return tuple(charts)


def steady_method(speed: float) -> tuple[str, ...]:
    """What a report must say if time was counted in nodes."""
    if not speed:
        return ()
    return (
        f"Time is counted in nodes: a second means {speed:,.0f} of them, the engine's speed in processor time on this "
        "machine. So other work on the machine does not disturb, and the same games can be played again.",
    )


def _method(study: Strength) -> tuple[str, ...]:
    return (
        f"Each two neighbouring settings played {study.games} games in pairs: both games of a pair start from the same "
        f"random balanced position after {study.openings} plies, with colours reversed. Pairs are the unit of all "
        "intervals.",
        *steady_method(study.speed),
        "Both players are the same engine with the same options. Tables are cleared before every game, and nobody "
        "thinks on the other's time.",
        "Ratings are those of greatest likelihood over all games; the Elo of a match comes from its own games alone.",
        "Depth, nodes and seconds are means over moves whose score was still an estimate: once a game is decided the "
        "search ends early.",
    )
