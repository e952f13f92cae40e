"""What an unfinished position is worth to the player to move, in hundredths of a pawn.

Every term is a pair for the middle game and the end game, packed into one number (weights.pack); how many men are left
decides in what proportion they count. Terms are added for White and taken away for Black; only at the end is the sum
turned to the player to move. The danger to a king is counted in units first, because it grows with their square.
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
    LIGHT_SQUARES,
    NONE,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
    S8,
)
from plytree.games.chess.pawns import pawn_attacks, pawn_structure, step
from plytree.games.contract.primitives import bit, inlined, lowest, popcount

FULL_PHASE = 24
HALF = 1 << 31  # rounds a packed number so that a negative middle-game part does not borrow from the end game
FULL_SCALE = 16


def evaluate(t: Any, s: Any) -> Any:
    """An estimate for the player to move."""
    score, danger_to_black, danger_to_white = judge(t, s)
    score += _danger(danger_to_black) - _danger(danger_to_white)
    us = s.side & 1
    if us:
        score = -score
    end = (score + HALF) >> 32
    middle = score - (end << 32)
    phase = min(s.phase, FULL_PHASE)
    end = end * winnable(s, us if end > 0 else us ^ 1) // FULL_SCALE
    return (middle * phase + end * (FULL_PHASE - phase)) // FULL_PHASE


def judge(t: Any, s: Any) -> Any:
    """Everything that is simply added up, for White, and the units of danger to Black's and to White's king."""
    white, all_white, minor_white, rook_white, units_white = _pieces(t, s, 0)
    black, all_black, minor_black, rook_black, units_black = _pieces(t, s, 1)
    score = s.placement + white - black + (t.tempo if s.side & 1 == 0 else -t.tempo)
    score += pawn_structure(t, s, 0, all_white, all_black) - pawn_structure(t, s, 1, all_black, all_white)
    score += _threats(t, s, 0, all_white, minor_white, rook_white, all_black)
    score -= _threats(t, s, 1, all_black, minor_black, rook_black, all_white)
    units_white += _checks(t, s, 0, all_white, minor_white, rook_white, all_black)
    units_black += _checks(t, s, 1, all_black, minor_black, rook_black, all_white)
    return score, units_white, units_black


@inlined
def _danger(units: Any) -> Any:
    """What units of danger to a king are worth, packed."""
    if units <= 0:
        return 0
    square = min(units, 800) * min(units, 800)
    return (square >> 10) + (square >> 13 << 32)


def winnable(s: Any, us: Any) -> Any:
    """In sixteenths: how far an end-game advantage of side `us` can be turned into a win."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    heavy = s.kinds[ROOK] | s.kinds[QUEEN]
    minor = s.kinds[KNIGHT] | s.kinds[BISHOP]
    pawns = popcount(s.kinds[PAWN] & own)
    if pawns == 0:
        ours = 2 * popcount(heavy & own) + popcount(minor & own)
        theirs = 2 * popcount(heavy & enemy) + popcount(minor & enemy)
        if ours - theirs <= 1:
            return 3  # a minor piece more, without pawns, seldom wins
        return FULL_SCALE
    bishops = s.kinds[BISHOP]
    one_each = popcount(bishops & own) == 1 and popcount(bishops & enemy) == 1 and not s.kinds[KNIGHT]
    if one_each and popcount(bishops & LIGHT_SQUARES) == 1:  # they never meet
        return 8 if not heavy else 12
    return min(FULL_SCALE, 11 + pawns)


def _pieces(t: Any, s: Any, us: Any) -> Any:
    """The men of side `us`: their score, the squares attacked by any, by minor pieces and by rooks, and the units of
    danger they are to the enemy king."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    pawns = s.kinds[PAWN]
    free = ~(own & (pawns | s.kinds[KING])) & ~pawn_attacks(pawns & enemy, us ^ 1)
    king = lowest(s.kinds[KING] & enemy)
    ring = t.king[king] | bit(king)
    ring |= ring >> S8 if us == 0 else ring << S8
    score, units = 0, 0
    # ---- knights
    by_minors = NONE
    men = s.kinds[KNIGHT] & own
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = t.knight[square]
        by_minors |= seen
        score += t.knight_mobility[popcount(seen & free)]
        if seen & ring:
            units += t.attacker_units[KNIGHT] + t.hit_units * popcount(seen & ring)
    # ---- bishops; a queen on the same diagonal does not block them
    men = s.kinds[BISHOP] & own
    if men & (men - ONE if men else NONE):
        score += t.bishop_pair
    through = occupied ^ (s.kinds[QUEEN] & own)
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = bishop_attacks(t, square, through)
        by_minors |= seen
        colour = LIGHT_SQUARES if LIGHT_SQUARES & bit(square) else ~LIGHT_SQUARES
        score += t.bishop_mobility[popcount(seen & free)] + popcount(pawns & own & colour) * t.bishop_own_pawns
        if seen & ring:
            units += t.attacker_units[BISHOP] + t.hit_units * popcount(seen & ring)
    # ---- rooks, through each other and through queens
    by_rooks = NONE
    men = s.kinds[ROOK] & own
    through ^= men
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = rook_attacks(t, square, through)
        by_rooks |= seen
        score += t.rook_mobility[popcount(seen & free)]
        if seen & ring:
            units += t.attacker_units[ROOK] + t.hit_units * popcount(seen & ring)
        file = FILE_A << np.uint64(square & 7)
        if not file & pawns:
            score += t.rook_open_file
        elif not file & pawns & own:
            score += t.rook_half_open_file
    # ---- queens
    by_any = by_minors | by_rooks | pawn_attacks(pawns & own, us)
    men = s.kinds[QUEEN] & own
    units += t.base_units if men else t.no_queen_units
    while men:
        square = lowest(men)
        men &= men - ONE
        seen = bishop_attacks(t, square, occupied) | rook_attacks(t, square, occupied)
        by_any |= seen
        score += t.queen_mobility[popcount(seen & free)]
        if seen & ring:
            units += t.attacker_units[QUEEN] + t.hit_units * popcount(seen & ring)
    return score, by_any, by_minors, by_rooks, units


def _threats(t: Any, s: Any, us: Any, by_any: Any, by_minors: Any, by_rooks: Any, defended: Any) -> Any:
    """What stands attacked by something cheaper, or by anything without being defended."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    pawns = s.kinds[PAWN]
    men = enemy & ~pawns
    minors = s.kinds[KNIGHT] | s.kinds[BISHOP]
    guarded = pawn_attacks(pawns & enemy, us ^ 1)
    steps = step(pawns & own, us) & ~(own | enemy) & ~guarded & (by_any | ~defended)
    return (
        popcount(pawn_attacks(pawns & own, us) & men) * t.threat_by_pawn
        + popcount(pawn_attacks(steps, us) & men) * t.threat_by_step
        + popcount(by_minors & enemy & (s.kinds[ROOK] | s.kinds[QUEEN])) * t.threat_by_minor
        + popcount(by_minors & enemy & minors & ~guarded) * t.minor_by_minor
        + popcount(by_rooks & enemy & s.kinds[QUEEN]) * t.threat_by_rook
        + popcount(by_rooks & enemy & minors & ~guarded) * t.minor_by_rook
        + popcount(by_any & men & ~defended & ~s.kinds[KING]) * t.hanging
        + popcount(by_any & enemy & pawns & ~defended) * t.hanging_pawn
    )


def _checks(t: Any, s: Any, us: Any, by_any: Any, by_minors: Any, by_rooks: Any, defended: Any) -> Any:
    """Units of danger to the enemy king: checks that cost nothing, and squares around him that only he defends."""
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    king = lowest(s.kinds[KING] & enemy)
    units = popcount(t.king[king] & by_any & ~defended) * t.weak_units
    safe = ~own & ~defended
    along, across = rook_attacks(t, king, occupied), bishop_attacks(t, king, occupied)
    if by_rooks & along & safe:
        units += t.check_units[ROOK]
    if by_minors & t.knight[king] & safe and s.kinds[KNIGHT] & own:
        units += t.check_units[KNIGHT]
    if by_minors & across & safe and s.kinds[BISHOP] & own:
        units += t.check_units[BISHOP]
    if s.kinds[QUEEN] & own and by_any & (along | across) & safe:
        units += t.check_units[QUEEN]
    return units
