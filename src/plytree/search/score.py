"""A score says what a search found out: a win or loss in so many plies, a draw, or only an estimate."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from typing import Any

FAR = 1_000_000  # plies: a win whose distance is not known is worth less than any whose distance is


class Kind(StrEnum):
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    ESTIMATE = "estimate"


@total_ordering
@dataclass(frozen=True, eq=False)
class Score:
    """The worth of a state for the player to move there.

    Faster wins and slower losses are better; an estimate lies between any loss and any win and beside a draw (0).

    >>> Score.win(3) > Score.win(5) > Score.estimate(900) > Score.draw() > Score.estimate(-1)
    True
    >>> Score.estimate(-900) > Score.loss(6) > Score.loss(2)
    True
    >>> -Score.win(3) == Score.loss(3)
    True
    >>> Score.win(3).proven, Score.estimate(12).proven
    (True, False)
    >>> str(Score.win(7)), str(Score.draw()), str(Score.estimate(40))
    ('wins in 7', 'draw', '+40 (estimate)')

    Where utilities count (`max_utility` > 1), a proven score carries the utility and no distance:

    >>> Score.utility(8) > Score.utility(3) > Score.utility(0) > Score.utility(-2)
    True
    >>> str(Score.utility(8))
    'wins by 8'

    A table of exact values may say who wins without saying how soon:

    >>> Score.win(90) > Score.win(None) > Score.draw() > Score.loss(None)
    True
    >>> Score.loss(None) > Score.loss(90)
    True
    >>> str(Score.win(None))
    'wins'
    """

    kind: Kind
    plies: int | None = None  # plies to the end, for a win or loss
    value: int | None = None  # an estimate, in the game's own units, or a proven utility

    @staticmethod
    def win(plies: int | None) -> Score:
        return Score(Kind.WIN, plies=plies)

    @staticmethod
    def loss(plies: int | None) -> Score:
        return Score(Kind.LOSS, plies=plies)

    @staticmethod
    def draw() -> Score:
        return Score(Kind.DRAW)

    @staticmethod
    def estimate(value: int) -> Score:
        return Score(Kind.ESTIMATE, value=value)

    @staticmethod
    def utility(value: int) -> Score:
        kind = Kind.WIN if value > 0 else Kind.LOSS if value < 0 else Kind.DRAW
        return Score(kind, value=value)

    @property
    def proven(self) -> bool:
        """Is it the true value, rather than an estimate?"""
        return self.kind is not Kind.ESTIMATE

    def _rank(self) -> tuple[int, int]:
        value = self.value or 0
        if self.kind is Kind.WIN:
            return (1, (value or -FAR) if self.plies is None else -self.plies)
        if self.kind is Kind.LOSS:
            return (-1, (value or FAR) if self.plies is None else self.plies)
        return (0, value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.proven == other.proven and self._rank() == other._rank()

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def __hash__(self) -> int:
        return hash((self.proven, self._rank()))

    def __neg__(self) -> Score:
        opposite = {Kind.WIN: Kind.LOSS, Kind.LOSS: Kind.WIN}.get(self.kind, self.kind)
        return Score(opposite, self.plies, None if self.value is None else -self.value)

    def __str__(self) -> str:
        return self.show()

    def show(self, pawn: int = 0) -> str:
        """The score in words; `pawn` is the game's unit of evaluation, 0 if it has none."""
        if self.kind is Kind.ESTIMATE:
            assert self.value is not None
            amount = f"{self.value / pawn:+.2f}" if pawn else f"{self.value:+d}"
            return f"{amount} (estimate)"
        if self.kind is Kind.DRAW:
            return "draw"
        verb = "wins" if self.kind is Kind.WIN else "loses"
        if self.plies is not None:
            return f"{verb} in {self.plies}"
        return f"{verb} by {abs(self.value)}" if self.value else verb

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "plies": self.plies, "value": self.value}
