"""The progress bar of matches and studies: games done, speed, how it stands, time left."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

if TYPE_CHECKING:
    from plytree.jobs import Summary
    from plytree.matches.match import Plan, Standing


class _Bar:
    """A line on a terminal that moves while something is done."""

    progress: Progress

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.progress.stop()
        if kind is KeyboardInterrupt:
            print("stopped; the same command goes on from here", file=sys.stderr)


class ProgressBar(_Bar):
    """One line on a terminal that moves; nothing at all if `quiet`, or where stderr is no terminal."""

    def __init__(self, total: int, unit: str, quiet: bool = False):
        self.unit = unit
        console = Console(stderr=True)
        self.progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]} {task.fields[standing]} {task.fields[left]}"),
            console=console,
            disable=quiet or not console.is_terminal,
            transient=True,
        )
        self.task = self.progress.add_task("", total=total, speed="", standing="", left="")

    def say(self, what: str) -> None:
        self.progress.update(self.task, description=what)

    def step(self, summary: Summary, standing: str, per_job: int = 1, description: str = "") -> None:
        """After each job: where the run stands."""
        speed = summary.done * per_job / max(summary.seconds, 1e-9)
        left = summary.seconds_left
        self.progress.update(
            self.task,
            description=description,
            completed=(summary.kept + summary.done) * per_job,
            total=summary.total * per_job,
            speed=f"{speed:.1f} {self.unit}/s",
            standing=standing,
            left="" if left is None else f"{_clock(left)} left",
        )


class ShareBar(_Bar):
    """How much of one long piece of work is done; nothing where stderr is no terminal."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.progress = Progress(
            SpinnerColumn(), BarColumn(bar_width=24), TaskProgressColumn(), TextColumn("{task.description}"),
            TimeRemainingColumn(), console=console, disable=not console.is_terminal, transient=True,
        )  # fmt: skip
        self.task = self.progress.add_task("", total=1.0)

    def move(self, share: float, description: str) -> None:
        self.progress.update(self.task, completed=share, description=description)


class MatchProgress(ProgressBar):
    """Games, with the Elo of the matchup that is being played."""

    def __init__(self, plan: Plan, quiet: bool = False):
        super().__init__(2 * plan.pairs * len(plan.matchups), "games", quiet)

    def update(self, standing: Standing, summary: Summary) -> None:
        shown = standing.last
        found = standing.results[shown].estimate()
        more = "" if len(standing.matchups) == 1 else f"{shown[0]} : {shown[1]} "
        self.step(summary, more + ("" if found is None else str(found)), per_job=2)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


class LineProgress:
    """Lines of a filter done so far, on a terminal; nothing if stderr is none, or if the answers go to the same one.

    `interactive`: somebody types the lines and waits for each answer.
    """

    def __init__(self, unit: str, answers: Any, questions: Any):
        self.unit = unit
        self.interactive = answers.isatty() or getattr(questions, "isatty", bool)()
        self.progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.completed} {task.description}, {task.fields[speed]}"),
            console=Console(stderr=True),
            disable=self.interactive or not sys.stderr.isatty(),
            transient=True,
        )
        self.task = self.progress.add_task(unit, total=None, speed="")

    def __enter__(self) -> LineProgress:
        self.started = time.perf_counter()
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def step(self, done: int) -> None:
        if not self.progress.disable and done % 100 == 0:
            speed = done / (time.perf_counter() - self.started)
            self.progress.update(self.task, completed=done, speed=f"{speed:.0f} {self.unit}/s")
