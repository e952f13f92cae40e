"""Random games and short searches in native code and in Python, side by side: both must agree everywhere."""

from __future__ import annotations

import random
import time
from typing import Any

from plytree.games.contract.game import Game, has_hook
from plytree.search.compile.kernel import PythonKernel
from plytree.search.compile.state_record import INT_MAX, INT_MIN
from plytree.search.limits import Limits
from plytree.search.techniques import Techniques

UNIT = 8  # of the evaluation, whatever it is: so that selective search is compared too
GAMES, PLIES, SECONDS = 30, 400, 1.5  # of work: a busy machine looks at as much as an idle one


def difference(game: Game[Any], kernel: Any, seed: int = 1) -> str:
    """Where native code and Python disagree, in one sentence; "" if nowhere in the games that were played."""
    seen: list[Any] = []
    sentence = first_difference(game, kernel, seen, seed)
    if sentence:
        return sentence
    random.Random(seed).shuffle(seen)
    w = kernel.new_memory()
    if any(kernel.examine(w, state)[2] != [int(move) for move in game.moves(state)] for state in seen[:100]):
        return ""  # moves that come out of a set: the same ones in another order, so that searches differ
    measured = kernel.unit
    sentence, kernel.unit = _search(game, kernel, seen[:12]), measured
    return f"{type(game).__name__}: {sentence}" if sentence else ""


def first_difference(
    game: Game[Any],
    kernel: Any,
    seen: list[Any],
    seed: int = 1,
    games: int = GAMES,
    seconds: float = SECONDS,
    positions: int = GAMES * PLIES,
) -> str:
    """The same for single steps. Stops at `games` games, `seconds` after the first, or when it has `seen` so many
    unfinished positions."""
    chance, w = random.Random(seed), kernel.new_memory()
    w.use_symmetry = 1
    keys = _Keys(game, kernel, w)
    end = time.thread_time() + seconds
    for number in range(games):
        state = game.initial()
        for _ in range(PLIES):
            if len(seen) >= positions or (number and time.thread_time() > end):
                return ""
            sentence = _examine(game, kernel, w, state)
            if not sentence:
                if game.result(state) is not None:
                    break
                seen.append(state)
                sentence = keys.difference(state)
            move = 0 if sentence else chance.choice([int(move) for move in game.moves(state)])
            after = state if sentence else game.play(state, move)
            if not sentence and kernel.play(w, state, move) != kernel.pack(after):
                sentence = f"play gives another state in native code for move {move} in {state!r}{_big(after)}"
            if sentence:
                return f"{type(game).__name__}.{sentence}"
            state = after
    return ""


class _Keys:
    """The game's own keys in both ways: numbers may differ, but they must tell the same states apart."""

    def __init__(self, game: Game[Any], kernel: Any, w: Any):
        self.game, self.kernel, self.w = game, kernel, w
        self.native: dict[int, int] = {}
        self.python: dict[int, int] = {}

    def difference(self, state: Any) -> str:
        if not has_hook(self.game, "key"):
            return ""
        python, native = int(self.game.key(state)), self.kernel.key(self.w, state)
        if self.native.setdefault(python, native) == native and self.python.setdefault(native, python) == python:
            return ""
        return f"key does not tell the same states apart in native code: {state!r}{_big(state)}"


def _examine(game: Game[Any], kernel: Any, w: Any, state: Any) -> str:
    result, estimate, moves = kernel.examine(w, state)
    wanted = game.result(state)
    if result != (None if wanted is None else int(wanted)):
        return f"result is {result} in native code and {wanted} in Python for {state!r}{_big(state)}"
    if wanted is not None:
        return ""
    if has_hook(game, "evaluate") and estimate != int(game.evaluate(state)):
        return f"evaluate is {estimate} in native code and {game.evaluate(state)} in Python for {state!r}{_big(state)}"
    if sorted(moves) != sorted(int(move) for move in game.moves(state)):
        return f"moves are {moves} in native code and {list(game.moves(state))} in Python for {state!r}{_big(state)}"
    return ""


def _big(state: Any) -> str:
    """A hint at the usual reason."""
    parts, numbers = [state], []
    while parts:
        part = parts.pop()
        if isinstance(part, tuple):
            parts += part
        elif isinstance(part, int):
            numbers.append(part)
    if any(not INT_MIN <= number <= INT_MAX for number in numbers):
        return ": a number there has more than 64 bits"
    if any(number > INT_MAX // 2 for number in numbers):
        return ": a number there uses bit 63, which native code takes for the sign"
    return " (does a number grow beyond 64 bits on the way?)"


def _search(game: Game[Any], kernel: Any, states: list[Any]) -> str:
    """Short searches must visit the same nodes and find the same."""
    from plytree.search.course import Bench, Course, Task
    from plytree.search.deepening import Deepening

    end = time.thread_time() + SECONDS
    techniques = Techniques()
    kernels = ((kernel, 1.0), (PythonKernel(game, techniques), 5.0))  # Python's numbers are five times as big
    benches = [Bench(each, [each.new_memory()], each.new_table(megabytes)) for each, megabytes in kernels]
    for each, _ in kernels:
        each.unit = UNIT
    assert benches[0].table.buckets == benches[1].table.buckets  # so that both tables forget the same
    for number, state in enumerate(states):
        found = []
        limits = Limits(nodes=250) if number % 2 else Limits(depth=3, nodes=400)  # with and without selective search
        for bench in benches:
            bench.table.clear()
            moves = [int(move) for move in game.moves(state)]
            task = Task(game, state, limits, techniques, moves=moves)
            course = Course(task)
            Deepening(course, lambda bench=bench: bench).run()  # type: ignore[misc]
            found.append(course.result())
        native, python = found
        if (native.move, native.score, native.nodes) != (python.move, python.score, python.nodes):
            return (
                f"a search finds {native.move} ({native.score}) in native code and {python.move} ({python.score}) in "
                f"Python for {state!r}"
            )
        if time.thread_time() > end:
            break
    return ""
