"""Who sits where: `human`, or a player's spec as every door reads it, within what visitors may ask for.

The page offers the usual ones in a menu; an address may name any other, like `engine:depth=6,-killers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.players.spec import FOR_VISITORS, PlayerSpec, visitor_spec
from plytree.search.limits import Limits
from plytree.solvers.connect4 import can_solve

HUMAN = "human"
USUAL_NUMBER = 4


@dataclass(frozen=True)
class Offer:
    """A line of the menu: what it is called, and the spec that it means, with a place for a number if it takes one."""

    label: str
    spec: str
    most: int = 0  # the largest number; 0: it takes none


MENU = {
    HUMAN: Offer("You", HUMAN),
    "time": Offer("Engine, by time", "engine"),
    "depth": Offer("Engine, by depth", "engine:depth={}", 60),
    "level": Offer("Engine, by level", "level:{}", 10),
    "mcts": Offer("Monte Carlo tree search", "mcts"),
    "perfect": Offer("Perfect play", "perfect"),
    "random": Offer("Random moves", "random"),
}


def menu_for(game: Game[Any]) -> dict[str, str]:
    """The lines of the menu for a game, with their labels."""
    return {key: offer.label for key, offer in MENU.items() if key != "perfect" or can_solve(game)}


def read_seat(text: str) -> Seat:
    """The seat that a text means; InputError if it means none that a visitor may have."""
    if text.strip() == HUMAN:
        return Seat(HUMAN)
    if not text.strip():
        raise InputError(f"{text!r} is not a player; expected human, or one of {', '.join(FOR_VISITORS)}")
    return Seat(str(visitor_spec(text)))


def chosen_seat(key: str, number: int = USUAL_NUMBER) -> Seat:
    """The seat that a line of the menu means."""
    offer = MENU[key]
    return Seat(offer.spec.format(min(max(number, 1), offer.most or 1)))


@dataclass(frozen=True)
class Seat:
    """One side's player."""

    spec: str = HUMAN

    def __str__(self) -> str:
        return self.spec

    @property
    def human(self) -> bool:
        return self.spec == HUMAN

    @property
    def player(self) -> PlayerSpec:
        return PlayerSpec.read(self.spec)

    @property
    def key(self) -> str:
        """The line of the menu that comes nearest."""
        kind = self.player.kind
        return kind if kind != "engine" else "depth" if "depth" in self.player.options else "time"

    @property
    def number(self) -> int:
        """What stands in the menu beside that line; 0 if nothing does."""
        options = self.player.options
        return int(float(options.get("depth" if self.key == "depth" else "", USUAL_NUMBER))) if self.takes_number else 0

    @property
    def takes_number(self) -> bool:
        return MENU[self.key].most > 0

    def show(self) -> str:
        """The seat in words."""
        if self != chosen_seat(self.key, self.number or 1):
            return self.spec
        words = {"time": "Engine", "depth": f"Engine, depth {self.number}", "level": f"Level {self.number}"}
        return words.get(self.key, MENU[self.key].label)

    def limits(self, seconds: float, most: float) -> Limits | None:
        """How long a search in this seat may think: as the spec says, else the visitor's seconds; `most` at any rate.

        None where a player has limits of its own.
        """
        own = self.player.limits()
        if self.player.kind not in ("engine", "mcts"):
            return None
        if own is None:
            return Limits(seconds=min(seconds, most))
        return Limits(seconds=min(own.seconds or most, most), depth=own.depth, nodes=own.nodes)
