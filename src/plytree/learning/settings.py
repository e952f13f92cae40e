"""How tables are taught."""

from __future__ import annotations

from dataclasses import dataclass

from plytree.errors import InputError

LONGEST = 400  # plies of a game that are learned from


@dataclass(frozen=True)
class Settings:
    """How a teacher teaches. The defaults were good for Connect Four, Othello and Breakthrough (docs/learning.md)."""

    patterns: str = ""  # "": the usual ones for the board (patterns.py)
    phases: int = 1  # weights of their own for so many phases of the game, by how full the board is
    rate: float = 2.0  # a correction moves the sum of a position's weights by this share of its error
    trace: float = 0.8  # lambda: how much of what came later counts
    curiosity: float = 0.1  # how often a move is chosen by chance
    openings: float = 0.5  # how many games begin with random moves
    opening_plies: int = 12  # and how many these are at most
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least, most in (
            ("phases", 1, 64), ("rate", 1e-6, 100), ("trace", 0, 1), ("curiosity", 0, 1), ("openings", 0, 1),
            ("opening_plies", 0, LONGEST), ("seed", 0, 2**62),
        ):  # fmt: skip
            if not least <= getattr(self, name) <= most:
                raise InputError(f"{name} is {getattr(self, name)!r}; expected a number from {least} to {most}")
