"""Which squares a man attacks, and who attacks a square. `t` is the table record, `s` the position."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.board import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    NONE,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
)
from plytree.games.contract.primitives import bit, gather, gather_is_fast, highest, inlined, lowest

BY_TABLE = gather_is_fast()  # else by rays: no table to miss in the cache, and no slow imitation of the instruction


@inlined
def rook_attacks(t: Any, square: Any, occupied: Any) -> Any:
    """The squares that a rook attacks, up to and with the first man on each line."""
    if BY_TABLE:
        return t.sliding[t.rook_start[square] + gather(occupied, t.rook_mask[square])]
    return (
        _upwards(t, 0, square, occupied)
        | _upwards(t, 1, square, occupied)
        | _downwards(t, 4, square, occupied)
        | _downwards(t, 5, square, occupied)
    )


@inlined
def bishop_attacks(t: Any, square: Any, occupied: Any) -> Any:
    """The squares that a bishop attacks, up to and with the first man on each diagonal."""
    if BY_TABLE:
        return t.sliding[t.bishop_start[square] + gather(occupied, t.bishop_mask[square])]
    return (
        _upwards(t, 2, square, occupied)
        | _upwards(t, 3, square, occupied)
        | _downwards(t, 6, square, occupied)
        | _downwards(t, 7, square, occupied)
    )


def _upwards(t: Any, direction: int, square: Any, occupied: Any) -> Any:
    """A ray towards higher squares: cut off behind its lowest man."""
    ray = t.rays[direction * 64 + square]
    men = ray & occupied
    return ray ^ t.rays[direction * 64 + lowest(men)] if men else ray


def _downwards(t: Any, direction: int, square: Any, occupied: Any) -> Any:
    """A ray towards lower squares: cut off behind its highest man."""
    ray = t.rays[direction * 64 + square]
    men = ray & occupied
    return ray ^ t.rays[direction * 64 + highest(men)] if men else ray


@inlined
def attacked(t: Any, s: Any, by: Any, square: Any, occupied: Any) -> bool:
    """Does side `by` attack the square, if these squares are occupied?"""
    enemy = s.sides[by]
    near = (t.knight[square] & s.kinds[KNIGHT]) | (t.pawn[(by ^ 1) * 64 + square] & s.kinds[PAWN])
    if (near | (t.king[square] & s.kinds[KING])) & enemy:
        return True
    if bishop_attacks(t, square, occupied) & enemy & (s.kinds[BISHOP] | s.kinds[QUEEN]):
        return True
    return (rook_attacks(t, square, occupied) & enemy & (s.kinds[ROOK] | s.kinds[QUEEN])) != NONE


@inlined
def checkers(t: Any, s: Any) -> Any:
    """The men that give check to the side to move."""
    us = s.side & 1
    occupied = s.sides[0] | s.sides[1]
    king = lowest(s.kinds[KING] & s.sides[us])
    return s.sides[us ^ 1] & (
        (t.knight[king] & s.kinds[KNIGHT])
        | (t.pawn[us * 64 + king] & s.kinds[PAWN])
        | (bishop_attacks(t, king, occupied) & (s.kinds[BISHOP] | s.kinds[QUEEN]))
        | (rook_attacks(t, king, occupied) & (s.kinds[ROOK] | s.kinds[QUEEN]))
    )


@inlined
def checks_and_pins(t: Any, s: Any, king: Any, us: Any) -> Any:
    """The men that give check to side `us`, and those of `us` that may not leave their line with the king.

    Both are found by going through the few enemies on the king's lines: what stands between?
    """
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    checks = enemy & ((t.knight[king] & s.kinds[KNIGHT]) | (t.pawn[us * 64 + king] & s.kinds[PAWN]))
    pins = NONE
    snipers = enemy & (
        (t.bishop_rays[king] & (s.kinds[BISHOP] | s.kinds[QUEEN]))
        | (t.rook_rays[king] & (s.kinds[ROOK] | s.kinds[QUEEN]))
    )
    while snipers:
        sniper = lowest(snipers)
        snipers ^= bit(sniper)
        men = t.between[king * 64 + sniper] & occupied
        if men == NONE:
            checks |= bit(sniper)
        elif men == bit(lowest(men)):
            pins |= men
    return checks, pins & own


@inlined
def gives_check(t: Any, s: Any, move: Any) -> bool:
    """Will the other king be attacked after this legal move, by the man that moves or by one behind it?"""
    us = s.side & 1
    origin, target, special = move & 63, move >> 6 & 63, move >> 12
    own = s.sides[us]
    king = lowest(s.kinds[KING] & s.sides[us ^ 1])
    man = np.int64(s.squares[origin]) - us * 6
    if special >= PROMOTION:
        man = special - PROMOTION + 1
    occupied = ((own | s.sides[us ^ 1]) ^ bit(origin)) | bit(target)
    # ---- the man that moves
    if man == PAWN:
        if t.pawn[us * 64 + target] & bit(king):
            return True
    elif man == KNIGHT:
        if t.knight[target] & bit(king):
            return True
    elif man != KING:
        straight, diagonal = t.rook_rays[king] & bit(target), t.bishop_rays[king] & bit(target)
        looks = (straight and man != BISHOP) or (diagonal and man != ROOK)
        if looks and not t.between[king * 64 + target] & occupied:
            return True
    # ---- the lines that it leaves
    if special == EN_PASSANT:
        occupied ^= bit(target - 8 + us * 16)
    elif special == CASTLING:
        beside = (origin + target) >> 1
        return (rook_attacks(t, beside, occupied) & bit(king)) != NONE
    elif not (t.rook_rays[king] | t.bishop_rays[king]) & bit(origin):
        return False
    others = own ^ bit(origin)
    if bishop_attacks(t, king, occupied) & others & (s.kinds[BISHOP] | s.kinds[QUEEN]):
        return True
    return (rook_attacks(t, king, occupied) & others & (s.kinds[ROOK] | s.kinds[QUEEN])) != NONE
