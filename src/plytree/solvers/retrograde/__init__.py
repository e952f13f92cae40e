"""Retrograde analysis: the value of every position of a game, worked out backwards from the ends.

It needs no horizon and no estimate, and it does not mind games that go round in circles: what neither side can force is
a draw. `solve(game)` works on every game whose positions fit into memory.
"""

from plytree.solvers.retrograde.analysis import Solution, solve

__all__ = ["Solution", "solve"]
