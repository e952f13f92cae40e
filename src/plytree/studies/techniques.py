"""What is each technique worth? In Elo at equal time, and in nodes and seconds to an equal depth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.jobs import Job, LinesStore, run_jobs
from plytree.matches.elo import Estimate, estimate, show_elo, show_interval
from plytree.matches.match import Plan, Standing, absolute_spec
from plytree.matches.match_store import MatchStore, SavedMatch
from plytree.matches.playing import MatchRules
from plytree.players.opening_book import book_of
from plytree.search.techniques import Techniques
from plytree.studies.charts import Chart, Series
from plytree.studies.effort import applicable, geometric_interval
from plytree.studies.findings import Findings, ReportTable
from plytree.studies.positions import sample_positions
from plytree.studies.strength import GAMES, game_plies, play_plan
from plytree.studies.strength_findings import ended_by_rules, match_table
from plytree.studies.study import Crew, Study

RESULTS = "results.jsonl"
ALL, BOOK = "all", "book"
MEANING = {
    "table": "transposition table", "killers": "killer moves", "history": "history heuristic",
    "iterative": "iterative deepening", "pvs": "principal variation search", "aspiration": "aspiration windows",
    "order": "the game's order", "symmetry": "symmetry", "quiescence": "quiescence search",
    "extension": "extensions in check", "null_move": "null move", "reductions": "late-move reductions",
    "margins": "futility margins", "exchange": "static exchange",
    "book": "opening book",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TechniqueStudy(Study):
    """The engine with all techniques against the engine with all but one."""

    kind: ClassVar[str] = "techniques"
    unit: ClassVar[str] = "games"
    time: float = 0.02  # seconds a move in the games
    games: int = 200  # for each technique
    openings: int = 4
    depth: int = 8  # for nodes and seconds
    positions: int = 20
    techniques: tuple[str, ...] = ()  # empty: all that the game has hooks for

    def __post_init__(self) -> None:
        for name in self.techniques:
            if name == BOOK and book_of(load_game(self.game)) is not None:
                continue
            Techniques().without(name)  # InputError for a name that is none

    def names(self) -> tuple[str, ...]:
        game = load_game(self.game)
        return self.techniques or (*applicable(game), *((BOOK,) if book_of(game) else ()))

    def _searched(self) -> list[str]:
        return [name for name in self.names() if name != BOOK]

    def quick(self) -> TechniqueStudy:
        names = tuple(name for name in self.names() if name in ("table", "killers", "history", "pvs", "order"))
        each = game_plies(self.game, self.openings) * 0.005 * len(names)
        games = max(20, min(100, int(45 / each)))
        return replace(self, techniques=names, time=0.005, games=games, depth=min(self.depth, 7), positions=8)

    def plan(self) -> Plan:
        """Iterative deepening plays no games: without it a search has no move to show when its time is up."""
        played = [name for name in self.names() if name != "iterative"]
        return Plan(
            game=self.game,
            players={ALL: f"engine:time={self.time:g}"}
            | {_opponent(name): f"engine:time={self.time:g},{_option(name)}" for name in played},
            matchups=tuple((ALL, _opponent(name)) for name in played),
            pairs=math.ceil(self.games / 2),
            opening_plies=self.openings,
            seed=self.seed,
            rules=MatchRules(),
        )

    def store(self, folder: Path) -> SavedMatch:
        return MatchStore(folder / GAMES).begin(self.kind, self.game, self.seed, self.plan().settings())

    def run(self, folder: Path, crew: Crew) -> None:
        plan = self.plan()
        if plan.matchups:
            play_plan(plan, self.store(folder), crew)
        run_jobs(
            self.jobs(),
            LinesStore(folder / RESULTS),
            workers=crew.workers,
            cluster=crew.cluster,
            seed=self.seed,
            on_result=lambda job, result, summary: crew.step(summary, job.id, 1),
        )

    def jobs(self) -> list[Job]:
        rules, everything = load_game(self.game), Techniques.names()
        positions = sample_positions(rules, self.positions, self.openings, self.openings + 8, self.seed)
        jobs = []
        for number, moves in enumerate(positions):
            for name in (ALL, *self._searched()):
                arguments = {
                    "game": absolute_spec(self.game),
                    "moves": moves,
                    "techniques": [technique for technique in everything if technique != name],
                    "depths": [self.depth],
                    "table_mb": 64,
                }
                jobs.append(Job(f"{name}/{number}", "plytree.studies.effort:measure", arguments))
        return jobs

    # ---- what it says ---------------------------------------------------------------------------------------------

    def findings(self, folder: Path) -> Findings:
        plan = self.plan()
        standing = Standing(plan.matchups, self.store(folder).games() if plan.matchups else ())
        costs = self._costs(LinesStore(folder / RESULTS).results)
        worth: dict[str, Estimate] = {}
        for name in self._played():
            counts = standing.results[ALL, _opponent(name)].counts()
            if not sum(counts):
                raise InputError("not every technique has played yet; nothing can be said")
            worth[name] = estimate(counts[::-1] if name == BOOK else counts)
        return Findings(
            kind=self.kind,
            game=self.game,
            title=f"What each technique is worth: {self.game}",
            question=f"What does the engine lose in {self.game} without one of its techniques?",
            headline=self._headline(worth),
            sentences=(*self._sentences(worth, costs), ended_by_rules(standing)),
            tables=(self._table(worth, costs), *((match_table(standing),) if plan.matchups else ())),
            charts=self._charts(worth, costs),
            method=(
                f"Elo: {self.games} games in pairs at {self.time:g} s a move, all techniques against all but one.",
                f"Nodes and seconds: searches to depth {self.depth} from {self.positions} positions, with an empty "
                "table each time; ratios are geometric means over positions that no search proves earlier.",
                "Iterative deepening has no Elo: without it a search has no move to show when its time is up.",
                "A technique is measured beside all others. What two of them do alike counts for neither: the figures "
                "do not add up.",
            ),
            complete=all(len(t.pairs) >= plan.pairs for t in standing.results.values()) and bool(costs),
        )

    def _played(self) -> list[str]:
        return [name for name in self.names() if name != "iterative"]

    def _costs(self, results: dict[str, Any]) -> dict[str, dict[str, tuple[float, float, float]]]:
        """technique -> nodes and seconds without it, divided by those with it: mean and interval."""
        usable = []
        for number in range(self.positions):
            entries = [results.get(f"{name}/{number}") for name in (ALL, *self._searched())]
            if all(entry and not entry[0]["proven"] for entry in entries):
                usable.append(number)
        costs = {}
        for name in self._searched() if usable else ():
            costs[name] = {
                key: geometric_interval(
                    [
                        max(results[f"{name}/{n}"][0][key], 1e-6) / max(results[f"{ALL}/{n}"][0][key], 1e-6)
                        for n in usable
                    ]
                )
                for key in ("nodes", "seconds")
            }
        return costs

    def _headline(self, worth: dict[str, Estimate]) -> str:
        if not worth:
            return "nodes and seconds only"
        best = max(worth, key=lambda name: worth[name].elo)
        return f"most from the {MEANING.get(best, best)}: {show_elo(worth[best].elo)} Elo"

    def _sentences(self, worth: dict[str, Estimate], costs: dict[str, Any]) -> list[str]:
        found = []
        for name in sorted(self.names(), key=lambda n: -worth[n].elo if n in worth else -math.inf):
            parts = []
            if name in worth:
                elo = worth[name]
                certain = "" if elo.low > 0 or elo.high < 0 else ", which may be chance"
                parts.append(f"is worth {show_elo(elo.elo)} Elo {show_interval(elo.low, elo.high)}{certain}")
            if name in costs:
                nodes, seconds = costs[name]["nodes"], costs[name]["seconds"]
                parts.append(
                    f"without it a search to depth {self.depth} takes {nodes[0]:.2f} times the nodes "
                    f"[{nodes[1]:.2f}, {nodes[2]:.2f}] and {seconds[0]:.2f} times the seconds"
                )
            found.append(f"{MEANING.get(name, name).capitalize()}: " + "; ".join(parts) + ".")
        return found

    def _table(self, worth: dict[str, Estimate], costs: dict[str, Any]) -> ReportTable:
        rows = []
        for name in self.names():
            elo = worth.get(name)
            first = (round(elo.elo, 1), round(elo.low, 1), round(elo.high, 1)) if elo else ("", "", "")
            cost = costs.get(name)
            more = (round(cost["nodes"][0], 3), round(cost["seconds"][0], 3)) if cost else ("", "")
            rows.append((name, *first, *more))
        columns = ("technique", "Elo", "low", "high", "nodes without / with", "seconds without / with")
        return ReportTable("techniques", "What each technique is worth", columns, tuple(rows))

    def _charts(self, worth: dict[str, Estimate], costs: dict[str, Any]) -> tuple[Chart, ...]:
        charts = []
        if worth:
            ranked = sorted(worth, key=lambda name: -worth[name].elo)
            values = [tuple(getattr(worth[name], key) for name in ranked) for key in ("elo", "low", "high")]
            charts.append(
                Chart(
                    name="worth",
                    title=f"Elo of each technique at {self.time:g} s a move: {self.game}",
                    x_label="",
                    y_label="Elo",
                    series=(Series("", tuple(range(len(ranked))), values[0], values[1], values[2]),),
                    labels=tuple(ranked),
                )
            )
        if costs:
            lines = tuple(_cost_series(key, [cost[key] for cost in costs.values()]) for key in ("nodes", "seconds"))
            charts.append(
                Chart(
                    name="cost",
                    title=f"Cost of depth {self.depth} without a technique",
                    x_label="",
                    y_label="without / with",
                    series=lines,
                    labels=tuple(costs),
                )
            )
        return tuple(charts)


def _opponent(name: str) -> str:
    return "with book" if name == BOOK else f"without {name}"


def _option(name: str) -> str:
    """How the engine's spec says it: the book is the one thing that is not there unless asked for."""
    return f"+{name}" if name == BOOK else f"-{name}"


def _cost_series(name: str, figures: list[tuple[float, float, float]]) -> Series:
    middle, low, high = zip(*figures, strict=True)
    return Series(name, tuple(range(len(figures))), middle, low, high)
