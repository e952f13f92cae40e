"""How long a search may think."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plytree.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A chess clock as the player to move sees it, in seconds."""

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None  # moves until the next time control; None: the rest of the game


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The first limit reached ends the search; without any it runs until the value is proven or somebody stops it.

    >>> Limits(seconds=0.5, depth=12)
    Limits(seconds=0.5, depth=12, nodes=None, clock=None)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise InputError(f"seconds={self.seconds!r} is not a time to think; expected a number above 0")
        if self.depth is not None and self.depth < 1:
            raise InputError(f"depth={self.depth!r} is not a search depth; expected a whole number from 1 on")
        if self.nodes is not None and self.nodes < 1:
            raise InputError(f"nodes={self.nodes!r} is not a number of nodes; expected a whole number from 1 on")
