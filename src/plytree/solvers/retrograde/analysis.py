"""All positions that can be reached, and the value of each: explore, then work backwards.

Memory is counted before it is taken and bounded. With a folder for it, the positions found so far are kept on disk, so
that a run that was killed goes on from its last few seconds.
"""

from __future__ import annotations

import functools
import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game, has_hook
from plytree.search.score import Score
from plytree.solvers.compiled import compile_functions
from plytree.solvers.retrograde import kernel
from plytree.solvers.retrograde.expand import FINISHED, NativeMoves, PythonMoves, Rows, expander
from plytree.solvers.retrograde.kernel import FREE, UNKNOWN

BATCH = 1 << 14  # states expanded at a time
KEEP_EVERY = 5.0  # seconds
OnStep = Callable[[str], None]


@functools.cache
def kernels() -> Any:
    rows, slots, longs = np.zeros((1, 1), np.uint64), np.zeros(1, np.int32), np.zeros(1, np.int64)
    numbers, octets, plies = np.zeros(1, np.int32), np.zeros(1, np.uint8), np.zeros(1, np.uint16)
    return compile_functions(
        "retrograde",
        [Path(str(kernel.__file__))],
        {
            "hash_rows": (kernel.hash_rows, (rows, np.uint64(0), np.zeros(1, np.uint64))),
            "number_rows": (kernel.number_rows, (rows, slots, 0, rows, numbers, 0)),
            "rehash": (kernel.rehash, (rows, slots, 0)),
            "reverse": (kernel.reverse, (longs, numbers, longs, numbers)),
            "backwards": (
                kernel.backwards,
                (longs, numbers, octets, 0, numbers, numbers, plies, numbers, 0),
            ),
            "forwards": (kernel.forwards, (0, longs, numbers, octets, 0, numbers, plies, 0, 0)),
        },
    )


class Solution:
    """The value of every position: values for the player to move, and plies to the end where it is not a draw."""

    def __init__(self, game: Game[Any], rows: Rows, states: Any, slots: Any, values: Any, plies: Any, edges: int):
        self.game, self.rows, self.states, self.slots = game, rows, states, slots
        self.values, self.plies, self.edges = values, plies, edges

    def __len__(self) -> int:
        return len(self.states)

    def score(self, state: Any) -> Score | None:
        """The proven score of a state; None if it was not reached."""
        number = np.zeros(1, np.int32)
        kernels().number_rows(self.states, self.slots, len(self.states), self.rows.of([state]), number, 0)
        if number[0] == FREE:
            return None
        return score_of(int(self.values[number[0]]), int(self.plies[number[0]]), self.game.max_utility)


def score_of(value: int, plies: int, max_utility: int) -> Score:
    """A value and its distance as a score."""
    if max_utility > 1:
        return Score.utility(value)
    return Score.draw() if value == 0 else Score.win(plies) if value > 0 else Score.loss(plies)


def solve(
    game: Game[Any],
    starts: Sequence[Any] = (),
    *,
    memory_mb: float = 4000,
    mode: str = "auto",
    threads: int | None = None,
    folder: Path | None = None,
    on_step: OnStep | None = None,
) -> Solution:
    """Solve all positions that can be reached from the initial one, or from `starts`.

    A position whose game nobody can end well is a draw, also if it could go on for ever. `folder`: for what is kept
    while it runs. InputError if `memory_mb` is not enough.
    """
    rows = Rows(game)
    say = on_step or (lambda words: None)
    graph = Graph(rows, expander(rows, mode, threads), memory_mb * 1e6, folder)
    graph.explore(list(starts) or [rows.game.initial()], say)
    values, plies = graph.resolve(say)
    if graph.kept:
        graph.kept.remove()
    return Solution(rows.game, rows, graph.rows[: graph.used], graph.slots, values, plies, graph.edge_count)


class Graph:
    """The positions of a game and where their moves lead."""

    def __init__(self, rows: Rows, moves: PythonMoves | NativeMoves, memory: float, folder: Path | None):
        self.layout, self.moves, self.memory = rows, moves, memory
        self.rows = np.zeros((BATCH, rows.width), np.uint64)
        self.slots = np.full(1 << 15, FREE, np.int32)
        self.used = self.edge_count = 0
        self.degrees, self.outcomes, self.movers = (np.zeros(0, np.int32) for _ in range(3))
        self._facts: list[Any] = []
        self._edges: list[Any] | None = []  # None: there is no memory for them
        self.kept = Kept(folder, rows.width) if folder else None
        self.twice = has_hook(rows.game, "to_move")  # a player may move twice in a row

    def bytes_for(self, states: int, edges: int) -> int:
        """What the whole work takes: rows, their numbers, values and counts; edges in both directions while turned."""
        return states * (8 * self.layout.width + 4 * 4 + 4 + 12 + 4 + 4 + 2 + 8 + 8) + 8 * edges

    # ---- exploring ------------------------------------------------------------------------------------------------

    def explore(self, starts: list[Any], say: OnStep) -> None:
        """Number all states that can be reached."""
        done = self._resume()
        self._number(self.layout.of(starts))
        saved = time.monotonic()
        while done < self.used:
            batch = self.rows[done : min(done + BATCH, self.used)]
            found = self.moves(batch)
            numbers = self._number(found.children)
            self._facts.append((found.degrees, found.outcomes, found.movers))
            self.edge_count += len(numbers)
            self._allow(self.used)
            if self._edges is not None:
                self._edges.append(numbers)
                if self.bytes_for(self.used, self.edge_count) > self.memory:
                    self._edges = None  # the moves are made again when they are needed
            done += len(batch)
            if self.kept:
                self.kept.add(self.rows[self.kept.used : self.used], found, numbers)
                if time.monotonic() - saved > KEEP_EVERY:
                    self.kept.commit(done, self.used, self.edge_count)
                    saved = time.monotonic()
            say(f"{done} of {self.used} positions, {self.edge_count} moves")
        if self.kept:
            self.kept.commit(done, self.used, self.edge_count)
        facts = zip(*self._facts, strict=True)
        self.degrees, self.outcomes, self.movers = (np.concatenate(fact).astype(np.int32) for fact in facts)
        self._facts = []

    def _number(self, batch: Any) -> Any:
        """Numbers for rows, new ones for new rows."""
        need = self.used + len(batch)
        if need > len(self.rows) or 2 * need > len(self.slots):
            self._grow(need)
        numbers = np.zeros(len(batch), np.int32)
        self.used = kernels().number_rows(self.rows, self.slots, self.used, batch, numbers, 1)
        return numbers

    def _grow(self, need: int) -> None:
        room = max(need, 3 * len(self.rows) // 2)
        if self.bytes_for(room, 0) > self.memory:
            room = need
        size = 1 << (2 * room - 1).bit_length()
        self._allow(room)
        rows = np.zeros((room, self.layout.width), np.uint64)
        rows[: self.used] = self.rows[: self.used]
        self.rows = rows
        self.slots = np.full(size, FREE, np.int32)
        kernels().rehash(self.rows, self.slots, self.used)

    def _allow(self, states: int) -> None:
        """InputError if so many states take more memory than there may be."""
        if self.bytes_for(states, 0) > self.memory or states > 1 << 30:
            raise InputError(
                f"{type(self.layout.game).__name__} has more than {self.used} positions, which take more than the "
                f"{self.memory / 1e6:g} MB that are allowed; raise --memory"
            )

    def _resume(self) -> int:
        """Take what an earlier run has kept; how many states it had expanded."""
        if not self.kept or not self.kept.expanded:
            return 0
        rows, degrees, outcomes, movers, edges = self.kept.read()
        self._number(rows)
        self._facts.append((degrees, outcomes, movers))
        self.edge_count = len(edges)
        if self._edges is not None:
            self._edges.append(edges)
        return self.kept.expanded

    def children(self) -> tuple[Any, Any]:
        """Where the children of each state begin, and all of them."""
        starts = np.concatenate([[0], np.cumsum(np.maximum(self.degrees, 0))]).astype(np.int64)
        return starts, np.concatenate([*(self._edges or []), np.zeros(0, np.int32)])

    # ---- values ---------------------------------------------------------------------------------------------------

    def resolve(self, say: OnStep) -> tuple[Any, Any]:
        """Values and plies of all states."""
        finished = self.degrees == FINISHED
        values = np.where(finished, self.outcomes, 0).astype(np.int32)
        plies = np.where(finished, 0, UNKNOWN).astype(np.uint16)
        movers = self.movers.astype(np.uint8)
        twice = int(self.twice)
        levels = sorted({abs(int(value)) for value in np.unique(values[finished])} - {0}, reverse=True)
        if self._edges is None:
            self._forwards(levels, movers, twice, values, plies, say)
        else:
            starts, children = self.children()
            self._edges = []
            firsts, parents = np.zeros(self.used + 1, np.int64), np.zeros(len(children), np.int32)
            say("turning the moves round")
            kernels().reverse(starts, children, firsts, parents)
            del children
            left, queue = np.maximum(self.degrees, 0).astype(np.int32), np.zeros(self.used, np.int32)
            for level in levels:
                say(f"working backwards from {level}" if len(levels) > 1 else "working backwards")
                kernels().backwards(firsts, parents, movers, twice, left, values, plies, queue, level)
        return values, plies

    def _forwards(self, levels: list[int], movers: Any, twice: int, values: Any, plies: Any, say: OnStep) -> None:
        for level in levels:
            now, found = 0, 1
            while found:
                now, found = now + 1, 0
                for first in range(0, self.used, BATCH):
                    batch = self.rows[first : min(first + BATCH, self.used)]
                    if not (plies[first : first + len(batch)] == UNKNOWN).any():
                        continue
                    made = self.moves(batch)
                    numbers = np.zeros(len(made.children), np.int32)
                    kernels().number_rows(self.rows, self.slots, self.used, made.children, numbers, 0)
                    starts = np.concatenate([[0], np.cumsum(np.maximum(made.degrees, 0))]).astype(np.int64)
                    found += kernels().forwards(first, starts, numbers, movers, twice, values, plies, level, now)
                say(f"ply {now}: {found} positions")


class Kept:
    """What a run keeps on disk: files that only grow, and a small one that says how much of them counts."""

    FILES = ("rows", "degrees", "outcomes", "movers", "edges")

    def __init__(self, folder: Path, width: int):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.width = folder, width
        self.expanded = self.used = self.edges = 0
        try:
            facts = json.loads((folder / "progress.json").read_text())
            if facts["width"] == width:
                self.expanded, self.used, self.edges = facts["expanded"], facts["used"], facts["edges"]
        except (OSError, ValueError, KeyError):
            pass
        sizes = (self.used * 8 * width, self.expanded * 4, self.expanded * 4, self.expanded * 4, self.edges * 4)
        self._files = {}
        for name, size in zip(self.FILES, sizes, strict=True):
            path = folder / f"{name}.bin"
            if not path.exists() or path.stat().st_size < size:
                path.touch()
                if size:  # somebody has taken something away: from the beginning
                    self.expanded = self.used = self.edges = 0
            self._files[name] = path
        if not self.expanded:
            sizes = (0, 0, 0, 0, 0)
        for path, size in zip(self._files.values(), sizes, strict=True):
            os.truncate(path, size)
        self._open = {name: path.open("ab") for name, path in self._files.items()}

    def read(self) -> tuple[Any, ...]:
        rows = np.fromfile(self._files["rows"], np.uint64).reshape(-1, self.width)
        return (rows, *(np.fromfile(self._files[name], np.int32) for name in self.FILES[1:]))

    def add(self, rows: Any, found: Any, numbers: Any) -> None:
        self._open["rows"].write(np.ascontiguousarray(rows).tobytes())
        self.used += len(rows)
        for name in ("degrees", "outcomes", "movers"):
            self._open[name].write(getattr(found, name).astype(np.int32).tobytes())
        self._open["edges"].write(numbers.tobytes())

    def commit(self, expanded: int, used: int, edges: int) -> None:
        """From now on a later run goes on from here."""
        for file in self._open.values():
            file.flush()
            os.fsync(file.fileno())
        temporary = self.folder / "progress.json.new"
        facts = {"width": self.width, "expanded": expanded, "used": used, "edges": edges}
        temporary.write_text(json.dumps(facts))
        os.replace(temporary, self.folder / "progress.json")

    def remove(self) -> None:
        for file in self._open.values():
            file.close()
        for path in [*self._files.values(), self.folder / "progress.json", self.folder / "progress.json.new"]:
            path.unlink(missing_ok=True)
        self.folder.rmdir()
