"""ProbCut: where a shallow search says how a deep one will end, the deep one is not done.

The value of a deep search is close to that of a shallow one: deep = slope * shallow + offset, give or take a deviation.
All three are fitted for each game, depth by depth (search/selective/cuts.py, `plytree learn cuts GAME`). If the shallow
search lands so far beyond the window that the deep one would most likely too, its word is taken. Where a game writes
`evaluate` but not `quiet`, and a fit is there. Switch: margins.
Source: M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm (ICCA Journal 18(2), 1995), and
Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello (1997), in Logistello.
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.memory import CUT_DEPTHS

i64 = int


def probcut(game: Any, w: Any, depth: int) -> bool:
    """Is there a fit for this depth?"""
    if not game.adapts:
        return False
    return w.use_margins and w.selective > 0 and w.cuts[4 * min(depth, i64(CUT_DEPTHS - 1))] > 0


def probcut_depth(w: Any, depth: int) -> int:
    """How deep the shallow search is."""
    return i64(w.cuts[4 * min(depth, i64(CUT_DEPTHS - 1))])


def probcut_goal(w: Any, depth: int, above: bool, beta: int) -> int:
    """What the shallow search has to reach (above), or stay below, so that the deep one would do so with beta."""
    at = 4 * min(depth, i64(CUT_DEPTHS - 1))
    slope, offset, margin = i64(w.cuts[at + 1]), i64(w.cuts[at + 2]), i64(w.cuts[at + 3])
    if above:
        return -((offset - beta - margin) * 1024 // slope)
    return (beta - 1 - offset - margin) * 1024 // slope + 1
