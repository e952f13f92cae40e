"""Knowledge: a state that tables of exact values know is not searched.

The tables say who wins but not how soon, so such a win is worth less than any that the search sees to its end, and the
sooner it is reached the better. A value from a table is certain: what is proven by it stays proven.
Needs the hook `look_up` and an engine with knowledge. Switch: knowledge.
Source: K. Thompson, Retrograde analysis of certain endgames (ICCA Journal 9(3), 1986); asked inside the search first by
R. Hyatt's Cray Blitz and by Deep Blue.
"""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import NOT_KNOWN
from plytree.search.compile.bindings import look_up
from plytree.search.compile.memory import KNOWN_WIN

i64 = int


def is_known(game: Any, w: Any, ply: int) -> bool:
    """Is the state below the root in a table? Then known_value() is what it says."""
    if not game.has_look_up:
        return False
    return w.use_knowledge and w.knowledge != 0 and ply > 0 and found(game, w, ply)


def found(game: Any, w: Any, ply: int) -> bool:
    """Ask the tables, and count the answer."""
    outcome = i64(look_up(game, w, ply))
    if outcome == NOT_KNOWN:
        return False
    w.outcome = outcome
    w.known += 1
    return True


def known_value(game: Any, w: Any, ply: int) -> int:
    """The value that the tables gave."""
    if game.max_utility == 1:
        return w.outcome * i64(KNOWN_WIN - ply)
    return w.outcome * i64(1)
