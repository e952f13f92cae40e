"""What is each way of learning worth? Players that learned for longer and longer, against the truth of Connect Four."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.jobs import Job, LinesStore, run_jobs
from plytree.learning.settings import Settings
from plytree.learning.training import Training, begin_or_go_on
from plytree.learning.weights import check_game, fit, jobs_for, save_weights
from plytree.search.compile.kernel import rules_of
from plytree.solvers.connect4 import MOST_SQUARES, can_solve
from plytree.studies.charts import Chart, Series
from plytree.studies.findings import Findings, ReportTable
from plytree.studies.german import learning_in_german
from plytree.studies.positions import sample_positions
from plytree.studies.study import Crew, Study
from plytree.studies.truth import Shares, sign

RESULTS, GAMES = "results.jsonl", "games.jsonl"
WEIGHTS = "tuned.weights"


@dataclass(frozen=True, kw_only=True)
class Learning(Study):
    """Chance, a person's weights, tuned weights, tables after more and more seconds; each without and with search."""

    kind: ClassVar[str] = "learning"
    unit: ClassVar[str] = "positions"
    game: str = "connect4"
    seconds: tuple[float, ...] = (0.3, 1, 3, 10, 30, 100)
    depths: tuple[float, ...] = (1, 4)
    positions: int = 400
    tuning_games: int = 600
    patterns: str = ""
    first_ply: int = 8
    last_ply: int = 31

    def __post_init__(self) -> None:
        if not can_solve(load_game(self.game)):
            raise InputError(
                f"{self.game!r} is not solved here; a learning study needs connect4 of up to {MOST_SQUARES} squares"
            )
        if not self.seconds or list(self.seconds) != sorted(set(self.seconds)) or self.seconds[0] <= 0:
            raise InputError(f"{list(self.seconds)} are no growing times of learning; expected something like 1,10,60")

    def quick(self) -> Learning:
        return replace(self, seconds=(0.3, 1, 3), positions=80, tuning_games=100, first_ply=max(self.first_ply, 10))

    # ---- the rungs ------------------------------------------------------------------------------------------------

    def rungs(self) -> dict[str, str]:
        """Name of each way to judge a position -> the engine's option; "" is what the author wrote."""
        tables = {f"tables, {seconds:g} s": f"eval={self.file(seconds)}" for seconds in self.seconds}
        return {"hand": "", "tuned weights": f"eval={WEIGHTS}", **tables}

    @staticmethod
    def file(seconds: float) -> str:
        return f"after-{seconds:g}.tables"

    def players(self, folder: Path) -> dict[str, str]:
        found = {"chance": "random"}
        for depth in self.depths:
            for name, option in self.rungs().items():
                where = option.replace("eval=", f"eval={folder}/")
                words = ",".join(filter(None, (f"depth={int(depth)}", "mode=best", where)))
                found[self.name(name, depth)] = f"engine:{words}"
        return found

    @staticmethod
    def name(rung: str, depth: float) -> str:
        return f"{rung}, depth {int(depth)}"

    # ---- the work -------------------------------------------------------------------------------------------------

    def run(self, folder: Path, crew: Crew) -> None:
        self._tune(folder, crew)
        self._teach(folder, crew)
        crew.say("getting the solver ready")
        rules = load_game(self.game)
        positions = sample_positions(rules, self.positions, self.first_ply, self.last_ply, self.seed)
        players = self.players(folder.resolve())
        jobs = [
            Job(f"{number}", "plytree.studies.truth:judge", {"game": self.game, "moves": moves, "players": players})
            for number, moves in enumerate(positions)
        ]
        self._run_jobs(jobs, folder / RESULTS, crew)

    def _run_jobs(self, jobs: list[Job], path: Path, crew: Crew) -> LinesStore:
        store = LinesStore(path)
        run_jobs(
            jobs, store, workers=crew.workers, cluster=crew.cluster, seed=self.seed,
            on_result=lambda job, result, summary: crew.step(summary, "", 1),
        )  # fmt: skip
        return store

    def _tune(self, folder: Path, crew: Crew) -> None:
        if (folder / WEIGHTS).exists():
            return
        crew.say("tuning weights")
        game = load_game(self.game)
        check_game(game)
        jobs = jobs_for(self.game, self.tuning_games, 4, rules_of(game).weights)
        store = self._run_jobs(jobs, folder / GAMES, crew)
        save_weights(folder / WEIGHTS, game, fit(game, [row for job in jobs for row in store.results[job.id]]))

    def _teach(self, folder: Path, crew: Crew) -> None:
        """One pupil; what it knows after each time is kept."""
        if all((folder / self.file(seconds)).exists() for seconds in self.seconds):
            return
        game, out = load_game(self.game), folder / "pupil.tables"
        teacher = begin_or_go_on(game, out, Settings(patterns=self.patterns, seed=self.seed))
        for seconds in self.seconds:
            if (folder / self.file(seconds)).exists():
                continue
            crew.say(f"learning for {seconds:g} s")
            for _ in Training(teacher, out, seconds=seconds).run():
                pass
            teacher.tables().save(folder / self.file(seconds))

    # ---- what it says ---------------------------------------------------------------------------------------------

    def findings(self, folder: Path) -> Findings:
        judged = list(LinesStore(folder / RESULTS).results.values())
        hard = [position for position in judged if len({sign(v) for v in position["scores"].values()}) > 1]
        if not hard:
            raise InputError("no position has been judged yet in which a move can throw something away")
        shares = {name: Shares.of(name, judged, hard) for name in self.players(folder)}
        last, hand = self.name(list(self.rungs())[-1], self.depths[0]), self.name("hand", self.depths[0])
        return Findings(
            kind=self.kind,
            game=self.game,
            title=f"Learning against the truth: {self.game}",
            question="How good does a player become that learns by itself, and how long does it take?",
            headline=f"{100 * shares[last].keep[0]:.1f} % after {self.seconds[-1]:g} s, by hand "
            f"{100 * shares[hand].keep[0]:.1f} %",
            sentences=self._sentences(shares, len(judged), len(hard)),
            tables=(self._table(shares),),
            charts=(self._chart(shares),),
            method=(
                "The tables learned from the rules alone, by games against themselves (temporal differences); seconds "
                "are processor time of one core. Tuned weights are the author's features fitted to self-play of the "
                "engine.",
                "The exact solver scores every move. A move keeps the value if a win stays a win and a draw at least a "
                "draw, asked where some other move does not. Intervals are Wilson's.",
                "Depth 1 looks at each move's position once: what the evaluation knows by itself.",
            ),
            complete=len(judged) >= self.positions,
            translations={"de": learning_in_german(self, shares, len(judged), len(hard))},
        )

    def _sentences(self, shares: dict[str, Shares], judged: int, hard: int) -> tuple[str, ...]:
        found = [f"{judged} positions were judged; in {hard} of them a careless move throws something away."]
        for depth in self.depths:
            hand = shares[self.name("hand", depth)].keep
            past = [s for s in self.seconds if shares[self.name(f"tables, {s:g} s", depth)].keep[0] >= hand[0]]
            best = shares[self.name(f"tables, {self.seconds[-1]:g} s", depth)].keep
            when = f"reach that after {past[0]:g} s" if past else "do not reach that"
            found.append(
                f"Depth {int(depth)}: the hand-made evaluation keeps the value in {_percent(hand)}; tables {when} and "
                f"come to {_percent(best)} after {self.seconds[-1]:g} s."
            )
        return tuple(found)

    def _table(self, shares: dict[str, Shares]) -> ReportTable:
        rows = tuple(
            (name, *(round(100 * x, 2) for x in share.keep), *(round(100 * x, 2) for x in share.optimal))
            for name, share in shares.items()
        )
        columns = ("player", "keeps value %", "low", "high", "optimal %", "low", "high")
        return ReportTable("learning", "Share of true moves", columns, rows)

    def _chart(self, shares: dict[str, Shares]) -> Chart:
        series = []
        for depth in self.depths:
            figures = [shares[self.name(f"tables, {seconds:g} s", depth)].keep for seconds in self.seconds]
            middle, low, high = (tuple(100 * figure[i] for figure in figures) for i in range(3))
            series.append(Series(f"tables, depth {int(depth)}", self.seconds, middle, low, high))
            hand = 100 * shares[self.name("hand", depth)].keep[0]
            level = tuple(hand for _ in self.seconds)
            series.append(Series(f"hand, depth {int(depth)}", self.seconds, level, level, level))
        return Chart(
            name="learning", title="Keeping the value, by seconds of learning", x_label="seconds of learning",
            y_label="% of moves", series=tuple(series), log_x=True,
        )  # fmt: skip


def _percent(share: tuple[float, float, float]) -> str:
    return f"{100 * share[0]:.1f} % [{100 * share[1]:.1f}, {100 * share[2]:.1f}]"
