"""Engine(game): search a position by alpha-beta, in the foreground or in the background, and watch it think."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from plytree.games.contract.game import Game
from plytree.numbers import megabytes, whole
from plytree.search.deepening import Deepening
from plytree.search.knowledge import Knowledge
from plytree.search.searcher import MOST_THREADS, Searcher, searchable
from plytree.search.techniques import Techniques
from plytree.search.workshop import Mode, Workshop

S = TypeVar("S")


class Engine(Searcher[S]):
    """Iterative deepening over the alpha-beta core.

    `mode`: "native" waits for the compiler (GameError if the game cannot be native code, MachineError if there was no
    compiling it this time), "best" waits too and is content with Python, "python" never compiles, "auto" starts in
    Python and changes to native code when a separate process has compiled it. `mode_now` says which one runs, `note`
    why it is Python.
    `knowledge`: tables of exact scores, as `plytree.solvers.known.known(game)` finds them.
    `on_wait` is told if the constructor has to wait for the compiler, and every second how far that is.
    """

    def __init__(
        self,
        game: Game[S],
        *,
        mode: Mode = "auto",
        techniques: Techniques | None = None,
        table_mb: float = 64.0,
        threads: int = 1,
        knowledge: Knowledge | None = None,
        on_wait: Callable[[str], None] | None = None,
    ):
        whole(threads, "threads", "a number of threads", 1, MOST_THREADS)
        megabytes(table_mb)
        view = searchable(game)
        shop = Workshop(view, mode=mode, threads=threads, table_mb=table_mb, on_wait=on_wait)
        super().__init__(view, shop, lambda course: Deepening(course, lambda: shop.bench(self.techniques)).run())
        self.techniques, self.knowledge = techniques or Techniques(), knowledge
        self.threads, self.table_mb, self.mode, self.workshop = threads, table_mb, mode, shop
