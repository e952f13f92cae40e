"""Engine(game): search a position, in the foreground or in the background, and watch it think."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar

from plytree.games.game import Game, has_hook
from plytree.games.records import as_game
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.score import Score
from plytree.search.techniques import Techniques

S = TypeVar("S")
Mode = Literal["auto", "native", "python"]
WIN = 1_000_000


class _Stopped(Exception):
    pass


class Search:
    """A search that runs in the background."""

    def __init__(self, engine: Engine[Any], state: Any, limits: Limits, options: dict[str, Any]):
        self._engine, self._result, self._error = engine, None, None
        self._stop = threading.Event()
        self.progress = Progress(depth=0, score=None, pv=(), nodes=0, seconds=0.0)

        def work() -> None:
            try:
                self._result = engine._search(state, limits, self, **options)
            except Exception as error:  # handed to whoever asks for the result
                self._error = error

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        return not self._thread.is_alive()

    def stop(self) -> None:
        """End the search at once; the result is the best found so far."""
        self._stop.set()

    def live(self) -> Progress:
        """Where the search stands now."""
        return self.progress

    def result(self, timeout: float | None = None) -> SearchResult:
        """Wait for the end; TimeoutError if it does not come in time."""
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise TimeoutError("the search is still running")
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result


class Engine(Generic[S]):
    """A searcher for one game.

    `mode`: "native" waits for the compiler, "python" never compiles, "auto" starts in Python and swaps to native code
    when a separate process has compiled it. `mode_now` says which one runs, `note` why it is Python.
    """

    def __init__(
        self,
        game: Game[S],
        *,
        mode: Mode = "auto",
        techniques: Techniques | None = None,
        table_mb: float = 64.0,
        threads: int = 1,
    ):
        self.game: Game[S] = as_game(game)
        self.techniques = techniques or Techniques()
        self.threads, self.table_mb = threads, table_mb
        self.mode_now, self.note = "python", ""

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
        return self.start(state, limits, history=history, moves=moves, multipv=multipv).result()

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
        root = self.game.initial() if state is None else state
        return Search(self, root, limits or Limits(), {"moves": moves, "multipv": multipv})

    def iterations(self, state: S | None = None, limits: Limits | None = None) -> Iterator[Iteration]:
        """One Iteration for each depth, as they are completed."""
        yield from self.search(state, limits).iterations

    def clear(self) -> None:
        """Forget the transposition table and all move statistics."""

    # ---- a plain first version: negamax alpha-beta with iterative deepening, in Python ----------------------------

    def _search(self, root: Any, limits: Limits, search: Search, moves: Any, multipv: int) -> SearchResult:
        game, begin, count = self.game, time.perf_counter(), [0, 0]
        alternates = not has_hook(game, "to_move")
        deadline = begin + limits.seconds if limits.seconds else None

        def negamax(s: Any, depth: int, ply: int, alpha: int, beta: int) -> tuple[int, tuple[int, ...]]:
            count[0] += 1
            if search._stop.is_set() or (deadline and time.perf_counter() > deadline and best is not None):
                raise _Stopped
            if limits.nodes and count[0] > limits.nodes and best is not None:
                raise _Stopped
            result = game.result(s)
            if result is not None:
                value = int(result)
                return (value if game.max_utility > 1 else (WIN - ply) * value), ()
            if depth == 0:
                count[1] += 1
                return int(game.evaluate(s)), ()
            value, line = -2 * WIN, tuple[int, ...]()
            for move in moves if moves and ply == 0 else game.moves(s):
                child = game.play(s, move)
                if alternates or game.to_move(child) != game.to_move(s):
                    v, rest = negamax(child, depth - 1, ply + 1, -beta, -alpha)
                    v = -v
                else:
                    v, rest = negamax(child, depth - 1, ply + 1, alpha, beta)
                if v > value:
                    value, line = v, (int(move), *rest)
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
            return value, line

        iterations: list[Iteration] = []
        best: Iteration | None = None
        legal = [int(m) for m in game.moves(root)] if game.result(root) is None else []
        try:
            for depth in range(1, (limits.depth or 999) + 1):
                count[1] = 0
                value, pv = negamax(root, depth, 0, -2 * WIN, 2 * WIN)
                proven = count[1] == 0
                if game.max_utility > 1:
                    score = Score.utility(value) if proven else Score.estimate(value)
                elif abs(value) > WIN // 2:
                    score = Score.win(WIN - value) if value > 0 else Score.loss(WIN + value)
                else:
                    score = Score.draw() if proven else Score.estimate(value)
                seconds = time.perf_counter() - begin
                best = Iteration(depth=depth, score=score, pv=pv, nodes=count[0], seconds=seconds)
                search.progress = best
                iterations.append(best)
                if score.proven or len(legal) <= 1:
                    break
        except _Stopped:
            pass
        if best is None:
            best = Iteration(depth=0, score=None, pv=tuple(legal[:1]), nodes=count[0], seconds=0.0)
        return SearchResult(
            depth=best.depth, score=best.score, pv=best.pv, nodes=count[0], seconds=time.perf_counter() - begin,
            move=best.pv[0] if best.pv else None, mode="python", iterations=tuple(iterations),
        )  # fmt: skip
