"""Run jobs: hand them out, write the answers down, hand a dead worker's job out again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from plytree.errors import InputError
from plytree.jobs.call import seed_of
from plytree.jobs.store import Store
from plytree.numbers import whole

MOST_WORKERS = 4096
DEATHS = 3  # a job that was in flight when so many workers died is given up


@dataclass(frozen=True)
class Job:
    """One piece of work. The id is the job's identity over all runs."""

    id: str
    function: str  # "module:function", called with (arguments, seed); its answer is JSON too
    arguments: dict[str, Any] = field(default_factory=dict)

    def message(self, seed: int) -> dict[str, Any]:
        return {"function": self.function, "arguments": self.arguments, "seed": seed_of(seed, self.id)}


@dataclass
class Summary:
    """How a run stands, or how it ended."""

    total: int
    kept: int  # results that were there before this run
    done: int = 0  # done in this run
    failed: dict[str, str] = field(default_factory=dict)  # job id -> why
    retried: int = 0  # jobs handed out again because a worker died
    started: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> int:
        return self.total - self.kept - self.done - len(self.failed)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the speed of this run; None before the first job is done."""
        return self.seconds / self.done * self.left if self.done else None


def default_workers() -> int:
    """One core stays free for the rest of the machine: whoever measures time must not fight for it."""
    return max(1, (os.cpu_count() or 1) - 1)


class Workers(AbstractContextManager["Workers"], Protocol):
    """Workers. `answers` yields (job, answer) in the order of completion; an answer of None: its worker died."""

    def answers(self, jobs: Iterator[tuple[Job, dict[str, Any]]]) -> Iterator[tuple[Job, dict[str, Any] | None]]: ...


OnResult = Callable[[Job, Any, Summary], bool | None]


def run_jobs(
    jobs: Sequence[Job],
    store: Store,
    *,
    workers: int = 1,
    cluster: str | None = None,
    seed: int = 0,
    on_result: OnResult | None = None,
) -> Summary:
    """Do all jobs that the store does not have yet, and keep their results in it.

    `workers` processes on this machine; with `cluster` ("auto" or an address) Ray does the work instead. `on_result` is
    called after each result is kept; if it returns True the run ends early. KeyboardInterrupt and any other exception
    end the workers at once and leave the store complete but for the jobs in flight. InputError if another run has the
    store; MachineError if no worker can be had.
    """
    whole(workers, "workers", "a number of workers", 1, MOST_WORKERS)
    if len({job.id for job in jobs}) < len(jobs):
        raise InputError("two jobs have the same id; each job needs its own")
    with store.hold():
        return _run(jobs, store, workers, cluster, seed, on_result)


def _run(
    jobs: Sequence[Job], store: Store, workers: int, cluster: str | None, seed: int, on_result: OnResult | None
) -> Summary:
    kept = store.done() & {job.id for job in jobs}
    summary = Summary(total=len(jobs), kept=len(kept))
    todo = [job for job in jobs if job.id not in kept]
    if not todo:
        return summary
    deaths: dict[str, int] = {}
    with _pool(min(workers, len(todo)), cluster) as pool:
        while todo:
            again: list[Job] = []
            for job, answer in pool.answers((job, job.message(seed)) for job in todo):
                if answer is None:
                    deaths[job.id] = deaths.get(job.id, 0) + 1
                    if deaths[job.id] < DEATHS:
                        again.append(job)
                        summary.retried += 1
                    else:
                        summary.failed[job.id] = f"{DEATHS} workers died doing it"
                elif "error" in answer:
                    summary.failed[job.id] = answer["error"]
                else:
                    store.add(job.id, answer["result"])
                    summary.done += 1
                    if on_result and on_result(job, answer["result"], summary):
                        return summary
            todo = again
    return summary


def _pool(workers: int, cluster: str | None) -> Workers:
    if cluster is None:
        from plytree.jobs.local import LocalPool

        return LocalPool(workers)
    from plytree.jobs.cluster import RayPool

    return RayPool(cluster, workers)
