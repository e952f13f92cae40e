"""What a search tells: while it runs (Progress), after each depth (Iteration), and at its end (SearchResult)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plytree.search.score import Score


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where a running search stands. The score is for the player to move at the root: `side` says who that is."""

    depth: int  # the last depth that is complete
    score: Score | None  # None before anything is known
    pv: tuple[int, ...]  # principal variation, as moves
    nodes: int
    seconds: float
    cutoffs: int = 0  # nodes at which a move caused a cutoff,
    first_cutoffs: int = 0  # and those at which already the first move did
    table_hits: int = 0  # cutoffs taken from the transposition table
    known: int = 0  # states that tables of exact values have answered
    seldepth: int = 0  # the deepest ply reached
    table_full: float = 0.0  # share of the transposition table in use, 0..1
    side: int = 0  # 0: who was to move in the oldest state of the history that was given, 1: the other

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def cutoff_rate(self) -> float:
        """Share of cutoffs that the first move tried caused: 1 means perfect move ordering."""
        return self.first_cutoffs / self.cutoffs if self.cutoffs else 0.0


@dataclass(frozen=True, kw_only=True)
class Iteration(Progress):
    """The state of affairs after one complete depth of iterative deepening."""

    lines: tuple[tuple[int, Score, tuple[int, ...]], ...] = ()  # with multipv: (move, score, pv), best first


@dataclass(frozen=True, kw_only=True)
class SearchResult(Progress):
    """The outcome of a search. `move` is always legal; it is None only where the game is over."""

    move: int | None
    mode: str  # "native" or "python"
    iterations: tuple[Iteration, ...] = ()
    lines: tuple[tuple[int, Score, tuple[int, ...]], ...] = ()  # with multipv: (move, score, pv), best first

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "score": self.score.to_json() if self.score else None,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "pv": list(self.pv),
            "mode": self.mode,
            "known": self.known,
        }
