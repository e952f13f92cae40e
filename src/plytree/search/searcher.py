"""What every search looks like from outside: search and wait, or start it, watch it, stop it and take its result."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from plytree.errors import InputError
from plytree.games.contract.game import Game, require_methods
from plytree.games.contract.records import as_game
from plytree.numbers import whole
from plytree.search.acquire.locks import after_fork
from plytree.search.compile.memory import FAULT_BAD_MOVE, FAULT_MANY_MOVES, MAX_DEPTH
from plytree.search.course import Course, Task, fault_of
from plytree.search.knowledge import Knowledge
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.selective.numbers import TUNED
from plytree.search.techniques import Techniques
from plytree.search.workshop import Tools

S = TypeVar("S")
MOST_THREADS, MOST_LINES = 1024, 1 << 20


_searchers: weakref.WeakSet[Searcher[Any]] = weakref.WeakSet()


@after_fork
def _begin_anew() -> None:
    """A forked process has none of the threads that searched here: its searchers are free."""
    for searcher in _searchers:
        searcher._busy = threading.Lock()


class Search:
    """A search that runs in the background; with `wait` it is done where it was asked for."""

    def __init__(self, course: Course, work: Callable[[], None], tools: Tools, wait: bool = False):
        self.course, self._do, self._tools = course, work, tools
        self._result: SearchResult | None = None
        self._error: Exception | None = None
        self._ended, self._calls, self._ending = False, list[Callable[[], None]](), threading.Lock()
        self._thread = threading.Thread(target=self._work, daemon=True)
        if wait:
            self._work()
        else:
            self._thread.start()

    def _work(self) -> None:
        try:
            self._do()
            self._result = self.course.result()
        except Exception as error:  # handed to whoever asks for the result
            self._error = error
        finally:
            self.course.news.put(None)
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
        return self._tools.note

    def when_done(self, call: Callable[[], None]) -> None:
        """Have a function called once when the search is over, from its thread, or at once if it is over already."""
        with self._ending:
            if not self._ended:
                self._calls.append(call)
                return
        call()

    def stop(self) -> None:
        """End the search at once; the result is the best found so far."""
        self.course.stop()

    def live(self) -> Progress:
        """Where the search stands now."""
        return self.course.progress()

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
        while (iteration := self.course.news.get()) is not None:
            yield iteration
        self.result()


class Searcher(Generic[S]):
    """A searcher for one game, put together from tools and a way to search. It does one search at a time; a second one
    waits for the first. `fit` makes the limits that are asked for into those that the way can keep.
    """

    def __init__(
        self,
        game: Game[S],
        tools: Tools,
        way: Callable[[Course], None],
        fit: Callable[[Limits], Limits] = lambda limits: limits,
    ):
        self.game: Game[S] = game
        self.techniques, self.numbers = Techniques(), TUNED
        self.knowledge: Knowledge | None = None
        self._tools, self._way, self._fit = tools, way, fit
        self._busy = threading.Lock()
        _searchers.add(self)

    @property
    def mode_now(self) -> str:
        """ "native" or "python": what the next search begins with."""
        return self._tools.mode_now

    @property
    def note(self) -> str:
        """Why it is Python: the compiler is still at work, or what it cannot do. "" if nothing is to be said."""
        return self._tools.note

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
            return self._begin(task, wait=True).result()
        running = self._begin(task)
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
        return self._begin(self._task(state, limits, history, moves, multipv))

    def iterations(self, state: S | None = None, limits: Limits | None = None) -> Iterator[Iteration]:
        """One Iteration for each depth, as they are completed; giving up the generator ends the search."""
        running = self.start(state, limits)
        try:
            yield from running.iterations()
        finally:
            running.stop()

    def clear(self) -> None:
        """Forget what was learned in earlier searches: the transposition table and all move statistics."""
        with self._busy:
            self._tools.clear()

    def _begin(self, task: Task, wait: bool = False) -> Search:
        course = Course(task)

        def work() -> None:
            with self._busy:
                self._tools.get_ready(course)
                if course.root:
                    with course.timed():
                        self._search(course)

        return Search(course, work, self._tools, wait)

    def _search(self, course: Course) -> None:
        try:
            self._way(course)
        except Exception as error:
            if not self._tools.change_to_python(course, error):
                raise
            self._way(course)

    def _task(
        self, state: S | None, limits: Limits | None, history: Sequence[S], moves: Sequence[int] | None, multipv: int
    ) -> Task:
        limits = self._fit(limits or Limits())
        whole(multipv, "multipv", "a number of lines", 1, MOST_LINES)
        if limits.depth is not None and limits.depth > MAX_DEPTH:
            raise InputError(f"depth={limits.depth!r} is deeper than a search can go; expected at most {MAX_DEPTH}")
        root = self.game.initial() if state is None else state
        task = Task(self.game, root, limits, self.techniques, history, (), multipv, self.knowledge)
        task.moves, task.numbers = self._root_moves(root, moves), self.numbers
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


def searchable(game: Game[Any]) -> Game[Any]:
    """The game as searches take it; GameError if it lacks a method."""
    require_methods(game)
    return as_game(game)


def _is_small(limits: Limits) -> bool:
    """Is a search over before anybody could interrupt it? Then a thread would cost more than it does."""
    return (limits.nodes or 1 << 62) <= 10_000 or (limits.depth or 999) <= 2
