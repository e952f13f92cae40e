"""The weights of an evaluation that a person wrote, learned from play: what chess programmers call Texel tuning.

The author says what counts (`features`, or an evaluation that reads `self.weights`), the games say how much. Positions
of self-play are kept with the game's result and what a search saw there; the weights that predict both best, as odds of
winning, are found by Newton's method, which also says how sure each of them is.
"""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.files import read_text, write_text
from plytree.games.catalog import load_game
from plytree.games.contract.game import Game, game_name, side_to_move
from plytree.games.contract.records import as_game
from plytree.jobs import Job
from plytree.search.compile.kernel import rules_of
from plytree.search.engine import Engine
from plytree.search.limits import Limits

FORMAT = "plytree weights 1"
LONGEST = 400  # plies of a game
GAMES_A_JOB = 10
OPENING_PLIES = 8  # at most so many random moves, so that games differ
CURIOSITY = 0.05  # moves by chance later on
SURE = 1.96  # standard errors on either side that hold 95 %
TINY = 1e-6


@dataclass(frozen=True)
class Weight:
    """One weight before and after; `low` to `high` holds the right one in 95 of 100 cases."""

    name: str
    before: float
    after: float
    low: float
    high: float
    matters: float  # how much it moves a usual position: the weight times the spread of its feature

    @property
    def is_sure(self) -> bool:
        """Is it more than noise?"""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Fit:
    """What was learned, and how well it predicts games that it was not learned from (mean squared error)."""

    weights: tuple[Weight, ...]
    positions: int
    error_before: float
    error_after: float
    unit: float  # log odds that one point of the evaluation is worth

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(round(weight.after) for weight in self.weights)


def check_game(game: Game[Any]) -> None:
    """InputError if the game's evaluation has no weights to be learned."""
    rules = rules_of(game)
    name = game_name(game)
    if not rules.weights:
        raise InputError(f"{name} has no weights: let evaluate() read self.weights, a tuple (docs/learning.md)")
    if len(set(rules.feature_names)) != len(rules.weights):
        raise InputError(
            f"{name}.feature_names holds {len(rules.feature_names)} names for {len(rules.weights)} weights"
        )
    state = game.initial()
    whole = rules.evaluate(state)
    added = sum(w * f for w, f in zip(rules.weights, rules.features(state), strict=True))
    if abs(whole - added) > 1:
        raise InputError(f"{name}.evaluate() says {whole} at the start, its weights times features {added}: not a sum")


# ---- games to learn from --------------------------------------------------------------------------------------------


def jobs_for(spec: str, games: int, depth: int, weights: Sequence[int]) -> list[Job]:
    """Self-play in pieces that can be done anywhere."""
    arguments = {"game": spec, "depth": depth, "weights": list(weights)}
    return [
        Job(
            f"{first}",
            "plytree.learning.weights:play_games",
            {**arguments, "first": first, "games": min(GAMES_A_JOB, games - first)},
        )
        for first in range(0, games, GAMES_A_JOB)
    ]


def play_games(arguments: dict[str, Any], seed: int) -> list[list[Any]]:
    """A job: games of the engine against itself; [features, seen or None if proven, result, game] of each position."""
    game = with_weights(load_game(arguments["game"], look=False), arguments["weights"])
    engine = Engine(game, mode="best", table_mb=1.0)
    dice = random.Random(seed)
    found = []
    for number in range(arguments["first"], arguments["first"] + arguments["games"]):
        found += _play_game(game, engine, Limits(depth=arguments["depth"]), dice, number)
    return found


def _play_game(game: Game[Any], engine: Any, limits: Limits, dice: random.Random, number: int) -> list[list[Any]]:
    rules = rules_of(game)
    state = game.initial()
    states: list[Any] = []
    kept: list[tuple[list[Any], int]] = []
    opening = dice.randrange(OPENING_PLIES + 1)
    engine.clear()
    for ply in range(LONGEST):
        outcome = game.result(state)
        if outcome is not None:
            return [[*row, _for(side, game, state, states, outcome), number] for row, side in kept]
        moves = list(game.moves(state))
        found = None if ply < opening else engine.search(state, limits, history=states)
        if found is not None and not found.score.proven:
            features = [float(x) for x in rules.features(_record(game, state))]
            kept.append(([features, float(found.score.value or 0)], side_to_move(game, state, states)))
        move = dice.choice(moves) if found is None or dice.random() < CURIOSITY else found.move
        states.append(state)
        state = game.play(state, move)
    return []


def _record(game: Game[Any], state: Any) -> Any:
    """A state as the rules themselves take it."""
    record = getattr(game, "record", None)
    return state if record is None else record(state)


def _for(side: int, game: Game[Any], state: Any, states: Sequence[Any], outcome: int) -> float:
    """The result of a finished game for a side: 1, 0.5 or 0."""
    mine = outcome if side_to_move(game, state, states) == side else -outcome
    return 0.5 + 0.5 * ((mine > 0) - (mine < 0))


# ---- the fit --------------------------------------------------------------------------------------------------------


def fit(game: Game[Any], rows: Sequence[Sequence[Any]], result_share: float = 0.5) -> Fit:
    """The weights under which the evaluation predicts results and searches best. A tenth of the games is kept aside."""
    rules = rules_of(game)
    before = np.array(rules.weights, float)
    x = np.array([row[0] for row in rows], float)
    if len(rows) < 10 * len(before):
        raise InputError(f"{len(rows)} positions are too few for {len(before)} weights: play more --games")
    seen, result = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    unit = _unit(seen, result)
    target = result_share * result + (1 - result_share) / (1 + np.exp(-unit * seen))
    aside = np.array([row[3] % 10 == 0 for row in rows])
    if aside.all() or not aside.any():
        raise InputError("one game is not enough to learn from: play more --games")
    learned, errors = _newton(x[~aside], target[~aside], unit * before)
    after, spread = learned / unit, errors / unit
    names = rules.feature_names
    weights = tuple(
        Weight(names[i], before[i], after[i], after[i] - SURE * spread[i], after[i] + SURE * spread[i],
               float(abs(after[i]) * x[:, i].std()))
        for i in range(len(before))
    )  # fmt: skip
    parts = (_error(x[aside] @ w * unit, result[aside]) for w in (before, after))
    return Fit(weights, len(rows), next(parts), next(parts), unit)


def _unit(seen: Any, result: Any) -> float:
    """The log odds that a point is worth: what makes the searches' scores predict the results best."""
    low, high = 1e-6, 1.0

    def error(unit: float) -> float:
        return _error(unit * seen, result)

    for _ in range(100):  # golden section, on a logarithmic scale
        left, right = low ** (0.618) * high ** (0.382), low ** (0.382) * high ** (0.618)
        low, high = (low, right) if error(left) < error(right) else (left, high)
    return math.sqrt(low * high)


def _error(odds: Any, result: Any) -> float:
    return float(((1 / (1 + np.exp(-np.clip(odds, -50, 50))) - result) ** 2).mean())


def _newton(x: Any, target: Any, start: Any) -> tuple[Any, Any]:
    """Logistic regression without a constant: the weights and their standard errors."""
    w = start.copy()
    ridge = TINY * np.eye(len(w)) * max(1.0, float((x * x).mean()) * len(x))
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -50, 50)))
        curvature = (x * (p * (1 - p))[:, None]).T @ x + ridge
        step = np.linalg.solve(curvature, x.T @ (target - p) - ridge @ (w - start))
        w += step
        if np.abs(step).max() < 1e-9:
            break
    return w, np.sqrt(np.diag(np.linalg.inv(curvature)))


# ---- files ----------------------------------------------------------------------------------------------------------


def with_weights(game: Game[Any], weights: Sequence[int]) -> Game[Any]:
    """The same game, judged with other weights."""
    rules = copy.copy(rules_of(game))
    if len(weights) != len(rules.weights):
        raise InputError(f"{game_name(game)} has {len(rules.weights)} weights, not {len(weights)}")
    rules.weights = tuple(int(weight) for weight in weights)
    return as_game(rules)


def save_weights(path: Path, game: Game[Any], found: Fit) -> None:
    names = [weight.name for weight in found.weights]
    about = {"format": FORMAT, "game": game_name(game), "names": names, "weights": list(found.values)}
    write_text(path, json.dumps(about, indent=1) + "\n")


def load_weights(path: Path, game: Game[Any]) -> Game[Any]:
    """The game judged with the weights in a file; InputError, one sentence, if it holds none of this game's."""
    try:
        about = json.loads(read_text(path, "a file of weights"))
        weights, name = [int(weight) for weight in about["weights"]], str(about["game"])
        if about["format"] != FORMAT:
            raise ValueError
    except InputError:
        raise
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"{str(path)!r} is damaged or no file of weights; expected one of `plytree learn weights`"
        ) from None
    if name != game_name(game):
        raise InputError(f"{str(path)!r} holds weights of {name!r}, not of {game_name(game)!r}")
    return with_weights(game, weights)
