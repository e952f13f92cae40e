"""MonteCarlo(game): the same public face as Engine, another way to think (see montecarlo/core.py).

For games without a good evaluation. Proven wins and losses are found and told apart from estimates; an estimate is the
mean result of the games played, in per cent: +100 has always won.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.numbers import real
from plytree.numbers import seed as a_seed
from plytree.search.course import Course
from plytree.search.limits import Limits
from plytree.search.montecarlo.growing import Growing
from plytree.search.searcher import Searcher, searchable
from plytree.search.workshop import Mode, Workshop

S = TypeVar("S")
CURIOSITY = math.sqrt(2)  # of UCB1, for results from -1 to +1


class MonteCarlo(Searcher[S]):
    """UCT with random playouts. Limits: seconds, nodes (games played), a clock, or until stopped; `depth` is none."""

    def __init__(
        self,
        game: Game[S],
        *,
        mode: Mode = "auto",
        seed: int = 1,
        curiosity: float = CURIOSITY,
        on_wait: Callable[[str], None] | None = None,
    ):
        view = searchable(game)
        shop = Workshop(view, mode=mode, kind="mcts", table_mb=0, on_wait=on_wait)

        def grow(course: Course) -> None:
            Growing(course, lambda: shop.bench(self.techniques), self.seed, self.curiosity).run()

        super().__init__(view, shop, grow, without_depth)
        self.seed, self.curiosity = a_seed(seed), real(curiosity, "curiosity", "a weight", 1e6, above=False)
        self.mode, self.workshop = mode, shop


def without_depth(limits: Limits) -> Limits:
    """The same limits but for the depth, which says nothing here; InputError if nothing else is said."""
    if limits.depth is not None and limits.seconds is None and limits.nodes is None and limits.clock is None:
        raise InputError(f"depth={limits.depth} says nothing to Monte Carlo search; expected seconds or nodes")
    return replace(limits, depth=None)
