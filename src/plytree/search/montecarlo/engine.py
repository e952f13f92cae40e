"""MonteCarlo(game): the same interface as Engine, another way to think (see montecarlo/core.py).

For games without a good evaluation. Proven wins and losses are found and told apart from estimates; an estimate is the
mean result of the games played, in per cent: +100 has always won.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.numbers import real
from plytree.numbers import seed as a_seed
from plytree.search.compile.memory import RANDOM_BITS
from plytree.search.deepening import NO_LIMIT, Bench, Line, Run, Task
from plytree.search.engine import Engine, Mode
from plytree.search.limits import Limits
from plytree.search.result import Iteration
from plytree.search.score import Score

S = TypeVar("S")
CURIOSITY = math.sqrt(2)  # of UCB1, for results from -1 to +1
FIRST_BATCH, LARGEST_BATCH = 64, 1 << 15  # games between two reports
GRACE = 0.05  # seconds that a search without time may take


class MonteCarlo(Engine[S]):
    """UCT with random playouts. Limits: seconds, nodes (games played), a clock, or until stopped; `depth` is none."""

    _code: ClassVar[str] = "mcts"

    def __init__(
        self,
        game: Game[S],
        *,
        mode: Mode = "auto",
        seed: int = 1,
        curiosity: float = CURIOSITY,
        on_wait: Callable[[str], None] | None = None,
    ):
        super().__init__(game, mode=mode, table_mb=0, on_wait=on_wait)
        self.seed, self.curiosity = a_seed(seed), real(curiosity, "curiosity", "a weight", 1e6, above=False)

    def _task(self, state: Any, limits: Limits | None, *rest: Any) -> Task:
        if limits is not None and limits.depth is not None:
            if limits.seconds is None and limits.nodes is None and limits.clock is None:
                raise InputError(f"depth={limits.depth} says nothing to Monte Carlo search; expected seconds or nodes")
            limits = replace(limits, depth=None)
        return super()._task(state, limits, *rest)

    def _new_run(self, task: Task, on_iteration: Callable[[Iteration], None]) -> GrowingRun:
        return GrowingRun(task, self._bench, on_iteration, self.seed, self.curiosity)


class GrowingRun(Run):
    """A Monte Carlo search that is being done: batches of games, a report after each."""

    def __init__(
        self,
        task: Task,
        bench: Callable[[], Bench],
        on_iteration: Callable[[Iteration], None],
        seed: int,
        curiosity: float,
    ):
        super().__init__(task, bench, on_iteration)
        self.seed, self.curiosity = seed, curiosity
        self._tree: Any = None

    def _deepen(self) -> None:
        batch = FIRST_BATCH
        while not (self._stopped.is_set() and self.lines):
            bench = self._ask()
            if bench is not self._bench:
                bench.kernel.prepare_growing()
                self._begin(bench, 1)
                self._plant(bench)
                self._try_each(bench)
            kernel, w = bench.kernel, bench.memories[0]
            played = kernel.grow(w, self._tree, batch)
            self._check_fault(w)
            if played or not self.lines:
                self._report()
            if self._tree.proven[0] or self._has_enough():
                return
            if played < batch and self._ask() is bench:
                return
            batch = min(2 * batch, LARGEST_BATCH)

    def _try_each(self, bench: Bench) -> None:
        """One game for each move, whatever the clock says: a short search has an opinion too. But no longer than GRACE,
        after which a game that takes long counts as a draw."""
        w, end = bench.memories[0], time.perf_counter() + GRACE
        limit, in_python = w.limit, bench.kernel.mode == "python"
        deadline = w.deadline if in_python else math.inf
        for number in range(min(len(self._root), self.task.limits.nodes or NO_LIMIT)):
            if number and time.perf_counter() > end:
                break
            while self._tree.visits[0] <= number and not self._tree.proven[0] and not w.fault:
                w.limit = NO_LIMIT  # the timer may have come in between
                if in_python:
                    w.deadline = max(end, time.perf_counter() + GRACE / 10)
                bench.kernel.grow(w, self._tree, 1)
        w.limit = limit
        if in_python:
            w.deadline = deadline
        if self._stopped.is_set():
            self.stop()

    def _plant(self, bench: Bench) -> None:
        tree = bench.kernel.new_tree()
        tree.used, tree.curiosity = 1, self.curiosity
        tree.random = (self.seed * 0x5DEECE66D + 0xB) & RANDOM_BITS | 1
        self._tree = tree

    def _has_enough(self) -> bool:
        """Only one move is legal, or most of the time that a clock allows is gone."""
        if len(self._root) == 1 and self._time.hard is not None:
            return True
        return self._time.soft is not None and time.perf_counter() - self.task.begin > self._time.soft

    def _report(self) -> None:
        tree = self._tree
        first, count = int(tree.first[0]), int(tree.children[0])
        ranked = sorted(map(self._child, range(first, first + count)), key=lambda pair: pair[1], reverse=True)
        lines = [line for line, _ in ranked]
        if not lines:
            return
        self.lines = tuple(lines[: max(1, self.task.multipv)])
        best = self.lines[0]
        score = _certain(tree, 0, 1, self.task.game) if tree.proven[0] else best[1]
        self.lines = ((best[0], score, best[2]), *self.lines[1:])
        self._root = [line[0] for line in lines]
        iteration = Iteration(depth=len(best[2]), score=score, pv=best[2], **self._figures())
        self.iterations.append(iteration)
        self._on_iteration(iteration)

    def _child(self, node: int) -> tuple[Line, tuple[Any, ...]]:
        """A root move with its score and line, and its rank: certain wins, then what was visited most."""
        tree = self._tree
        if tree.proven[node]:
            score = _certain(tree, node, 1 if tree.same[node] else -1, self.task.game, further=1)
            worth = 0.0 if score.kind == "draw" else 9.0 if score > Score.draw() else -9.0
            rank: tuple[Any, ...] = (worth, score)
        else:
            visits = int(tree.visits[node])
            mean = float(tree.total[node]) / visits if visits else 0.0
            score = Score.estimate(round(100 * mean))
            rank = (mean if visits > 0.1 * int(tree.visits[0]) else min(mean, -2.0), visits)
        return (int(tree.move[node]), score, self._most_visited(node)), (rank[0], rank[1])

    def _most_visited(self, node: int) -> tuple[int, ...]:
        tree, line = self._tree, [int(self._tree.move[node])]
        while tree.children[node]:
            first, count = int(tree.first[node]), int(tree.children[node])
            node = max(range(first, first + count), key=lambda child: int(tree.visits[child]))
            if not tree.visits[node]:
                break
            line.append(int(tree.move[node]))
        return tuple(line)


def _certain(tree: Any, node: int, sign: int, game: Game[Any], further: int = 0) -> Score:
    """What is proven of a node, for the player to move there (sign 1) or the other one."""
    worth, plies = sign * int(tree.worth[node]), int(tree.plies[node]) + further
    if game.max_utility > 1:
        return Score.utility(worth)
    return Score.win(plies) if worth > 0 else Score.loss(plies) if worth < 0 else Score.draw()
