"""Razoring: a state so far below alpha that only tactics could save it is looked at by the quiescence search alone.

Needs `pawn` and the hook `tactical`. Switches: margins and quiescence.
Source: J. A. Birmingham and P. Kent, Tree-searching and tree-pruning techniques (Advances in Computer Chess 1, 1977);
the milder form, which trusts the quiescence search rather than the estimate, is that of later programs.
"""

from __future__ import annotations

from typing import Any

DEEPEST = 3


def razoring(game: Any, w: Any, static: int, alpha: int, depth: int) -> bool:
    """Is it enough to ask the quiescence search, if that too finds nothing better than alpha?"""
    if game.pawn == 0 or not game.has_tactical:
        return False
    return w.use_margins and w.use_quiescence and depth <= DEEPEST and static + 5 * game.pawn // 2 * depth < alpha
