"""The numbers of selective search, in one place, so that bench/tune_search.py can try others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """How much is left out. Each says what it was tuned on."""

    reduction_start: float = 0.75  # plies of reduction to begin with: chess, at 0.1 s a move
    reduction_divisor: float = 2.1  # of log(depth) * log(place): chess, at 0.1 s a move
    margin: float = 0.0  # margins in measured units (unit.py); 0: none, until matches have shown what they are worth
    sure: float = 1.2  # deviations that a shallow search must land beyond the window (ProbCut): Buro's for Othello


TUNED = Numbers()
