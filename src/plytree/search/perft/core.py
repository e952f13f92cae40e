"""Perft as one source for plain Python and native code, like alphabeta/core.py: count the tree of a game to a depth.

`game.leaves_only` is a constant for counts as they are usual for chess: draws (by repetition, by material) do not end
the tree, and the last ply is not played: every leaf's parent writes its full list of moves, and their number is added.
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import moves, out_of_time, play, result

i64 = int


def count(game: Any, w: Any, depth: int, ply: int) -> int:
    """Add the tree below the state at `ply` to w.nodes, w.leaves (nodes at the depth) and w.finished (games over)."""
    w.nodes += 1
    w.leaves += i64(depth == 0)
    if not game.leaves_only and result(game, w, ply) is not None:
        w.finished += 1
        return i64(0)
    if depth == 0 and not game.has_no_moves:
        return i64(0)
    at = ply * game.max_moves
    number = i64(moves(game, w, ply, at))
    if game.has_no_moves and number == 0:
        w.finished += 1
    if game.leaves_only and depth == 1:
        w.leaves += number
    elif depth > 0:
        for i in range(number):
            play(game, w, ply, i64(w.moves[at + i]))
            count(game, w, depth - 1, ply + 1)
            if out_of_time(w):
                break
    return i64(0)
