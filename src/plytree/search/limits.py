"""How long a search may think."""

from __future__ import annotations

from dataclasses import dataclass

from plytree.numbers import LONGEST, real, whole

MOST_NODES = 2**62


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A chess clock as the player to move sees it, in seconds."""

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None  # moves until the next time control; None: the rest of the game

    def __post_init__(self) -> None:
        real(self.remaining, "remaining", "a time on a clock", LONGEST, above=False)
        real(self.increment, "increment", "a time on a clock", LONGEST, above=False)
        if self.moves_to_go is not None:
            whole(self.moves_to_go, "moves_to_go", "a number of moves", 1, MOST_NODES)


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
        if self.seconds is not None:
            real(self.seconds, "seconds", "a time to think", LONGEST)
        if self.depth is not None:
            whole(self.depth, "depth", "a search depth", 1, MOST_NODES)
        if self.nodes is not None:
            whole(self.nodes, "nodes", "a number of nodes", 1, MOST_NODES)
