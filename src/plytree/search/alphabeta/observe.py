"""Watch the engine's search at work: the same stream of events as the lectures' algorithms give.

The search is the one of core.py in plain Python. In native code the calls that make the events are cut out.
"""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import RecordView, as_game
from plytree.search.compile.kernel import PythonKernel
from plytree.search.compile.memory import INFINITE, WIN, WIN_MIN
from plytree.search.course import Bench, Course, Task
from plytree.search.deepening import Deepening
from plytree.search.limits import Limits
from plytree.search.result import SearchResult
from plytree.search.techniques import Techniques
from plytree.search.textbook.events import Event, EventKind, Observer
from plytree.search.textbook.tree import INF, Value
from plytree.search.textbook.tree import WIN as TEXTBOOK_WIN


def trace(
    game: Game[Any], state: Any, depth: int, techniques: Techniques | None, observer: Observer, table_mb: float = 4.0
) -> SearchResult:
    """Search a state to a depth and tell `observer` every step; by default without any technique but alpha-beta.

    Paths are the indices of moves in the order in which the game lists them. Windows and values are seen by the
    player to move at the root. Where only win, draw and loss count, a won or lost leaf is worth +-1, and so is the end
    of a window inside the wins; in a game with estimates, a win in n plies is worth what it is worth in a GameTree,
    WIN - n. With iterative deepening there is one stream after another, each from the root.
    """
    view = as_game(game)
    watcher = _Watcher(view, observer)
    kernel = PythonKernel(view, techniques or Techniques.none(), watcher)
    bench = Bench(kernel, [kernel.new_memory()], kernel.new_table(table_mb))
    root = view.initial() if state is None else state
    moves = [int(move) for move in view.moves(root)] if view.result(root) is None else []
    task = Task(view, root, Limits(depth=depth), techniques or Techniques.none(), moves=moves)
    course = Course(task)
    if course.root:
        Deepening(course, lambda: bench).run()
    return course.result()


class _Watcher:
    """Turns what the core says at a ply into events with a path, seen by the player at the root."""

    def __init__(self, game: Game[Any], observer: Observer):
        self.game, self.observer = game, observer
        self.turns, self.estimates = has_hook(game, "to_move"), has_hook(game, "evaluate")

    def __call__(self, w: Any, kind: EventKind, ply: int, alpha: int, beta: int, value: int | None) -> None:
        states = [self._state(w, at) for at in range(ply + 1)]
        path = tuple([int(move) for move in self.game.moves(states[at])].index(w.line[at]) for at in range(ply))
        other = self.game.to_move(states[ply]) != self.game.to_move(states[0]) if self.turns else ply % 2 == 1
        low, high = (-beta, -alpha) if other else (alpha, beta)
        shown = None if value is None else self._value(-value if other else value)
        self.observer(Event(kind, path, self._value(low), self._value(high), shown))

    def _state(self, w: Any, ply: int) -> Any:
        return self.game.state(w.stack[ply]) if isinstance(self.game, RecordView) else w.stack[ply]

    def _value(self, value: int) -> Value:
        if abs(value) >= INFINITE:
            return INF if value > 0 else -INF
        if self.game.max_utility == 1 and WIN_MIN <= abs(value) <= WIN:
            worth = TEXTBOOK_WIN - (WIN - abs(value)) if self.estimates else 1
            return worth if value > 0 else -worth
        return value
