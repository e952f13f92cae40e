"""One list for many players: ratings of greatest likelihood, with intervals, from all matches between them.

The model is Bradley and Terry's: the expected score of a game depends on the difference of two ratings alone, a draw
counts half. Intervals use the spread of the results as they were (pairs as pairs), not as the model would have it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.matches.elo import mean_and_variance

LOGIT = 400 / math.log(10)  # Elo in one unit of log-odds


@dataclass(frozen=True)
class Matchup:
    """Results of player `a` against player `b` as three or five counts, seen from `a`."""

    a: int
    b: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float


def ratings(players: int, matchups: Sequence[Matchup], anchor: int = 0, confidence: float = 0.95) -> list[Rating]:
    """The players' ratings relative to the `anchor`, whose own is 0 by definition.

    Where one player took all points from another, half a point is moved to the loser, so that ratings stay finite. All
    players must be connected by games.
    """
    played = [matchup for matchup in matchups if sum(matchup.counts)]
    _require_connected(players, played)
    free = [player for player in range(players) if player != anchor]
    strength = np.zeros(players)
    information = np.zeros((players, players))
    for _ in range(100):
        gradient, information = np.zeros(players), np.zeros((players, players))
        for matchup in played:
            games, points = _games_and_points(matchup)
            expected = 1 / (1 + math.exp(strength[matchup.b] - strength[matchup.a]))
            _add(gradient, matchup, points - games * expected)
            _add_square(information, matchup, games * expected * (1 - expected))
        step = np.linalg.solve(information[np.ix_(free, free)], gradient[free])
        step *= min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))  # far from the top Newton's steps overshoot
        strength[free] += step
        if float(np.abs(step).max()) < 1e-10:
            break
    spread = np.zeros((players, players))
    for matchup in played:
        total, _, variance = mean_and_variance(matchup.counts)
        weight = 2 if len(matchup.counts) == 5 else 1
        _add_square(spread, matchup, max(total * variance, 0.25) * weight**2)
    inverse = np.linalg.inv(information[np.ix_(free, free)])
    covariance = inverse @ spread[np.ix_(free, free)] @ inverse
    deviation = dict(zip(free, np.sqrt(np.diag(covariance)), strict=True))
    width = NormalDist().inv_cdf(0.5 + confidence / 2)
    found = []
    for player in range(players):
        elo, error = LOGIT * float(strength[player]), LOGIT * width * float(deviation.get(player, 0.0))
        found.append(Rating(elo, elo - error, elo + error))
    return found


def _games_and_points(matchup: Matchup) -> tuple[float, float]:
    steps = len(matchup.counts) - 1
    games = sum(matchup.counts) * steps / 2
    points = sum(i * count for i, count in enumerate(matchup.counts)) / 2
    return games, min(max(points, 0.5), games - 0.5)


def _add(vector: Any, matchup: Matchup, amount: float) -> None:
    vector[matchup.a] += amount
    vector[matchup.b] -= amount


def _add_square(matrix: Any, matchup: Matchup, amount: float) -> None:
    a, b = matchup.a, matchup.b
    matrix[a, a] += amount
    matrix[b, b] += amount
    matrix[a, b] -= amount
    matrix[b, a] -= amount


def _require_connected(players: int, played: Sequence[Matchup]) -> None:
    reached = {0}
    while True:
        more = {player for m in played if {m.a, m.b} & reached for player in (m.a, m.b)} - reached
        if not more:
            break
        reached |= more
    if len(reached) < players:
        raise InputError(f"player {min(set(range(players)) - reached)} has no game that connects it with player 0")
