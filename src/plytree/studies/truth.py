"""How often does the engine find the truth? Connect Four is solved, so each of its moves can be judged."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.placing.connect4 import ConnectFour
from plytree.jobs import Job, LinesStore, run_jobs
from plytree.matches.playing import warm_game, warm_player
from plytree.matches.session import replay
from plytree.players.player import begin_game
from plytree.solvers.connect4 import MOST_SQUARES, Solver, can_solve
from plytree.studies.charts import Chart, Series
from plytree.studies.findings import Findings, ReportTable
from plytree.studies.german import truth_in_german
from plytree.studies.positions import sample_positions
from plytree.studies.speed import limit_option
from plytree.studies.strength_findings import steady_method
from plytree.studies.study import Crew, Study

RESULTS = "results.jsonl"
BAND = 4  # plies that are put together
_SOLVERS: dict[str, Solver] = {}


@dataclass(frozen=True, kw_only=True)
class Truth(Study):
    """Share of value-preserving and of optimal moves, by time, depth and ply."""

    kind: ClassVar[str] = "truth"
    unit: ClassVar[str] = "positions"
    game: str = "connect4"
    times: tuple[float, ...] = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
    depths: tuple[float, ...] = (2, 4, 6, 8, 10, 12)
    positions: int = 400
    speed: float = 0.0  # nodes a second, if time is counted in nodes; 0: the clock
    first_ply: int = 8
    last_ply: int = 31

    def __post_init__(self) -> None:
        rules = load_game(self.game)
        if not can_solve(rules):
            raise InputError(
                f"{self.game!r} is not solved here; a truth study needs connect4 of up to {MOST_SQUARES} squares"
            )

    def settings(self) -> list[str]:
        return [*(f"time={t:g}" for t in self.times), *(f"depth={int(d)}" for d in self.depths)]

    def players(self) -> dict[str, str]:
        """What each setting means to the engine."""
        kinds = [*(("time", t) for t in self.times), *(("depth", d) for d in self.depths)]
        return {
            name: f"engine:{limit_option(kind, value, self.speed)},mode=best"
            for name, (kind, value) in zip(self.settings(), kinds, strict=True)
        }

    def quick(self) -> Truth:
        return replace(self, times=(0.005, 0.02), depths=(2, 4, 8), positions=100, first_ply=max(self.first_ply, 10))

    def run(self, folder: Path, crew: Crew) -> None:
        rules = load_game(self.game)
        crew.say("getting the solver ready")
        positions = sample_positions(rules, self.positions, self.first_ply, self.last_ply, self.seed)
        jobs = [
            Job(
                f"{number}",
                "plytree.studies.truth:judge",
                {"game": self.game, "moves": moves, "players": self.players()},
            )
            for number, moves in enumerate(positions)
        ]
        run_jobs(
            jobs,
            LinesStore(folder / RESULTS),
            workers=crew.workers,
            cluster=crew.cluster,
            seed=self.seed,
            on_result=lambda job, result, summary: crew.step(summary, "", 1),
        )

    def findings(self, folder: Path) -> Findings:
        judged = list(LinesStore(folder / RESULTS).results.values())
        hard = [position for position in judged if len({sign(v) for v in position["scores"].values()}) > 1]
        if not hard:
            raise InputError("no position has been judged yet in which a move can throw something away")
        shares = {name: Shares.of(name, judged, hard) for name in self.settings()}
        best = shares[self.settings()[len(self.times) - 1]] if self.times else shares[self.settings()[-1]]
        return Findings(
            kind=self.kind,
            game=self.game,
            title=f"Moves against the truth: {self.game}",
            question="How often does the engine keep the true value of a position, and how often is its move optimal?",
            headline=f"{100 * best.keep[0]:.1f} % of moves keep the value with the most time",
            sentences=self._sentences(shares, judged, hard),
            tables=(self._table(shares), self._ply_table(hard)),
            charts=self._charts(shares, hard),
            method=(
                *steady_method(self.speed),
                "The exact solver scores every legal move. A move keeps the value if a win stays a win and a draw at "
                "least a draw; it is optimal if it also wins as soon, or loses as late, as possible.",
                "Value-keeping is asked only where it can go wrong: some move keeps the value and some other does not. "
                "Optimality is asked in all positions that leave a choice.",
                "Positions come from games of which a third of the moves was drawn at random. The engine begins each "
                "with an empty table. Intervals are Wilson's.",
            ),
            complete=len(judged) >= self.positions,
            translations={"de": truth_in_german(self, shares, len(judged), len(hard))},
        )

    def _sentences(self, shares: dict[str, Shares], judged: list[Any], hard: list[Any]) -> tuple[str, ...]:
        found = [
            f"{len(judged)} positions were judged; in {len(hard)} of them a careless move changes who wins, or whether "
            "anybody does."
        ]
        for kind, values in (("time", self.times), ("depth", self.depths)):
            if not values:
                continue
            first, last = shares[f"{kind}={values[0]:g}"], shares[f"{kind}={values[-1]:g}"]
            unit = "s a move" if kind == "time" else "plies"
            found.append(
                f"From {values[0]:g} to {values[-1]:g} {unit} the share of moves that keep the value goes from "
                f"{_percent(first.keep)} to {_percent(last.keep)}, of optimal moves from {_percent(first.optimal)} to "
                f"{_percent(last.optimal)}."
            )
        return tuple(found)

    def _table(self, shares: dict[str, Shares]) -> ReportTable:
        rows = tuple(
            (name, *(round(100 * x, 2) for x in share.keep), *(round(100 * x, 2) for x in share.optimal), share.depth)
            for name, share in shares.items()
        )
        columns = ("player", "keeps value %", "low", "high", "optimal %", "low", "high", "mean depth")
        return ReportTable("truth", "Share of true moves", columns, rows)

    def _ply_table(self, hard: list[Any]) -> ReportTable:
        rows = []
        for band in self._bands():
            inside = [p for p in hard if band <= p["ply"] < band + BAND]
            shares = [round(100 * wilson(*_kept(name, inside))[0], 1) if inside else "" for name in self.settings()]
            rows.append((f"{band}-{band + BAND - 1}", len(inside), *shares))
        return ReportTable(
            "plies", "Keeps the value, by ply (%)", ("plies", "positions", *self.settings()), tuple(rows)
        )

    def _bands(self) -> range:
        return range(self.first_ply, self.last_ply + 1, BAND)

    def _charts(self, shares: dict[str, Shares], hard: list[Any]) -> tuple[Chart, ...]:
        charts = []
        for kind, values, label in (("time", self.times, "seconds a move"), ("depth", self.depths, "depth in plies")):
            if len(values) < 2:
                continue
            series = []
            for key, name in (("keep", "keeps the value"), ("optimal", "optimal")):
                figures = [getattr(shares[f"{kind}={value:g}"], key) for value in values]
                middle, low, high = (tuple(100 * f[i] for f in figures) for i in range(3))
                series.append(Series(name, tuple(values), middle, low, high))
            charts.append(
                Chart(
                    name=f"truth-{kind}",
                    title=f"Moves against the solver, by {kind}",
                    x_label=label,
                    y_label="% of moves",
                    series=tuple(series),
                    log_x=kind == "time",
                )
            )
        chosen = (
            [self.settings()[0], self.settings()[max(0, len(self.times) - 1)]] if self.times else self.settings()[:2]
        )
        lines = []
        for name in dict.fromkeys(chosen):
            bands = [(b, [p for p in hard if b <= p["ply"] < b + BAND]) for b in self._bands()]
            figures = [wilson(*_kept(name, inside)) for _, inside in bands if inside]
            middle, low, high = (tuple(100 * f[i] for f in figures) for i in range(3))
            lines.append(Series(name, tuple(b + (BAND - 1) / 2 for b, inside in bands if inside), middle, low, high))
        charts.append(
            Chart(
                name="truth-ply",
                title="Keeping the value, by the age of the game",
                x_label="ply",
                y_label="% of moves",
                series=tuple(lines),
            )
        )
        return tuple(charts)


@dataclass(frozen=True)
class Shares:
    """Share, low, high of value-keeping and of optimal moves, and how deep the search went."""

    keep: tuple[float, float, float]
    optimal: tuple[float, float, float]
    depth: float

    @staticmethod
    def of(name: str, judged: list[Any], hard: list[Any]) -> Shares:
        choice = [p for p in judged if len(set(p["scores"].values())) > 1]
        best = sum(p["scores"][str(p["moves"][name]["move"])] == max(p["scores"].values()) for p in choice)
        depths = [p["moves"][name]["depth"] for p in judged]
        return Shares(wilson(*_kept(name, hard)), wilson(best, len(choice)), round(sum(depths) / len(depths), 2))


def _kept(name: str, positions: list[Any]) -> tuple[int, int]:
    kept = sum(sign(p["scores"][str(p["moves"][name]["move"])]) == sign(max(p["scores"].values())) for p in positions)
    return kept, len(positions)


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def wilson(successes: int, total: int, width: float = 1.96) -> tuple[float, float, float]:
    """A share and its 95 % interval after Wilson, which stays within 0..1.

    >>> [round(x, 4) for x in wilson(0, 10)], [round(x, 4) for x in wilson(81, 263)]
    ([0.0, 0.0, 0.2775], [0.308, 0.2553, 0.3662])
    """
    if total == 0:
        return 0.0, 0.0, 1.0
    share, square = successes / total, width**2
    centre = (share + square / (2 * total)) / (1 + square / total)
    half = width / (1 + square / total) * math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    return share, max(0.0, centre - half), min(1.0, centre + half)


def _percent(share: tuple[float, float, float]) -> str:
    return f"{100 * share[0]:.1f} % [{100 * share[1]:.1f}, {100 * share[2]:.1f}]"


def judge(arguments: dict[str, Any], seed: int) -> dict[str, Any]:
    """The job: the exact score of each move in a position, and what each player would play there."""
    game = warm_game(arguments["game"])
    assert isinstance(game, ConnectFour)
    state = replay(game, arguments["moves"]).state
    if arguments["game"] not in _SOLVERS:
        _SOLVERS[arguments["game"]] = Solver(game.width, game.height)
    scores = _SOLVERS[arguments["game"]].analyse(state)
    chosen = {}
    for name, spec in arguments["players"].items():
        player = warm_player(arguments["game"], spec, "a")
        begin_game(player, seed)
        choice = player.choose(state, [], None)
        chosen[name] = {"move": choice.move, "depth": choice.depth, "nodes": choice.nodes}
    return {"ply": len(arguments["moves"]), "scores": {str(m): int(v) for m, v in scores.items()}, "moves": chosen}
