"""What a search costs: nodes and seconds to a depth, with some techniques switched on or off. Jobs of two studies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from plytree.games.contract.game import Game, has_hook
from plytree.matches.playing import warm_game
from plytree.matches.session import replay
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.techniques import Techniques

NEEDS = {
    "order": "order", "symmetry": "key", "quiescence": "tactical", "extension": "in_check", "null_move": "pass_turn",
    "reductions": "quiet", "exchange": "safe",
}  # fmt: skip
ALWAYS = ("table", "killers", "history", "iterative", "pvs", "aspiration")


def applicable(game: Game[Any]) -> tuple[str, ...]:
    """The techniques that make a difference in a game: those whose hook it has written."""
    written = [name for name, hook in NEEDS.items() if has_hook(game, hook)]
    return (*ALWAYS, *written, *(("margins",) if game.pawn else ()))


def measure(arguments: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """The job: one position, one set of techniques, several depths; nodes and seconds for each.

    With iterative deepening one search to the last depth tells all; without it each depth is a search of its own.
    """
    game = warm_game(arguments["game"])
    techniques = Techniques.none(**{name: True for name in arguments["techniques"]})
    state = replay(game, arguments["moves"]).state
    engine = Engine(game, mode="best", techniques=techniques, table_mb=arguments.get("table_mb", 16))
    engine.search(state, Limits(depth=1))  # the first search also pays for its memory
    engine.clear()
    depths: list[int] = arguments["depths"]
    if techniques.iterative:
        found = engine.search(state, Limits(depth=depths[-1]))
        done = {iteration.depth: iteration for iteration in found.iterations}
        return [_entry(depth, done[depth]) for depth in depths if depth in done]
    answers = []
    for depth in depths:
        engine.clear()
        answers.append(_entry(depth, engine.search(state, Limits(depth=depth))))
    return answers


def _entry(depth: int, found: Any) -> dict[str, Any]:
    proven = bool(found.score and found.score.proven)
    return {"depth": depth, "nodes": found.nodes, "seconds": round(found.seconds, 6), "proven": proven}


def tree_sizes(game: Game[Any], state: Any, depth: int) -> list[int]:
    """How many nodes the whole tree has at each ply 0..depth, as minimax visits them; equal states are counted once
    each time they come up, but looked at once only."""
    known: dict[tuple[Any, int], tuple[int, ...]] = {}

    def sizes(s: Any, left: int) -> tuple[int, ...]:
        if left == 0 or game.result(s) is not None:
            return (1,) + (0,) * left
        key = (s, left)
        if key not in known:
            below = [sizes(game.play(s, move), left - 1) for move in game.moves(s)]
            known[key] = (1, *(sum(column) for column in zip(*below, strict=True)))
        return known[key]

    return list(sizes(state, depth))


def tree(arguments: dict[str, Any], seed: int) -> list[int]:
    """The job: tree_sizes of one position."""
    game = warm_game(arguments["game"])
    return tree_sizes(game, replay(game, arguments["moves"]).state, arguments["depth"])


def least_nodes(sizes: Sequence[int], depth: int) -> float:
    """The fewest nodes that any alpha-beta search of a tree without transpositions must visit (Knuth and Moore, 1975).

    On ply k those are b1 b3 b5 ... + b2 b4 b6 ... - 1, with b_i the mean number of children on ply i; for an even tree
    of width b that is b^ceil(k/2) + b^floor(k/2) - 1.

    >>> least_nodes([1, 3, 9, 27], 3)    # 1 + 3 + 5 + 11
    20.0
    """
    total, odd, even = 1.0, 1.0, 1.0
    for ply in range(1, depth + 1):
        width = sizes[ply] / sizes[ply - 1] if sizes[ply - 1] else 0.0
        if ply % 2:
            odd *= width
        else:
            even *= width
        total += odd + even - 1
    return total


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(sum(math.log(value) for value in values) / len(values))


def geometric_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The geometric mean of positive values and its 95 % interval over positions."""
    middle = geometric_mean(values)
    if len(values) < 2:
        return middle, 0.0, math.inf
    logs = [math.log(value) for value in values]
    mean = sum(logs) / len(logs)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in logs) / (len(logs) - 1) / len(logs))
    return middle, math.exp(mean - 1.96 * deviation), math.exp(mean + 1.96 * deviation)
