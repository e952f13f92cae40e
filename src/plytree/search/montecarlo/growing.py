"""One Monte Carlo search: batches of games played into the tree, a report after each."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from plytree.games.contract.game import Game
from plytree.search.compile.memory import RANDOM_BITS
from plytree.search.course import NO_LIMIT, Bench, Course, Line
from plytree.search.score import Score

FIRST_BATCH, LARGEST_BATCH = 64, 1 << 15  # games between two reports
GRACE = 0.05  # seconds that a search without time may take


class Growing:
    """A Monte Carlo search that is being done. `ask` gives the kernel to use; a better one begins a new tree."""

    def __init__(self, course: Course, ask: Callable[[], Bench], seed: int, curiosity: float):
        self.course, self.task, self._ask = course, course.task, ask
        self.seed, self.curiosity = seed, curiosity
        self._tree: Any = None

    def run(self) -> None:
        batch = FIRST_BATCH
        while not (self.course.stopped and self.course.lines):
            bench = self._ask()
            if bench is not self.course.bench:
                bench.kernel.prepare_growing()
                self.course.use(bench)
                self._plant(bench)
                self._try_each(bench)
            kernel, w = bench.kernel, bench.memories[0]
            played = kernel.grow(w, self._tree, batch)
            self.course.check_fault(w)
            if played or not self.course.lines:
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
        for number in range(min(len(self.course.root), self.task.limits.nodes or NO_LIMIT)):
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
        if self.course.stopped:
            self.course.stop()

    def _plant(self, bench: Bench) -> None:
        tree = bench.kernel.new_tree()
        tree.used, tree.curiosity = 1, self.curiosity
        tree.random = (self.seed * 0x5DEECE66D + 0xB) & RANDOM_BITS | 1
        self._tree = tree

    def _has_enough(self) -> bool:
        """Only one move is legal, or most of the time that a clock allows is gone."""
        if len(self.course.root) == 1 and self.course.time.hard is not None:
            return True
        return self.course.time.soft is not None and time.perf_counter() - self.task.begin > self.course.time.soft

    def _report(self) -> None:
        tree = self._tree
        first, count = int(tree.first[0]), int(tree.children[0])
        ranked = sorted(map(self._child, range(first, first + count)), key=lambda pair: pair[1], reverse=True)
        if not ranked:
            return
        lines = [line for line, _ in ranked[: max(1, self.task.multipv)]]
        if tree.proven[0]:
            lines[0] = (lines[0][0], _certain(tree, 0, 1, self.task.game), lines[0][2])
        self.course.report(len(lines[0][2]), lines)

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
