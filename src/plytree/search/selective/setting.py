"""Is a search selective, and with which numbers? Told to its memory before it begins."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game
from plytree.search.compile.bindings import adapts
from plytree.search.compile.memory import reduction_table
from plytree.search.limits import Limits
from plytree.search.selective.cuts import cuts_of
from plytree.search.selective.numbers import Numbers


def is_selective(game: Game[Any], limits: Limits) -> bool:
    """Does the search itself decide which lines deserve less depth? Only where time or nodes are the limit, and where
    the game has an estimate but does not say which moves are quiet: who asks for a depth, or for a proof, gets all."""
    return adapts(game) and limits.depth is None and limits != Limits()


def set_selective(w: Any, game: Game[Any], limits: Limits, unit: int, numbers: Numbers) -> None:
    """Tell the memory of a search what to leave out. `unit`: of the evaluation, as it was measured; 0: it is not to be
    relied on, and nothing is left out."""
    selective = unit > 0 and is_selective(game, limits)
    w.selective = int(selective)
    w.unit, w.margin = (unit, round(numbers.margin * unit)) if selective else (0, 0)
    for place, number in enumerate(cuts_of(game, unit if selective else 0, numbers.sure)):
        w.cuts[place] = number
    if selective:
        w.reductions[:] = reduction_table(numbers)
