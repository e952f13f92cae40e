"""The parallel tree: threads grow the game tree breadth-first in memory, and a sequential alpha-beta reads it.

This is the plan of the chess program among the sources: generating the tree can be shared between threads without any
of them waiting for another, pruning cannot. When a depth is complete, alpha-beta runs over the stored tree and gives a
move; then the next depth is grown. What it costs: every node of a depth is made and kept, also those that alpha-beta
would never have looked at. `docs/parallel.md` compares it with Lazy SMP, where all threads prune.

The tree is kept in flat arrays, level after level; the children of a node lie side by side:

    node      0 | 1   2   3 | 4   5 | 6 | 7   8   9 | ...
    first     1 | 4   6   7 | ...            first[n]: the first child of n
    count     3 | 2   1   3 | ...            count[n]: how many
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from plytree.games.contract.game import Game
from plytree.games.contract.records import as_game
from plytree.numbers import megabytes, whole
from plytree.search.compile.memory import INFINITE
from plytree.search.deepening import to_score
from plytree.search.engine import MOST_THREADS
from plytree.search.levelwise.growing import Grower, grower
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult

CHUNK = 512  # nodes that a thread takes at a time
NODE_BYTES = 8 + 8 + 4 + 4 + 1  # of first, value, move, count and mover


class Arrays:
    """The stored tree, for so many nodes."""

    def __init__(self, capacity: int):
        self.first = np.zeros(capacity, np.int64)
        self.value = np.zeros(capacity, np.int64)  # of a leaf: for the player to move there
        self.move = np.zeros(capacity, np.int32)  # that leads to the node
        self.count = np.zeros(capacity, np.int32)
        self.mover = np.zeros(capacity, np.int8)


class ParallelTree:
    """Searches one game by growing its tree. `memory_mb` is for the tree and for the states of its last two levels."""

    def __init__(self, game: Game[Any], *, threads: int = 2, memory_mb: float = 512.0, mode: str = "best"):
        self.game = as_game(game)
        self.threads = whole(threads, "threads", "a number of threads", 1, MOST_THREADS)
        megabytes(memory_mb, "memory_mb")
        self.grower: Grower = grower(self.game, threads, mode)
        self.mode_now = self.grower.mode
        self._capacity = max(1024, int(memory_mb * 1e6 / (NODE_BYTES + self.grower.state_bytes)))
        self._progress = Progress(depth=0, score=None, pv=(), nodes=0, seconds=0.0)
        self._stop = threading.Event()

    def live(self) -> Progress:
        """Where the running search stands: the last complete depth, and the nodes grown so far."""
        return self._progress

    def stop(self) -> None:
        """End the running search with the best move so far, from any thread."""
        self._stop.set()

    def search(self, state: Any = None, limits: Limits | None = None, *, history: Sequence[Any] = ()) -> SearchResult:
        """Grow and search until a limit, the memory or the end of the tree is reached.

        `history` is not looked at: a stored tree knows positions, not the way to them.
        """
        begin = time.perf_counter()
        run = _Run(self, self.game.initial() if state is None else state, limits or Limits(), begin)
        self._stop.clear()
        timer = None
        if run.limits.seconds is not None:
            timer = threading.Timer(run.limits.seconds, self._stop.set)
            timer.daemon = True
            timer.start()
        try:
            with ThreadPoolExecutor(self.threads) as pool:
                return run.search(pool)
        finally:
            if timer is not None:
                timer.cancel()


class _Run:
    def __init__(self, tree: ParallelTree, root: Any, limits: Limits, begin: float):
        self.tree, self.limits, self.begin = tree, limits, begin
        self.arrays, self.nodes = Arrays(tree._capacity), 1
        self.level = (0, 1)  # the nodes of the deepest complete level: first, and one after the last
        self.states = tree.grower.states([root])
        self.iterations: list[Iteration] = []
        self.visited = 0

    def search(self, pool: ThreadPoolExecutor) -> SearchResult:
        tree = self.tree
        legal = [int(move) for move in tree.game.moves(self.tree_root())] if self._unfinished() else []
        self._in_chunks(pool, 0, 1, lambda a, b, n: tree.grower.look(self.states, a, b, 0, 0, self.arrays, n))
        deepest = self.limits.depth or 999
        while legal and len(self.iterations) < deepest and self._grow(pool):
            self._read()
            if self.iterations[-1].score is not None and self.iterations[-1].score.proven:
                break
        best = self.iterations[-1] if self.iterations else None
        pv = best.pv if best else tuple(legal[:1])
        return SearchResult(
            depth=best.depth if best else 0, score=best.score if best else None, pv=pv, nodes=self.nodes,
            seconds=time.perf_counter() - self.begin, move=pv[0] if pv else None, mode=tree.mode_now,
            iterations=tuple(self.iterations),
        )  # fmt: skip

    def tree_root(self) -> Any:
        return self.tree.grower.state(self.states, 0)

    def _unfinished(self) -> bool:
        return self.tree.game.result(self.tree_root()) is None

    def _grow(self, pool: ThreadPoolExecutor) -> bool:
        """Make the next level, if there is one and time and memory suffice."""
        arrays, (begin, end) = self.arrays, self.level
        counts = arrays.count[begin:end]
        total = int(counts.sum(dtype=np.int64))
        over = self.limits.nodes is not None and self.nodes + total > self.limits.nodes
        if total == 0 or over or self.nodes + total > len(arrays.first):
            return False
        arrays.first[begin:end] = end + np.cumsum(counts, dtype=np.int64) - counts
        children, grower, depth = self.tree.grower.empty(total), self.tree.grower, len(self.iterations) + 1

        def grow(a: int, b: int, worker: int) -> None:
            grower.grow(self.states, a, b, begin, end, arrays, children, worker)

        def look(a: int, b: int, worker: int) -> None:
            grower.look(children, a, b, end, depth, arrays, worker)

        if not self._in_chunks(pool, 0, end - begin, grow) or not self._in_chunks(pool, 0, total, look):
            return False
        self.states, self.level = children, (end, end + total)
        self.nodes += total
        return True

    def _in_chunks(self, pool: ThreadPoolExecutor, begin: int, end: int, work: Any) -> bool:
        """Let the threads take chunk after chunk; False if they were stopped before the end."""
        lock, next_chunk = threading.Lock(), [begin]
        done = [0]

        def take(worker: int) -> None:
            while not self.tree._stop.is_set():
                with lock:
                    at = next_chunk[0]
                    next_chunk[0] = at + CHUNK
                if at >= end:
                    return
                upper = min(at + CHUNK, end)
                work(at, upper, worker)
                with lock:
                    done[0] += upper - at

        for finished in [pool.submit(take, worker) for worker in range(self.tree.threads)]:
            finished.result()
        return done[0] == end - begin

    def _read(self) -> None:
        """One sequential alpha-beta over the tree as it is."""
        arrays, depth = self.arrays, len(self.iterations) + 1
        line, stats = np.full((depth + 2, depth + 2), -1, np.int32), np.zeros(2, np.int64)
        value = self.tree.grower.alphabeta(
            arrays.first,
            arrays.count,
            arrays.value,
            arrays.mover,
            arrays.move,
            line,
            stats,
            0,
            0,
            depth,
            -INFINITE,
            INFINITE,
        )
        pv = tuple(int(move) for move in line[0] if move >= 0)
        self.visited += int(stats[0])
        iteration = Iteration(
            depth=depth,
            score=to_score(self.tree.game, int(value), stats[1] == 0),
            pv=pv,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.begin,
            cutoffs=int(stats[0]),
        )
        self.iterations.append(iteration)
        self.tree._progress = iteration
