"""The course of one search: what it is to find, what it has found so far, what that has cost, and when it is to stop.

The ways to search (deepening.py, montecarlo/growing.py, levelwise/levels.py) are functions of a course.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from plytree.errors import GameError
from plytree.games.contract.game import NATURE, Game, has_hook, side_to_move
from plytree.search.clock import budget
from plytree.search.compile.kernel import Kernel
from plytree.search.compile.memory import (
    FAULT_BAD_MOVE,
    FAULT_MANY_MOVES,
    FAULT_NO_MOVES,
    FAULT_SIDE,
    KNOWN_WIN,
    WIN,
    WIN_MIN,
)
from plytree.search.knowledge import Knowledge
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.score import Score
from plytree.search.selective.numbers import TUNED, Numbers
from plytree.search.selective.setting import set_selective
from plytree.search.techniques import Techniques

NO_LIMIT = 1 << 62
COUNTED = ("nodes", "cutoffs", "first_cutoffs", "table_hits", "known")
Line = tuple[int, Score, tuple[int, ...]]


@dataclass
class Bench:
    """A kernel with its memory (one for each thread) and table: what an engine keeps between searches."""

    kernel: Kernel
    memories: list[Any]
    table: Any
    age: int = 0


@dataclass
class Task:
    """What to search."""

    game: Game[Any]
    state: Any
    limits: Limits
    techniques: Techniques
    history: Sequence[Any] = ()
    moves: Sequence[int] = ()  # the root moves to look at; all legal ones by default
    multipv: int = 1
    knowledge: Knowledge | None = None
    begin: float = field(default_factory=time.perf_counter)
    numbers: Numbers = TUNED

    @property
    def side(self) -> int:
        """Whose score it is that the search finds."""
        return side_to_move(self.game, self.state, self.history)


class Course:
    """A search that is being done. `root`: the moves to look at, most promising first; `lines`: the best ones found."""

    def __init__(self, task: Task):
        self.task, self.time = task, budget(task.limits)
        self.root = list(task.moves)
        self.lines: tuple[Line, ...] = ()
        self.iterations: list[Iteration] = []
        self.news: queue.SimpleQueue[Iteration | None] = queue.SimpleQueue()  # the iterations as they come, then None
        self.bench: Bench | None = None
        self.mode = "python"
        self.exact: Score | None = None  # what tables say of the root
        self.counted = dict.fromkeys(COUNTED, 0)  # by kernels used before, or without a kernel
        self._stopping = threading.Event()

    # ---- control -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the search at once, from any thread."""
        self._stopping.set()
        if (bench := self.bench) is not None:
            for w in bench.memories:
                w.limit = -1

    @property
    def stopped(self) -> bool:
        return self._stopping.is_set()

    def swap(self) -> None:
        """There is a better kernel now: break off what is being searched and do it again with that one."""
        bench = self.bench
        if bench is not None and bench.kernel.mode == "python":
            bench.memories[0].limit = -1

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Stop the search when its time is over."""
        timer = None
        if self.time.hard is not None:
            left = max(0.0, self.time.hard - (time.perf_counter() - self.task.begin))
            timer = threading.Timer(left, self.stop)
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()

    # ---- kernels -------------------------------------------------------------------------------------------------

    def use(self, bench: Bench) -> None:
        """Make a kernel's memory ready for this search."""
        task, first = self.task, self.bench is None
        if self.bench is not None:
            for name in COUNTED:
                self.counted[name] += int(getattr(self.bench.memories[0], name))
        bench.age = (bench.age + 1) & 7
        threads = len(bench.memories)
        for w in bench.memories:
            for name in (*COUNTED, "seldepth", "fault", "game_plies"):
                setattr(w, name, 0)
            w.knowledge = task.knowledge.address if task.knowledge and task.techniques.knowledge else 0
            bench.kernel.choose(w, task.techniques)
            w.age = bench.age
            use = task.techniques
            w.sorting = int(use.table or use.killers or use.history or (use.order and has_hook(task.game, "order")))
            w.table_mask = bench.table.buckets - 1
            set_selective(w, task.game, task.limits, bench.kernel.unit, task.numbers)
            bench.kernel.forget(w)
            w.limit = max(1, task.limits.nodes // threads) if task.limits.nodes else NO_LIMIT
            bench.kernel.set_root(w, task.state, task.history)
            if first and w is bench.memories[0] and has_hook(task.game, "order") and use.order:
                self.root.sort(key=lambda move: -bench.kernel.order(bench.memories[0], move))
            set_moves(w, self.root)
        if bench.kernel.mode == "python":  # it looks at the clock itself: the timer's thread would have to wait for it
            bench.memories[0].deadline = math.inf if self.time.hard is None else task.begin + self.time.hard
        self.bench, self.mode = bench, bench.kernel.mode
        if self.stopped:
            self.stop()

    def check_fault(self, w: Any) -> None:
        """GameError if the rules broke what they promised."""
        if w.fault:
            raise fault_of(self.task.game, int(w.fault))

    # ---- what was found ------------------------------------------------------------------------------------------

    def report(self, depth: int, lines: Sequence[Line]) -> None:
        """A depth is complete: these are its best lines, best first."""
        self.lines = tuple(lines)
        front = [line[0] for line in lines]
        self.root = front + [move for move in self.root if move not in front]
        shown = self.lines if self.task.multipv > 1 else ()
        iteration = Iteration(depth=depth, score=lines[0][1], pv=lines[0][2], lines=shown, **self._figures())
        self.iterations.append(iteration)
        self.news.put(iteration)

    def progress(self) -> Progress:
        """Where the search stands now; from any thread."""
        last = self.iterations[-1] if self.iterations else None
        return Progress(
            depth=last.depth if last else 0, score=last.score if last else None, pv=last.pv if last else (),
            **self._figures(),
        )  # fmt: skip

    def result(self) -> SearchResult:
        """What was found; a legal move even if there was no time for anything."""
        last = self.iterations[-1] if self.iterations else None
        move, score, pv = None, None, ()  # type: tuple[int | None, Score | None, tuple[int, ...]]
        if self.lines:
            move, score, pv = self.lines[0]
            if self.exact is not None and (
                self.exact.plies is not None or score is None or score.kind != self.exact.kind
            ):
                score = self.exact  # else the search may have found out more: how soon
        elif self.root:
            move, pv = self.root[0], (self.root[0],)
        return SearchResult(
            depth=last.depth if last else 0, score=score, pv=pv, move=move, **self._figures(), mode=self.mode,
            iterations=tuple(self.iterations), lines=self.lines if self.task.multipv > 1 else (),
        )  # fmt: skip

    def _figures(self) -> dict[str, Any]:
        bench = self.bench
        memories = bench.memories if bench else []
        sums = {name: before + sum(int(getattr(w, name)) for w in memories) for name, before in self.counted.items()}
        deepest = max((int(w.seldepth) for w in memories), default=0)
        entries = bench.table.words[1:401:2] if bench else []  # a sample
        full = sum(1 for entry in entries if entry) / max(1, len(entries))
        seconds = time.perf_counter() - self.task.begin
        return {**sums, "seldepth": deepest, "seconds": seconds, "table_full": full, "side": self.task.side}


def set_moves(w: Any, moves: Sequence[int]) -> None:
    """Tell a search's memory which root moves to look at."""
    for i, move in enumerate(moves):
        w.root_moves[i] = move
    w.root_count = len(moves)


def fault_of(game: Game[Any], fault: int) -> GameError:
    """What is wrong with a game, in one sentence."""
    what = {
        FAULT_NO_MOVES: "moves(s) gives no move in a state that result(s) calls unfinished",
        FAULT_MANY_MOVES: f"moves(s) gives more than max_moves = {game.max_moves} moves",
        FAULT_BAD_MOVE: f"moves(s) gives a move outside range(num_moves) = range({game.num_moves})",
        FAULT_SIDE: f"to_move(s) gives something other than 0 and 1; {NATURE}",
    }[fault]
    return GameError(f"{type(game).__name__}.{what}")


def to_score(game: Game[Any], value: int, complete: bool) -> Score:
    """A value of a search as a Score; `complete`: nothing in it is an estimate."""
    if game.max_utility > 1:
        return Score.utility(value) if complete else Score.estimate(value)
    if value >= WIN_MIN:
        return Score.win(None if value <= KNOWN_WIN else WIN - value)
    if value <= -WIN_MIN:
        return Score.loss(None if value >= -KNOWN_WIN else WIN + value)
    return Score.draw() if complete else Score.estimate(value)
