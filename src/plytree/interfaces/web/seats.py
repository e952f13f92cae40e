"""Who sits where: the kinds of players a visitor can choose, as short texts that also stand in the address.

`human`, `engine` (by time), `depth:6`, `level:3`, `mcts`, `perfect`, `random`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.interfaces.web.exact import can_solve
from plytree.players.player import KINDS

HUMAN = "human"
DEEPEST = 60
LEVELS = range(1, 11)
LABELS = {
    HUMAN: "You",
    "engine": "Engine, by time",
    "depth": "Engine, by depth",
    "level": "Engine, by level",
    "mcts": "Monte Carlo tree search",
    "perfect": "Perfect play",
    "random": "Random moves",
}


@dataclass(frozen=True)
class Seat:
    """One side's player: a kind and, for `depth` and `level`, a number."""

    kind: str = HUMAN
    number: int = 0

    @staticmethod
    def read(text: str) -> Seat:
        """The seat that a text means; InputError if it means none."""
        kind, _, number = text.strip().partition(":")
        if kind not in LABELS:
            raise InputError(f"{text[:40]!r} is not a player; expected one of {', '.join(LABELS)}")
        limits = {"depth": range(1, DEEPEST + 1), "level": LEVELS}
        if kind not in limits:
            return Seat(kind)
        try:
            chosen = int(number or "4")
        except ValueError:
            chosen = 0
        if chosen not in limits[kind]:
            allowed = limits[kind]
            raise InputError(f"{text[:40]!r} is not a player; expected {kind}:{allowed[0]} to {kind}:{allowed[-1]}")
        return Seat(kind, chosen)

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}" if self.number else self.kind

    @property
    def human(self) -> bool:
        return self.kind == HUMAN

    @property
    def searches(self) -> bool:
        """Does the engine's own search choose the move, so that one can watch it think?"""
        return self.kind in ("engine", "depth")

    def show(self) -> str:
        """The seat in words."""
        words = {HUMAN: "You", "engine": "Engine", "depth": f"Engine, depth {self.number}",
                 "level": f"Level {self.number}"}  # fmt: skip
        return words.get(self.kind, LABELS[self.kind])


def kinds_for(game: Game[Any]) -> dict[str, str]:
    """The kinds on offer for a game, with their labels."""
    offered = {}
    for kind, label in LABELS.items():
        known = kind in (HUMAN, "engine", "depth") or kind in KINDS
        if known and (kind != "perfect" or can_solve(game)):
            offered[kind] = label
    return offered
