"""A player at work: watch it, stop it, wait for its answer. Every door lets players think this way.

    thinking = start(player, game, state, history, limits)
    thinking.live()       where it stands
    thinking.stop()       answer now
    thinking.result()     the SearchResult; Choice.of(result) is the move with what was thought of it

A search of the engine is a Thinking as it stands. Players that only know how to choose do so in a thread of their own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plytree.games.contract.game import Game, side_to_move
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.score import Score


class Thinking(Protocol):
    """A move being chosen."""

    @property
    def done(self) -> bool:
        """Is the answer there?"""

    @property
    def note(self) -> str:
        """What whoever watches should know: why it runs as Python, say. "" if nothing."""

    def live(self) -> Progress:
        """Where it stands now."""

    def stop(self) -> None:
        """Answer now, with the best known so far; players that cannot be interrupted answer when they are done."""

    def result(self, timeout: float | None = None) -> SearchResult:
        """Wait for the answer; TimeoutError if it does not come in time, the player's own error if it failed."""

    def iterations(self) -> Iterator[Iteration]:
        """The depths as they are completed, until it is done. For one reader."""

    def when_done(self, call: Callable[[], None]) -> None:
        """Have a function called once when it is done, from another thread, or at once if it is done already."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A move and what the player thought of it."""

    move: int
    score: Score | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[int, ...] = ()

    @staticmethod
    def of(result: SearchResult) -> Choice:
        """What a player chose, from what it found out."""
        if result.move is None:
            raise ValueError("the game is over: there is no move to choose")
        return Choice(move=result.move, score=result.score, depth=result.depth, nodes=result.nodes, pv=result.pv)

    @staticmethod
    def read(answer: Any) -> Choice:
        """What a player's `choose` gave: players written by users may answer with the bare move."""
        if isinstance(answer, Choice):
            return answer
        if isinstance(answer, int) and not isinstance(answer, bool):
            return Choice(move=answer)
        raise TypeError(f"choose() returned {answer!r}; expected a Choice or a move")

    def result(self, side: int, seconds: float = 0.0) -> SearchResult:
        """The same as the end of a search."""
        return SearchResult(
            move=self.move, score=self.score, depth=self.depth, nodes=self.nodes, pv=self.pv or (self.move,),
            seconds=seconds, side=side, mode="python",
        )  # fmt: skip


class Settled:
    """An answer that needed no thought."""

    done, note = True, ""

    def __init__(self, result: SearchResult):
        self._result = result

    def live(self) -> Progress:
        return self._result

    def stop(self) -> None:
        pass

    def result(self, timeout: float | None = None) -> SearchResult:
        return self._result

    def iterations(self) -> Iterator[Iteration]:
        return iter(())

    def when_done(self, call: Callable[[], None]) -> None:
        call()


class Work:
    """A function that finds an answer, in a thread of its own. It cannot be watched or interrupted, only awaited."""

    note = ""

    def __init__(self, work: Callable[[], SearchResult], side: int):
        self._work, self._side, self._begin = work, side, time.perf_counter()
        self._result: SearchResult | None = None
        self._error: BaseException | None = None
        self._calls: list[Callable[[], None]] = []
        self._ending = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:  # handed to whoever asks for the result
            self._error = error
        with self._ending:
            calls, self._calls = self._calls, []
        for call in calls:
            call()

    @property
    def done(self) -> bool:
        return self._result is not None or self._error is not None

    def live(self) -> Progress:
        seconds = time.perf_counter() - self._begin
        return self._result or Progress(depth=0, score=None, pv=(), nodes=0, seconds=seconds, side=self._side)

    def stop(self) -> None:
        pass

    def result(self, timeout: float | None = None) -> SearchResult:
        self._thread.join(timeout)
        if self._error is not None:
            raise self._error if isinstance(self._error, Exception) else RuntimeError(repr(self._error))
        if self._result is None:
            raise TimeoutError("the player still thinks")
        return self._result

    def iterations(self) -> Iterator[Iteration]:
        self.result()
        return iter(())

    def when_done(self, call: Callable[[], None]) -> None:
        with self._ending:
            if not self.done:
                self._calls.append(call)
                return
        call()


def start(
    player: Any, game: Game[Any], state: Any, history: Sequence[Any] = (), limits: Limits | None = None
) -> Thinking:
    """Let any player think about a state; one that has only `choose` does so in a thread of its own."""
    if hasattr(player, "start"):
        thinking: Thinking = player.start(state, history, limits)
        return thinking
    return working(lambda: player.choose(state, list(history), limits), game, state, history)


def working(choose: Callable[[], Any], game: Game[Any], state: Any, history: Sequence[Any]) -> Work:
    """A choice being made by a function."""
    side, begin = side_to_move(game, state, history), time.perf_counter()
    return Work(lambda: Choice.read(choose()).result(side, time.perf_counter() - begin), side)


def settled(choice: Choice, game: Game[Any], state: Any, history: Sequence[Any]) -> Settled:
    """A choice that is made already."""
    return Settled(choice.result(side_to_move(game, state, history)))


def choice_of(thinking: Thinking) -> Choice:
    """Wait for a player's choice; Ctrl-C ends its thinking first."""
    try:
        return Choice.of(thinking.result())
    except KeyboardInterrupt:
        thinking.stop()
        raise
