"""The unit of an evaluation: by how much estimates change in two plies of reasonable play.

Margins ("so far above beta that the rest cannot bring it down") must be counted in something. Chess counts in pawns;
for any other game the unit is measured: native code plays some games against itself, two plies deep with a random move
now and then, and the unit is the standard deviation of the change of the estimate over two plies, as one player sees
it. Where estimates change as much as they differ at all, they foretell nothing, and the unit is 0: no margins.
"""

from __future__ import annotations

import math
import random
from typing import Any

from plytree.games.contract.game import Game, side_to_move
from plytree.search.compile.bindings import adapts
from plytree.search.limits import Limits
from plytree.search.techniques import Techniques

GAMES, PLIES, OPENING, CHANCE = 24, 120, 4, 0.1
NOISE = 0.8  # of the spread of all estimates, at most


def measure_unit(game: Game[Any], kernel: Any, seed: int = 1) -> int:
    """The unit of a game's evaluation; 0 if it is too noisy for margins, or if there is nothing to measure."""
    if not adapts(game) or game.pawn:
        return 0
    chance = random.Random(seed)
    changes: list[float] = []
    estimates: list[float] = []
    for _ in range(GAMES):
        line = _estimates(game, kernel, chance)
        estimates += line
        changes += [after - before for before, after in zip(line, line[2:], strict=False)]
    if len(changes) < 50:
        return 0
    unit = math.sqrt(sum(change * change for change in changes) / len(changes))
    mean = sum(estimates) / len(estimates)
    spread = math.sqrt(sum((each - mean) ** 2 for each in estimates) / len(estimates))
    return round(unit) if unit <= NOISE * spread else 0


def _estimates(game: Game[Any], kernel: Any, chance: random.Random) -> list[float]:
    """The estimates along one game, as the first player sees them."""
    from plytree.search.course import Bench, Course, Task
    from plytree.search.deepening import Deepening

    bench = Bench(kernel, [kernel.new_memory()], kernel.new_table(1.0))
    state, line, states = game.initial(), list[float](), list[Any]()
    while game.result(state) is None and len(states) < PLIES:
        moves = [int(move) for move in game.moves(state)]
        if not moves:
            break
        if len(states) >= OPENING:
            sign = 1 if side_to_move(game, state, states) == 0 else -1
            line.append(sign * float(game.evaluate(state)))
        move = chance.choice(moves)
        if len(states) >= OPENING and chance.random() >= CHANCE:
            task = Task(game, state, Limits(depth=2), Techniques(), moves=moves)
            course = Course(task)
            Deepening(course, lambda: bench).run()
            move = course.result().move or move
        states.append(state)
        state = game.play(state, move)
    return line
