"""The parallel tree: threads grow the game tree breadth-first in memory, and a sequential alpha-beta reads it.

This is the plan of the chess program among the sources: generating the tree can be shared between threads without any
of them waiting for another, pruning cannot. When a depth is complete, alpha-beta runs over the stored tree and gives a
move; then the next depth is grown. What it costs: every node of a depth is made and kept, also those that alpha-beta
would never have looked at. `docs/parallel.md` compares it with Lazy SMP, where all threads prune.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plytree.games.contract.game import Game
from plytree.numbers import megabytes, whole
from plytree.search.course import Course
from plytree.search.levelwise.growing import grower
from plytree.search.levelwise.levels import NODE_BYTES, Levels
from plytree.search.searcher import MOST_THREADS, Searcher, searchable


@dataclass
class Ready:
    """Tools that are there from the beginning, and remember nothing."""

    mode_now: str
    note: str = ""

    def change_to_python(self, course: Course, error: Exception) -> bool:
        return False

    def get_ready(self, course: Course) -> None:
        pass

    def clear(self) -> None:
        pass


class ParallelTree(Searcher[Any]):
    """Searches one game by growing its tree: the same public face as Engine. `memory_mb` is for the tree and for the
    states of its last two levels; it may end the search before the limits do. A state of the game so far, or the root,
    is a draw when it comes again."""

    def __init__(self, game: Game[Any], *, threads: int = 2, memory_mb: float = 512.0, mode: str = "best"):
        view = searchable(game)
        self.threads = whole(threads, "threads", "a number of threads", 1, MOST_THREADS)
        megabytes(memory_mb, "memory_mb")
        made = grower(view, threads, mode)
        capacity = max(1024, int(memory_mb * 1e6 / (NODE_BYTES + made.state_bytes)))
        super().__init__(view, Ready(made.mode), lambda course: Levels(course, made, threads, capacity).run())
