"""Pawns in the evaluation: their structure, passed pawns, outposts and the shelter of the king."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.board import BISHOP, KING, KNIGHT, NOT_A, NOT_H, ONE, PAWN, S7, S8, S9, S16, S32
from plytree.games.contract.primitives import bit, inlined, lowest, popcount

# ranks 4-6, files c-f, and all ranks beyond the middle but the last, as each side sees them
OUTPOSTS = (np.uint64(0x00003C3C3C000000), np.uint64(0x0000003C3C3C0000))
BEYOND_MIDDLE = (np.uint64(0x00FFFFFF00000000), np.uint64(0x00000000FFFFFF00))


def pawn_structure(t: Any, s: Any, us: Any, by_any: Any, feared_squares: Any) -> Any:
    """The pawns of side `us`, its outposts and the shelter of its king; `by_any` and `feared_squares` are the squares
    that its own and the enemy's men attack (kings not counted)."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    ours, theirs = s.kinds[PAWN] & own, s.kinds[PAWN] & enemy
    king = lowest(s.kinds[KING] & own)
    covered, feared = pawn_attacks(ours, us), pawn_attacks(theirs, us ^ 1)
    guarded = ahead(covered, us)  # squares that a pawn of ours covers now or may later
    endangered = ahead(feared, us ^ 1)
    # ---- all pawns at once
    files = ahead(ours, 0) | ahead(ours, 1)
    behind = ahead(step(ours, us ^ 1), us ^ 1)
    supported, beside = ours & covered, ours & _beside(ours)
    score = (
        popcount(ours & ~_beside(files)) * t.isolated
        + popcount(ours & behind) * t.doubled
        + popcount(step(ours, us) & feared & ~guarded) * t.backward
        + popcount(supported) * t.supported
        + popcount(beside) * t.beside
        + popcount((supported | beside) & _beyond_middle(us)) * t.connected_ahead
        + popcount((s.kinds[KNIGHT] | s.kinds[BISHOP]) & own & covered & ~endangered & _outposts(us)) * t.outpost
    )
    # ---- passed pawns, one by one: no enemy pawn in front or beside, no own pawn in front
    passed = ours & ~endangered & ~ahead(step(theirs, us ^ 1), us ^ 1) & ~behind
    other = lowest(s.kinds[KING] & enemy)
    while passed:
        square = lowest(passed)
        passed &= passed - ONE
        rank = square >> 3 if us == 0 else 7 - (square >> 3)
        stop = (square + 8 - us * 16) & 63
        score += (
            t.passed[rank]
            + t.passed_enemy_king[rank] * np.int64(t.distance[other * 64 + stop])
            + t.passed_own_king[rank] * np.int64(t.distance[king * 64 + stop])
        )
        if not ahead(bit(stop), us) & occupied:
            score += t.passed_free[rank]
        if not bit(stop) & (feared_squares | occupied):
            score += t.passed_safe[rank]
        if bit(stop) & by_any:
            score += t.passed_backed[rank]
    # ---- the king's shelter and what storms it
    near = step(bit(king) | _beside(bit(king)), us)
    front = ahead(near, us)
    zone = near | step(near, us) | step(step(near, us), us)
    return (
        score
        + popcount(near & ours) * t.shield_near
        + popcount(step(near, us) & ours) * t.shield_far
        + popcount(near & ~ahead(front & ours, us ^ 1)) * t.shield_none
        + popcount(zone & theirs) * t.storm
        + popcount(near & ~ahead(front & (ours | theirs), us ^ 1)) * t.king_open_file
    )


@inlined
def pawn_attacks(pawns: Any, side: Any) -> Any:
    """The squares that pawns of a side attack."""
    if side == 0:
        return ((pawns & NOT_A) << S7) | ((pawns & NOT_H) << S9)
    return ((pawns & NOT_A) >> S9) | ((pawns & NOT_H) >> S7)


@inlined
def step(x: Any, side: Any) -> Any:
    """The set one rank ahead."""
    return x << S8 if side == 0 else x >> S8


@inlined
def ahead(x: Any, side: Any) -> Any:
    """The set and everything ahead of it on the same files."""
    if side == 0:
        x |= x << S8
        x |= x << S16
        return x | x << S32
    x |= x >> S8
    x |= x >> S16
    return x | x >> S32


@inlined
def _beside(x: Any) -> Any:
    """The neighbours of the set on the same rank."""
    return ((x & NOT_A) >> ONE) | ((x & NOT_H) << ONE)


def _outposts(side: Any) -> Any:
    return OUTPOSTS[0] if side == 0 else OUTPOSTS[1]


def _beyond_middle(side: Any) -> Any:
    return BEYOND_MIDDLE[0] if side == 0 else BEYOND_MIDDLE[1]
