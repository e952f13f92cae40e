"""Engine(game): search a position, in the foreground or in the background, and watch it think."""

from __future__ import annotations

import math
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name, require_methods
from plytree.games.contract.records import as_game
from plytree.numbers import megabytes, whole
from plytree.search.acquire.locks import after_fork
from plytree.search.acquire.provider import provider
from plytree.search.clock import budget
from plytree.search.compile.kernel import Kernel, PythonKernel
from plytree.search.compile.memory import FAULT_BAD_MOVE, FAULT_MANY_MOVES, MAX_DEPTH
from plytree.search.deepening import Bench, Run, Task, fault_of
from plytree.search.knowledge import Knowledge
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.techniques import Techniques

S = TypeVar("S")
MOST_THREADS, MOST_LINES = 1024, 1 << 20
Mode = Literal["auto", "native", "best", "python"]

_engines: weakref.WeakSet[Engine[Any]] = weakref.WeakSet()


@after_fork
def _begin_anew() -> None:
    """A forked process has none of the threads that searched here: its engines are free, and their memory is new."""
    for engine in _engines:
        engine._busy, engine._benches = threading.Lock(), {}


class Search:
    """A search that runs in the background; with `wait` it is done where it was asked for."""

    def __init__(self, engine: Engine[Any], task: Task, wait: bool = False):
        self._result: SearchResult | None = None
        self._error: Exception | None = None
        self._news: queue.SimpleQueue[Iteration | None] = queue.SimpleQueue()
        self._ended, self._calls, self._ending = False, list[Callable[[], None]](), threading.Lock()
        self._engine = engine
        self._run = engine._new_run(task, self._news.put)
        self._thread = threading.Thread(target=self._work, args=(engine,), daemon=True)
        if wait:
            self._work(engine)
        else:
            self._thread.start()

    def _work(self, engine: Engine[Any]) -> None:
        try:
            with engine._busy:
                engine._await_cached(self._run)
                if engine._native is not None and not engine._native.finished.is_set():
                    engine._native.begin(self._run.swap)
                self._result = self._run.run()
        except Exception as error:  # handed to whoever asks for the result
            self._error = error
        finally:
            self._news.put(None)
            with self._ending:
                self._ended, calls = True, self._calls
            for call in calls:
                call()

    @property
    def done(self) -> bool:
        return self._ended

    @property
    def note(self) -> str:
        """Why it runs as Python, if it does; "" if nothing is to be said."""
        return self._engine.note

    def when_done(self, call: Callable[[], None]) -> None:
        """Have a function called once when the search is over, from its thread, or at once if it is over already."""
        with self._ending:
            if not self._ended:
                self._calls.append(call)
                return
        call()

    def stop(self) -> None:
        """End the search at once; the result is the best found so far."""
        self._run.stop()

    def live(self) -> Progress:
        """Where the search stands now."""
        return self._run.progress()

    def result(self, timeout: float | None = None) -> SearchResult:
        """Wait for the end; TimeoutError if it does not come in time."""
        if self._thread.ident is not None:
            self._thread.join(timeout)
        if self._thread.is_alive():
            raise TimeoutError("the search is still running")
        if self._error is not None:
            raise self._error
        if self._result is None:
            raise RuntimeError("the search goes on in the process that this one was forked from")
        return self._result

    def iterations(self) -> Iterator[Iteration]:
        """The iterations as they are completed, from the first one on; ends with the search. For one reader."""
        while (iteration := self._news.get()) is not None:
            yield iteration
        self.result()


class Engine(Generic[S]):
    """A searcher for one game. It does one search at a time; a second one waits for the first.

    `mode`: "native" waits for the compiler (GameError if the game cannot be native code, MachineError if there was no
    compiling it this time), "best" waits too and is content with Python, "python" never compiles, "auto" starts in
    Python and swaps to native code when a separate process has compiled it. `mode_now` says which one runs, `note` why
    it is Python.
    `knowledge`: tables of exact scores, as `plytree.solvers.known.known(game)` finds them.
    `on_wait` is told once if the constructor has to wait for the compiler.
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
        if mode not in ("auto", "native", "best", "python"):
            raise InputError(f"{mode!r} is not a mode; expected auto, native, best or python")
        whole(threads, "threads", "a number of threads", 1, MOST_THREADS)
        megabytes(table_mb)
        require_methods(game)
        self.game: Game[S] = as_game(game)
        self.techniques = techniques or Techniques()
        self.threads, self.table_mb, self.mode, self.knowledge = threads, table_mb, mode, knowledge
        self._busy = threading.Lock()
        _engines.add(self)
        self._benches: dict[str, Bench] = {}
        self._native = None if mode == "python" else provider(self.game, self._code)
        if self._native is not None:
            if on_wait is not None and mode in ("native", "best") and not self._native.cached:
                on_wait(f"compiling {game_name(self.game)} ...")
            self._native.wait(0 if mode == "auto" else None)
            if mode == "native" and self._native.kernel is None:
                raise self._native.error()

    @property
    def mode_now(self) -> str:
        """ "native" or "python": what the next search begins with."""
        return "native" if self._native is not None and self._native.kernel is not None else "python"

    @property
    def note(self) -> str:
        """Why it is Python: the compiler is still at work, or what it cannot do. "" if nothing is to be said."""
        if self._native is None or self._native.kernel is not None:
            return ""
        return self._native.note if self._native.finished.is_set() else "native code is being compiled"

    def search(
        self,
        state: S | None = None,
        limits: Limits | None = None,
        *,
        history: Sequence[S] = (),
        moves: Sequence[int] | None = None,
        multipv: int = 1,
    ) -> SearchResult:
        """Search and wait. `history`: the states before this one, oldest first, for draws by repetition. `moves`: look
        at these root moves only. `multipv`: that many best moves with scores, in `result.lines`."""
        task = self._task(state, limits, history, moves, multipv)
        if _is_small(task.limits):
            return Search(self, task, wait=True).result()
        running = Search(self, task)
        try:
            return running.result()
        except KeyboardInterrupt:
            running.stop()
            raise

    def start(
        self,
        state: S | None = None,
        limits: Limits | None = None,
        *,
        history: Sequence[S] = (),
        moves: Sequence[int] | None = None,
        multipv: int = 1,
    ) -> Search:
        """Search in the background."""
        return Search(self, self._task(state, limits, history, moves, multipv))

    def _task(
        self, state: S | None, limits: Limits | None, history: Sequence[S], moves: Sequence[int] | None, multipv: int
    ) -> Task:
        limits = limits or Limits()
        whole(multipv, "multipv", "a number of lines", 1, MOST_LINES)
        if limits.depth is not None and limits.depth > MAX_DEPTH:
            raise InputError(f"depth={limits.depth!r} is deeper than a search can go; expected at most {MAX_DEPTH}")
        root = self.game.initial() if state is None else state
        task = Task(self.game, root, limits, self.techniques, history, (), multipv, self.knowledge)
        task.moves = self._root_moves(root, moves)
        return task

    def _root_moves(self, root: S, wanted: Sequence[int] | None) -> list[int]:
        if self.game.result(root) is not None:
            return []
        legal = [int(move) for move in self.game.moves(root)]
        if len(legal) > self.game.max_moves:  # the memory of a search has no room for more
            raise fault_of(self.game, FAULT_MANY_MOVES)
        if any(not 0 <= move < self.game.num_moves for move in legal):
            raise fault_of(self.game, FAULT_BAD_MOVE)
        for move in wanted or ():
            if move not in legal:
                raise InputError(f"{move!r} is not a legal move here; legal moves are {legal}")
        return legal if not wanted else [move for move in legal if move in wanted]

    def iterations(self, state: S | None = None, limits: Limits | None = None) -> Iterator[Iteration]:
        """One Iteration for each depth, as they are completed; giving up the generator ends the search."""
        running = self.start(state, limits)
        try:
            yield from running.iterations()
        finally:
            running.stop()

    def clear(self) -> None:
        """Forget the transposition table and all move statistics."""
        with self._busy:
            for bench in self._benches.values():
                bench.table.clear()

    _code: ClassVar[str] = "code"  # the native code that this engine needs

    def _new_run(self, task: Task, on_iteration: Callable[[Iteration], None]) -> Run:
        return Run(task, self._bench, on_iteration)

    def _bench(self) -> Bench:
        """The kernel that is to search now, with its memory."""
        mode = self.mode_now
        if mode not in self._benches:
            kernel: Kernel | None = self._native.kernel if self._native is not None and mode == "native" else None
            self._benches[mode] = self._furnish(kernel or PythonKernel(self.game, self.techniques))
        return self._benches[mode]

    def _await_cached(self, run: Run) -> None:
        """Code on disk is worth waiting for, but not for most of the time that there is, and not after a stop."""
        native = self._native
        if native is None or native.finished.is_set() or not native.cached:
            return
        most = budget(run.task.limits).hard
        end = time.monotonic() + (math.inf if most is None else 0.4 * most)
        while not native.finished.wait(0.02) and not run.stopped and time.monotonic() < end:
            pass

    def _furnish(self, kernel: Kernel) -> Bench:
        threads = self.threads if kernel.can_share else 1
        return Bench(kernel, [kernel.new_memory() for _ in range(threads)], kernel.new_table(self.table_mb))


def _is_small(limits: Limits) -> bool:
    """Is a search over before anybody could interrupt it? Then a thread would cost more than it does."""
    return (limits.nodes or 1 << 62) <= 10_000 or (limits.depth or 999) <= 2
