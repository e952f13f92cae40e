"""What an unfinished position is worth to the player to move, in hundredths of a pawn.

Every term is a pair for the middle game and the end game, packed into one number (weights.pack); how many men are left
decides in what proportion they count. Terms are added for White and taken away for Black; only at the end is the sum
turned to the player to move.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.attacks import bishop_attacks, rook_attacks
from plytree.games.chess.board import (
    BISHOP,
    FILE_A,
    KING,
    KNIGHT,
    NONE,
    NOT_A,
    NOT_H,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
    S7,
    S8,
    S9,
    S16,
    S32,
)
from plytree.games.chess.weights import ATTACKER_UNITS, HIT_UNITS
from plytree.games.primitives import bit, inlined, lowest, popcount

FULL_PHASE = 24
HALF = 1 << 31  # rounds a packed number so that a negative middle-game part does not borrow from the end game
OUTPOSTS = (
    np.uint64(0x00003C3C3C000000),
    np.uint64(0x0000003C3C3C0000),
)  # ranks 4-6, files c-f, as each side sees them
BEYOND_MIDDLE = (np.uint64(0x00FFFFFF00000000), np.uint64(0x00000000FFFFFF00))
KNIGHT_UNITS, BISHOP_UNITS, ROOK_UNITS, QUEEN_UNITS = ATTACKER_UNITS[1:]


def evaluate(t: Any, s: Any) -> Any:
    """An estimate for the player to move."""
    score = s.placement + _pieces(t, s, 0) - _pieces(t, s, 1) + _pawns(t, s, 0) - _pawns(t, s, 1)
    if s.side & 1:
        score = -score
    score += t.tempo
    end = (score + HALF) >> 32
    middle = score - (end << 32)
    phase = min(s.phase, FULL_PHASE)
    if (end > 0) == ((s.side & 1) == 0):
        end = end * _winnable(s, 0) // 4
    else:
        end = end * _winnable(s, 1) // 4
    return (middle * phase + end * (FULL_PHASE - phase)) // FULL_PHASE


def _winnable(s: Any, us: Any) -> Any:
    """In quarters: how far an end-game advantage of side `us` can be turned into a win."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    heavy = s.kinds[ROOK] | s.kinds[QUEEN]
    minor = s.kinds[KNIGHT] | s.kinds[BISHOP]
    if not s.kinds[PAWN] & own:
        ours = 2 * popcount(heavy & own) + popcount(minor & own)
        theirs = 2 * popcount(heavy & enemy) + popcount(minor & enemy)
        if ours - theirs <= 1:
            return 1  # a minor piece more, without pawns, seldom wins
    return 4


def _pieces(t: Any, s: Any, us: Any) -> Any:
    """Mobility, places and threats of the men of side `us`, and the danger they are to the enemy king."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    pawns = s.kinds[PAWN]
    feared = _pawn_attacks(pawns & enemy, us ^ 1)
    free = ~(own & (pawns | s.kinds[KING])) & ~feared
    king = lowest(s.kinds[KING] & enemy)
    ring = t.king[king] | bit(king)
    ring |= ring >> S8 if us == 0 else ring << S8
    major = enemy & (s.kinds[ROOK] | s.kinds[QUEEN])
    score = popcount(_pawn_attacks(pawns & own, us) & enemy & ~pawns) * t.threat_by_pawn
    units = 0
    attackers = 0
    # ---- knights
    men = s.kinds[KNIGHT] & own
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = t.knight[square]
        score += t.knight_mobility[popcount(seen & free)] + popcount(seen & major) * t.threat_by_minor
        if seen & ring:
            attackers += 1
            units += KNIGHT_UNITS + HIT_UNITS * popcount(seen & ring)
    # ---- bishops; a queen on the same diagonal does not block them
    men = s.kinds[BISHOP] & own
    if men & (men - ONE if men else NONE):
        score += t.bishop_pair
    through = occupied ^ (s.kinds[QUEEN] & own)
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = bishop_attacks(t, square, through)
        score += t.bishop_mobility[popcount(seen & free)] + popcount(seen & major) * t.threat_by_minor
        if seen & ring:
            attackers += 1
            units += BISHOP_UNITS + HIT_UNITS * popcount(seen & ring)
    # ---- rooks, through each other and through queens
    men = s.kinds[ROOK] & own
    through ^= men
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = rook_attacks(t, square, through)
        score += t.rook_mobility[popcount(seen & free)] + popcount(seen & enemy & s.kinds[QUEEN]) * t.threat_by_rook
        if seen & ring:
            attackers += 1
            units += ROOK_UNITS + HIT_UNITS * popcount(seen & ring)
        file = FILE_A << np.uint64(square & 7)
        if not file & pawns:
            score += t.rook_open_file
        elif not file & pawns & own:
            score += t.rook_half_open_file
    # ---- queens
    men = s.kinds[QUEEN] & own
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = bishop_attacks(t, square, occupied) | rook_attacks(t, square, occupied)
        score += t.queen_mobility[popcount(seen & free)]
        if seen & ring:
            attackers += 1
            units += QUEEN_UNITS + HIT_UNITS * popcount(seen & ring)
    if attackers >= 2:  # one man alone mates nobody
        score += t.danger[min(units, 127)]
    return score


def _pawns(t: Any, s: Any, us: Any) -> Any:
    """Pawn structure, passed pawns, outposts and the shelter of the king of side `us`."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    ours, theirs = s.kinds[PAWN] & own, s.kinds[PAWN] & enemy
    king = lowest(s.kinds[KING] & own)
    covered, feared = _pawn_attacks(ours, us), _pawn_attacks(theirs, us ^ 1)
    guarded = _ahead(covered, us)  # squares that a pawn of ours covers now or may later
    endangered = _ahead(feared, us ^ 1)
    # ---- all pawns at once
    files = _ahead(ours, 0) | _ahead(ours, 1)
    beside = ((files & NOT_A) >> ONE) | ((files & NOT_H) << ONE)
    behind = _ahead(_step(ours, us ^ 1), us ^ 1)
    linked = ours & (covered | ((ours & NOT_A) >> ONE) | ((ours & NOT_H) << ONE))
    stops = _step(ours, us) & feared & ~guarded
    score = (
        popcount(ours & ~beside) * t.isolated
        + popcount(ours & behind) * t.doubled
        + popcount(stops) * t.backward
        + popcount(linked) * t.connected
        + popcount(linked & _beyond_middle(us)) * t.connected_ahead
        + popcount((s.kinds[KNIGHT] | s.kinds[BISHOP]) & own & covered & ~endangered & _outposts(us)) * t.outpost
    )
    # ---- passed pawns, one by one: no enemy pawn in front or beside, no own pawn in front
    passed = ours & ~endangered & ~_ahead(_step(theirs, us ^ 1), us ^ 1) & ~behind
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
        if not _ahead(bit(stop), us) & occupied:
            score += t.passed_free[rank]
    # ---- shelter
    near = t.pawn[us * 64 + king] | _step(bit(king), us)
    return score + popcount(near & ours) * t.shield_near + popcount(_step(near, us) & ours) * t.shield_far


@inlined
def _pawn_attacks(pawns: Any, side: Any) -> Any:
    if side == 0:
        return ((pawns & NOT_A) << S7) | ((pawns & NOT_H) << S9)
    return ((pawns & NOT_A) >> S9) | ((pawns & NOT_H) >> S7)


@inlined
def _step(x: Any, side: Any) -> Any:
    """The set one rank ahead."""
    return x << S8 if side == 0 else x >> S8


@inlined
def _ahead(x: Any, side: Any) -> Any:
    """The set and everything ahead of it on the same files."""
    if side == 0:
        x |= x << S8
        x |= x << S16
        return x | x << S32
    x |= x >> S8
    x |= x >> S16
    return x | x >> S32


def _outposts(side: Any) -> Any:
    return OUTPOSTS[0] if side == 0 else OUTPOSTS[1]


def _beyond_middle(side: Any) -> Any:
    return BEYOND_MIDDLE[0] if side == 0 else BEYOND_MIDDLE[1]
