"""How much stronger: Elo difference, its interval, and the likelihood of superiority.

Results are counts of equally spaced scores: three for single games (lost, drawn, won), five for pairs of games that
share an opening with colours reversed (0, 1/2, 1, 3/2, 2 points: pentanomial). Pairs are the unit that is independent:
the opening favours one colour, so the two games of a pair are not. Sources: docs/measuring.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from plytree.errors import InputError

NORMALIZED_UNIT = 800 / math.log(10)  # so that normalized and logistic Elo agree for equal players without draws
TINY = 1e-3  # stands for a count of zero, so that every result stays possible


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What a match says about the difference between two players, seen from the first one."""

    games: int
    score: float  # share of the points, 0..1
    elo: float  # infinite if one side took all points
    low: float  # the interval of `confidence` for elo
    high: float
    los: float  # likelihood of superiority: the chance that the first player is the stronger one
    nelo: float  # normalized Elo: what a match of a given length can resolve
    nelo_error: float
    confidence: float = 0.95

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{show_elo(self.elo)} Elo {show_interval(self.low, self.high)}, LOS {100 * self.los:.1f} %"


def show_elo(elo: float) -> str:
    """+12, -3, +inf"""
    return f"{elo:+.0f}" if math.isfinite(elo) else ("+inf" if elo > 0 else "-inf")


def show_interval(low: float, high: float) -> str:
    return f"[{show_elo(low)}, {show_elo(high)}]"


def elo_of(score: float) -> float:
    """The logistic Elo difference at which this share of the points is expected.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected share of the points at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def pair_counts(pairs: Iterable[tuple[float, float]]) -> tuple[int, ...]:
    """Pentanomial counts of pairs of points (each 0, 1/2 or 1) that the first player took.

    >>> pair_counts([(1, 1), (1, 0), (0.5, 0.5), (0, 0.5)])
    (0, 1, 2, 0, 1)
    """
    counts = [0] * 5
    for first, second in pairs:
        counts[round(2 * (first + second))] += 1
    return tuple(counts)


def regularized(counts: Sequence[float]) -> tuple[float, list[float]]:
    """The number of results and their shares, zeros replaced by something tiny."""
    if len(counts) not in (3, 5) or min(counts) < 0:
        raise InputError(f"{list(counts)!r} are not results; expected 3 (single games) or 5 (pairs) counts from 0 on")
    filled = [count or TINY for count in counts]
    total = sum(filled)
    return total, [count / total for count in filled]


def scores(categories: int) -> list[float]:
    """The share of the points that each category stands for."""
    return [i / (categories - 1) for i in range(categories)]


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float, float]:
    """The number of results, the mean score and the variance of one result."""
    total, shares = regularized(counts)
    values = scores(len(counts))
    mean = sum(share * value for share, value in zip(shares, values, strict=True))
    return total, mean, sum(share * (value - mean) ** 2 for share, value in zip(shares, values, strict=True))


def estimate(counts: Sequence[int], confidence: float = 0.95) -> Estimate:
    """What three or five counts say. At least one result is needed."""
    if sum(counts) == 0:
        raise InputError("no game has been played yet; expected at least one result")
    per_result = 2 if len(counts) == 5 else 1
    total, mean, variance = mean_and_variance(counts)
    width = NormalDist().inv_cdf(0.5 + confidence / 2)
    deviation = math.sqrt(variance / total)
    score, low, high = mean, mean - width * deviation, mean + width * deviation
    if sum(1 for count in counts if count) == 1:
        # All results alike: their variance says nothing. With n results of n alike, anything else has a chance of at
        # most 1 - a^(1/n) at confidence 1 - a on each side.
        score = scores(len(counts))[[bool(count) for count in counts].index(True)]
        other = 1 - ((1 - confidence) / 2) ** (1 / sum(counts))
        low, high = score * (1 - other), score + (1 - score) * other
    game_deviation = math.sqrt(per_result * variance)  # of one game, if games were independent
    return Estimate(
        games=per_result * sum(counts),
        score=score,
        elo=elo_of(score),
        low=elo_of(low),
        high=elo_of(high),
        los=NormalDist().cdf((mean - 0.5) / deviation),
        nelo=(mean - 0.5) / game_deviation * NORMALIZED_UNIT,
        nelo_error=width * NORMALIZED_UNIT / math.sqrt(per_result * total),
        confidence=confidence,
    )
