"""What an engine searches with: a kernel in Python at once, and one of native code as soon as there is some."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Callable
from typing import Any, Literal, Protocol, get_args

from plytree.errors import GameError, InputError
from plytree.games.contract.game import Game, game_name
from plytree.games.contract.named_moves import NamedMoves
from plytree.search.acquire.locks import after_fork
from plytree.search.acquire.provider import Provider, provider
from plytree.search.compile.kernel import Kernel, PythonKernel
from plytree.search.course import Bench, Course
from plytree.search.techniques import Techniques

Mode = Literal["auto", "native", "best", "python"]
TELL = 1.0  # seconds between two words about a compiler

_workshops: weakref.WeakSet[Workshop] = weakref.WeakSet()


@after_fork
def _begin_anew() -> None:
    """A forked process has none of the threads that searched here: memory is new."""
    for shop in _workshops:
        shop.benches = {}


class Tools(Protocol):
    """What searches are done with, and what is kept from one to the next."""

    @property
    def mode_now(self) -> str:
        """ "native" or "python": what the next search begins with."""

    @property
    def note(self) -> str:
        """Why it is Python: the compiler is still at work, or what it cannot do. "" if nothing is to be said."""

    def get_ready(self, course: Course) -> None:
        """Called before a search; it may wait a little for native code, and change to it later."""

    def change_to_python(self, course: Course, error: Exception) -> bool:
        """Native code has met a position that it was not made for: may the search be done again without it?"""

    def clear(self) -> None:
        """Forget what was learned in earlier searches."""


class Workshop:
    """The tools of a search by kernels. `kind`: which native code it needs, "code" or "mcts".

    `mode`: "native" waits for the compiler (GameError if the game cannot be native code, MachineError if there was no
    compiling it this time), "best" waits too and is content with Python, "python" never compiles, "auto" starts in
    Python and changes to native code when a separate process has compiled it.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        mode: Mode = "auto",
        kind: str = "code",
        threads: int = 1,
        table_mb: float = 64.0,
        on_wait: Callable[[str], None] | None = None,
    ):
        if mode not in get_args(Mode):
            *others, last = get_args(Mode)
            raise InputError(f"{mode!r} is not a mode; expected {', '.join(others)} or {last}")
        self.game, self.threads, self.table_mb = game, threads, table_mb
        self.benches: dict[str, Bench] = {}
        _workshops.add(self)
        self.native = None if mode == "python" else provider(game, kind)
        if self.native is not None:
            if on_wait is not None and mode in ("native", "best") and not self.native.cached:
                self._wait_and_tell(self.native, on_wait)
            self.native.wait(0 if mode == "auto" else None)
            if mode == "native" and self.native.kernel is None:
                raise self.native.error()

    def _wait_and_tell(self, native: Provider, on_wait: Callable[[str], None]) -> None:
        name = game_name(self.game)
        on_wait(f"compiling {name} ...")
        native.begin()
        while not native.finished.wait(TELL):
            compiling = native.progress()
            if compiling is not None:
                on_wait(f"compiling {name}: {compiling.fraction:.0%}")

    @property
    def mode_now(self) -> str:
        return "native" if self.native is not None and self.native.kernel is not None else "python"

    @property
    def note(self) -> str:
        if self.native is None or self.native.kernel is not None:
            return ""
        return self.native.note if self.native.finished.is_set() else "native code is being compiled"

    def bench(self, techniques: Techniques) -> Bench:
        """The best kernel that there is now, with its memory."""
        mode = self.mode_now
        if mode not in self.benches:
            kernel: Kernel | None = self.native.kernel if self.native is not None and mode == "native" else None
            self.benches[mode] = self.furnish(kernel or PythonKernel(self.game, techniques))
        return self.benches[mode]

    def furnish(self, kernel: Kernel) -> Bench:
        """A kernel with memory for every thread that can use it, and a table."""
        threads = self.threads if kernel.can_share else 1
        return Bench(kernel, [kernel.new_memory() for _ in range(threads)], kernel.new_table(self.table_mb))

    def get_ready(self, course: Course) -> None:
        """Code on disk is worth waiting for, but not for most of the time that there is, and not after a stop; while
        it is compiled, the search begins in Python and is told when it may change over."""
        native = self.native
        if native is None or native.finished.is_set():
            return
        if native.cached:
            most = course.time.hard
            end = time.monotonic() + (math.inf if most is None else 0.4 * most)
            while not native.finished.wait(0.02) and not course.stopped and time.monotonic() < end:
                pass
        if not native.finished.is_set():
            native.begin(course.swap)

    def change_to_python(self, course: Course, error: Exception) -> bool:
        """Moves and lengths of tuples that no random game has shown are not in native code."""
        own = isinstance(error, GameError) and not isinstance(self.game, NamedMoves)
        if course.mode != "native" or own or self.native is None:
            return False
        self.native.kernel = None
        self.native.note = (
            f"native code of {game_name(self.game)} met a move or a state unlike those of random games; "
            "list all moves in `move_list`, and keep tuples at one length"
        )
        return True

    def clear(self) -> None:
        for bench in self.benches.values():
            bench.table.clear()
