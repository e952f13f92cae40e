"""Studies that run in the server: started from a page, seen from every page, cancelled by whoever wants; no visitor
has to stay for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from nicegui import background_tasks, ui

from plytree.errors import InputError
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.widgets import named
from plytree.jobs import Summary
from plytree.studies.study import Crew, Study, default_folder, run_study

MOST = 4  # studies that may run or wait at once
LOOK_SECONDS = 1.5


class CancelledError(InputError):
    """Nobody wants this study any more."""


@dataclass
class StudyRun:
    """One study at work. What it has measured stays in its folder, also when it is cancelled."""

    study: Study
    share: float = 0.0  # done, from 0 to 1
    says: str = "waits"
    problem: str = ""
    done: bool = False
    cancelled: bool = False
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        self.folder = default_folder(self.study)

    @property
    def title(self) -> str:
        return f"{self.study.kind}, {self.study.game}"

    def cancel(self) -> None:
        """End it after the piece of work that it is at."""
        self.cancelled, self.says = True, "is being cancelled"

    def _step(self, summary: Summary, standing: str, per_job: int) -> None:
        self.share = (summary.kept + summary.done) / max(summary.total, 1)
        self._say(standing)

    def _say(self, what: str) -> None:
        if self.cancelled:
            raise CancelledError("cancelled")
        self.says = what

    async def work(self, services: Services) -> None:
        """Wait for a turn in the slow lane, and run to the end."""

        def place(number: int) -> None:
            self.says = f"place {number} in the queue" if number else "running"

        try:
            async with services.slow_pool.turn(f"study {id(self)}", place):
                self._say("running")
                crew = Crew(workers=1, say=self._say, step=self._step)
                await services.in_thread(run_study, self.study, self.folder, crew, "plytree", slow=True)
        except InputError as error:
            self.problem = str(error)
        finally:
            self.done = True


RUNS: list[StudyRun] = []  # of this process, newest last


def running() -> list[StudyRun]:
    return [run for run in RUNS if not run.done]


def start(services: Services, study: Study) -> StudyRun:
    """Begin a study, whoever watches; InputError if enough of them run already."""
    services.game(study.game)
    if len(running()) >= MOST:
        raise InputError(f"{MOST} studies run or wait already; try again in a minute, or cancel one")
    run = StudyRun(study)
    RUNS.append(run)
    del RUNS[:-20]
    background_tasks.create(run.work(services), name="study")
    return run


def cancel_all() -> None:
    for run in running():
        run.cancel()


def badge() -> None:
    """A sign in the heading of every page: so many studies run, and how far they are."""
    link = named(ui.link("", "/studies").classes("badge"), "studies-running")

    def look() -> None:
        now = running()
        link.set_visibility(bool(now))
        if now:
            share = sum(run.share for run in now) / len(now)
            link.text = f"{'1 study runs' if len(now) == 1 else f'{len(now)} studies run'}: {share:.0%}"

    look()
    ui.timer(LOOK_SECONDS, look)
