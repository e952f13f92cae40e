"""When to stop: the sequential probability ratio test, on single games or on pairs.

Two hypotheses, H0: the difference is elo0, and H1: it is elo1. The test goes on while the logarithm of their likelihood
ratio stays between two bounds that the allowed error rates fix (Wald). The likelihoods are those of the most likely
distribution of results that has exactly the difference in question (Van den Bergh): docs/measuring.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from plytree.errors import InputError
from plytree.matches.elo import NORMALIZED_UNIT, regularized, score_of, scores

Model = Literal["logistic", "normalized"]


class Verdict(StrEnum):
    H0 = "H0 accepted"
    H1 = "H1 accepted"
    OPEN = "undecided"


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1; alpha and beta are the chances of wrongly accepting H1 and H0.

    >>> test = Sprt(0, 10)
    >>> round(test.lower, 2), round(test.upper, 2)
    (-2.94, 2.94)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise InputError(f"SPRT bounds {self.elo0:g},{self.elo1:g} are not in order; expected like 0,10")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(f"alpha={self.alpha:g}, beta={self.beta:g}: expected error rates between 0 and 0.5")

    @staticmethod
    def parse(text: str) -> Sprt:
        """`0,10` -> Sprt(0, 10)"""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise InputError(f"{text!r} is not a pair of SPRT bounds; expected elo0,elo1 like 0,10") from None
        return Sprt(elo0, elo1)

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of H1 to H0 for three or five counts."""
        if sum(counts) == 0:
            return 0.0
        total, shares = regularized(counts)
        if self.model == "logistic":
            at0, at1 = (_likeliest_with_mean(shares, score_of(elo)) for elo in (self.elo0, self.elo1))
        else:
            unit = NORMALIZED_UNIT if len(counts) == 3 else NORMALIZED_UNIT / math.sqrt(2)
            at0, at1 = (_likeliest_with_t(shares, elo / unit) for elo in (self.elo0, self.elo1))
        return total * sum(share * math.log(b / a) for share, a, b in zip(shares, at0, at1, strict=True))

    def verdict(self, counts: Sequence[int]) -> Verdict:
        llr = self.llr(counts)
        return Verdict.H1 if llr >= self.upper else Verdict.H0 if llr <= self.lower else Verdict.OPEN


def _likeliest_with_mean(shares: list[float], mean: float) -> list[float]:
    """The distribution with a given mean that makes the observed shares most likely (Van den Bergh, prop. 1.1)."""
    return _tilted(shares, [value - mean for value in scores(len(shares))])


def _likeliest_with_t(shares: list[float], t: float) -> list[float]:
    """The same for a given t = (mean - 1/2) / deviation, by fixed-point iteration (Van den Bergh, section 4.1)."""
    values = scores(len(shares))
    current = [1 / len(shares)] * len(shares)
    for _ in range(100):
        mean = sum(p * v for p, v in zip(current, values, strict=True))
        deviation = math.sqrt(sum(p * (v - mean) ** 2 for p, v in zip(current, values, strict=True)))
        constraint = [v - 0.5 - t * deviation / 2 * (1 + ((v - mean) / deviation) ** 2) for v in values]
        last, current = current, _tilted(shares, constraint)
        if max(abs(a - b) for a, b in zip(last, current, strict=True)) < 1e-9:
            break
    return current


def _tilted(shares: list[float], constraint: list[float]) -> list[float]:
    """shares / (1 + theta * constraint), with the theta for which the constraint has expectation zero."""

    def expectation(theta: float) -> float:
        return sum(p * c / (1 + theta * c) for p, c in zip(shares, constraint, strict=True))

    theta = _root(expectation, -1 / max(constraint), -1 / min(constraint))
    return [p / (1 + theta * c) for p, c in zip(shares, constraint, strict=True)]


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """The root of a function that falls from +infinity at `low` to -infinity at `high`, by bisection."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
