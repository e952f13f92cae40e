"""One search by the parallel tree: a level is grown by all threads, then alpha-beta reads the tree; again and again.

The tree is kept in flat arrays, level after level; the children of a node lie side by side:

    node      0 | 1   2   3 | 4   5 | 6 | 7   8   9 | ...
    first     1 | 4   6   7 | ...            first[n]: the first child of n
    count     3 | 2   1   3 | ...            count[n]: how many
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from plytree.games.contract.game import has_hook
from plytree.search.compile.memory import INFINITE
from plytree.search.course import Course, Line, to_score
from plytree.search.levelwise.growing import Grower

CHUNK = 512  # nodes that a thread takes at a time
NODE_BYTES = 8 + 8 + 4 + 4 + 1  # of first, value, move, count and mover
Work = Callable[[int, int, int], None]  # on the nodes a..b-1 of a level, by a worker


class Arrays:
    """The stored tree, for so many nodes."""

    def __init__(self, capacity: int):
        self.first = np.zeros(capacity, np.int64)
        self.value = np.zeros(capacity, np.int64)  # of a leaf: for the player to move there
        self.move = np.zeros(capacity, np.int32)  # that leads to the node
        self.count = np.zeros(capacity, np.int32)
        self.mover = np.zeros(capacity, np.int8)


class Levels:
    """A tree being grown. `capacity`: how many nodes it may have."""

    def __init__(self, course: Course, grower: Grower, threads: int, capacity: int):
        self.course, self.task, self.grower, self.threads = course, course.task, grower, threads
        self.arrays = Arrays(capacity)
        self.level = (0, 1)  # the nodes of the deepest complete level: first, and one after the last
        self.states = grower.states([self.task.state])
        self.seen = [grower.keys(self._repeatable(ply)) for ply in (0, 1)]  # at even plies, at odd ones
        course.mode, course.counted["nodes"] = grower.mode, 1

    def run(self) -> None:
        course = self.course
        with ThreadPoolExecutor(self.threads) as pool:
            self._in_chunks(pool, 1, self._look(self.states, 0, 0))
            while len(course.iterations) < (self.task.limits.depth or 999) and self._grow(pool):
                self._read()
                if all(line[1].proven for line in course.lines):
                    return

    def _repeatable(self, ply: int) -> list[Any]:
        """The states that a node at this ply could repeat: those since the last move that cannot be undone, and with
        the same player to move."""
        game, state = self.task.game, self.task.state
        if not has_hook(game, "clock") or not self.task.techniques.repetition:
            return []
        back = int(game.clock(state))
        earlier = [state, *(list(self.task.history)[-back:][::-1] if back else [])]  # the root, then further back
        return earlier if has_hook(game, "to_move") else earlier[ply % 2 :: 2]

    def _look(self, states: Any, offset: int, depth: int) -> Work:
        def look(a: int, b: int, worker: int) -> None:
            self.grower.look(states, a, b, offset, depth, self.seen[depth % 2], self.arrays, worker)

        return look

    def _grow(self, pool: ThreadPoolExecutor) -> bool:
        """Make the next level, if there is one and time and memory suffice."""
        arrays, (begin, end), nodes = self.arrays, self.level, self.course.counted["nodes"]
        counts = arrays.count[begin:end]
        total = int(counts.sum(dtype=np.int64))
        most = min(len(arrays.first), self.task.limits.nodes or len(arrays.first))
        if total == 0 or nodes + total > most:
            return False
        arrays.first[begin:end] = end + np.cumsum(counts, dtype=np.int64) - counts
        children, grower, depth = self.grower.empty(total), self.grower, len(self.course.iterations) + 1

        def grow(a: int, b: int, worker: int) -> None:
            grower.grow(self.states, a, b, begin, end, arrays, children, worker)

        look = self._look(children, end, depth)
        if not self._in_chunks(pool, end - begin, grow) or not self._in_chunks(pool, total, look):
            return False
        self.states, self.level = children, (end, end + total)
        self.course.counted["nodes"] += total
        return True

    def _in_chunks(self, pool: ThreadPoolExecutor, end: int, work: Work) -> bool:
        """Let the threads take chunk after chunk; False if they were stopped before the end."""
        lock, taken, done = threading.Lock(), 0, 0

        def take(worker: int) -> None:
            nonlocal taken, done
            while not self.course.stopped:
                with lock:
                    at, taken = taken, taken + CHUNK
                if at >= end:
                    return
                upper = min(at + CHUNK, end)
                work(at, upper, worker)
                with lock:
                    done += upper - at

        for finished in [pool.submit(take, worker) for worker in range(self.threads)]:
            finished.result()
        return done == end

    def _read(self) -> None:
        """One sequential alpha-beta over the tree as it is."""
        depth, wanted, several = len(self.course.iterations) + 1, set(self.task.moves), self.task.multipv > 1
        found: list[tuple[int, bool, tuple[int, ...]]] = []
        complete, alpha, first = True, -INFINITE, int(self.arrays.first[0])
        for child in range(first, first + int(self.arrays.count[0])):
            if int(self.arrays.move[child]) not in wanted:
                continue
            value, sure, pv = self._child(child, depth, alpha)
            complete = complete and sure
            if value > alpha:
                found.append((value, sure, pv))
                alpha = alpha if several else value
        found.sort(key=lambda each: each[0], reverse=True)
        lines: list[Line] = []
        for value, sure, pv in found[: self.task.multipv]:
            lines.append((pv[0], to_score(self.task.game, value, complete or (several and sure)), pv))
        self.course.report(depth, lines)

    def _child(self, child: int, depth: int, alpha: int) -> tuple[int, bool, tuple[int, ...]]:
        """The value of a root move if it is above alpha, whether no estimate is in it, and its line."""
        arrays = self.arrays
        line, stats = np.full((depth + 1, depth + 1), -1, np.int32), np.zeros(2, np.int64)
        same = arrays.mover[child] == arrays.mover[0]
        window = (alpha, INFINITE) if same else (-INFINITE, -alpha)
        tree = (arrays.first, arrays.count, arrays.value, arrays.mover, arrays.move)
        value = self.grower.alphabeta(*tree, line, stats, child, 0, depth - 1, *window)
        pv = (int(arrays.move[child]), *(int(move) for move in line[0] if move >= 0))
        return int(value) if same else -int(value), bool(stats[1] == 0), pv
