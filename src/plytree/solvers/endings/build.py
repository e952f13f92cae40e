"""Build tables of chess endings: stage by stage, what captures and promotions lead to first.

A table is the unit of work: one that is there is not built again, one that was not finished is built anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.chess.game import tables as chess_tables
from plytree.jobs import Job, MemoryStore, Summary, run_jobs
from plytree.solvers.endings.file import SUFFIX, EndingTable, write
from plytree.solvers.endings.geometry import geometry, leads_to, pairs, size
from plytree.solvers.endings.kernel import ILLEGAL
from plytree.solvers.endings.material import needs, with_needs
from plytree.solvers.endings.native import kernels

EDGES = 32  # one move in so many positions, at most, lets a pawn be taken en passant
PIECE = 1 << 20  # positions between two words of progress


def file_of(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def memory(name: str) -> int:
    """Bytes that building a table takes: three for each position, the tables it leads to, and the file's content."""
    pool = sum(2 * size(needed) for needed in needs(name))
    edges = 24 * size(name) // EDGES if "P" in name.split("K")[1] and "P" in name.split("K")[2] else 0
    return 2 * size(name) * 3 + pool + edges + size(name) + 100_000_000


def solve(name: str, needed: dict[str, Any], on_step: Callable[[str], None] | None = None) -> Any:
    """All values of a table, by place. `needed`: the values of the tables that it leads to."""
    say = on_step or (lambda words: None)
    k, t, p, g = kernels(), chess_tables()[0], pairs()[0], geometry(name)[0]
    slots, names = leads_to(name)
    pool = np.concatenate([needed[other] for other in names] or [np.zeros(1, np.uint8)])
    values, counts, late = (np.zeros(2 * g.numbers, np.uint8) for _ in range(3))
    edges = np.zeros(3 * (int(g.numbers) // EDGES + 1024) if g.passing else 1, np.int64)
    used = 0
    for side in (0, 1):
        for first in range(0, int(g.numbers), PIECE):
            last = min(first + PIECE, int(g.numbers))
            used = k.begin(t, p, g, slots, pool, values, counts, late, edges, used, side, first, last)
            say(f"{name}: moves, {(side + first / g.numbers) / 2:.0%}")
    assert 3 * used <= len(edges)
    longest = max(_highest(values), int(late.max()), int(edges[2 : 3 * used : 3].max(initial=0)))
    value, found = 1, 1
    while found or value <= longest:
        found = k.step(t, p, g, slots, pool, values, counts, late, value)
        found += k.step_edges(values, counts, late, edges, used, value)
        value += 1
        assert value < ILLEGAL
        say(f"{name}: mate in {value // 2}")
    return values


def _highest(values: Any) -> int:
    counts = np.bincount(values, minlength=256)[:ILLEGAL]
    return int(counts.nonzero()[0].max(initial=0))


def build_job(arguments: dict[str, Any], seed: int) -> str:
    """Build one table into a folder in which those that it needs are. The answer is a digest of the file."""
    folder, name = Path(arguments["folder"]), arguments["name"]
    path = file_of(folder, name)
    if not is_whole(path):
        needed = {other: EndingTable(file_of(folder, other)).values() for other in needs(name)}
        write(path, name, solve(name, needed))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_whole(path: Path) -> bool:
    """Is there a table, as far as its head and its size tell?"""
    try:
        EndingTable(path)
    except InputError:
        return False
    return True


def build(
    folder: Path,
    names: Sequence[str],
    *,
    workers: int = 1,
    cluster: str | None = None,
    memory_mb: float = 8000,
    on_result: Callable[[str, Summary], None] | None = None,
) -> list[str]:
    """Build these tables and all that they lead to; the names of those that were not there before.

    `workers` processes, each for one table at a time; with `cluster` (a Ray address) the machines there do it, into a
    folder that all of them see. InputError if a table would take more memory than there may be.
    """
    stages = with_needs(list(names))
    for name in (name for stage in stages for name in stage):
        if memory(name) * min(workers, len(stages[-1])) > memory_mb * 1e6:
            raise InputError(
                f"{name} takes {memory(name) / 1e6:.0f} MB for each of {workers} workers, but {memory_mb:.0f} MB are "
                "allowed; raise --memory, or use fewer workers"
            )
    built: list[str] = []
    for stage in stages:
        todo = [name for name in stage if not is_whole(file_of(folder, name))]
        arguments = {"folder": str(folder.resolve())}
        jobs = [Job(name, "plytree.solvers.endings.build:build_job", {**arguments, "name": name}) for name in todo]

        def done(job: Job, _: Any, summary: Summary) -> None:
            built.append(job.id)
            if on_result:
                on_result(job.id, summary)

        summary = run_jobs(jobs, MemoryStore(), workers=workers, cluster=cluster, on_result=done)
        if summary.failed:
            name, why = next(iter(summary.failed.items()))
            raise InputError(f"the table {name} could not be built: {why}")
    return built
