"""Null move: if even doing nothing keeps the state above beta, some move will too.

The other player gets two turns in a row and is searched less deeply; a result of at least beta ends the node. Wrong
where every move does harm (zugzwang), which is what the hook `can_pass` is for. Needs the hook `pass_turn`. Switch:
null_move.
Source: D. F. Beal, Experiments with the null move (Advances in Computer Chess 5, 1989); C. Donninger, Null move and
deep search (ICCA Journal 16(3), 1993); the reduction that grows with the depth: E. A. Heinz, Adaptive null-move pruning
(ICCA Journal 22(3), 1999).
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import can_pass, pass_turn, result

SHALLOWEST = 3
i64 = int


def null_move(game: Any, w: Any, ply: int, depth: int, static: int, beta: int) -> bool:
    """Is doing nothing worth a try? Then it has been done: the state after it is at ply + 1 and has been counted."""
    if not game.has_pass_turn:
        return False
    if not w.use_null_move or depth < SHALLOWEST or static < beta or not may_pass(game, w, ply):
        return False
    if game.has_quiet:
        w.line[ply] = -1
    pass_turn(game, w, ply)
    if result(game, w, ply + 1) is not None:
        return False
    w.nodes += 1
    return True


def may_pass(game: Any, w: Any, ply: int) -> bool:
    """Does the game think that some move is better than none?"""
    if game.has_can_pass:
        return can_pass(game, w, ply)
    return True


def null_move_reduction(game: Any, depth: int, static: int, beta: int) -> int:
    """By how much less deeply the other player is searched: more where there is more to spare."""
    less = 3 + (depth >> 2)
    if game.pawn > 0:
        less += min((static - beta) // (2 * game.pawn), i64(3))
    return less
