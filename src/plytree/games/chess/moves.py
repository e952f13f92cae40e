"""The legal moves of a position: check and pins are looked at first, so that no move has to be tried and taken back."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.attacks import attacked, bishop_attacks, checks_and_pins, rook_attacks
from plytree.games.chess.board import (
    BISHOP,
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    KING,
    KNIGHT,
    LAST_RANKS,
    NO_SQUARE,
    NONE,
    NORMAL,
    NOT_A,
    NOT_H,
    ONE,
    PAWN,
    PROMOTION,
    QUEEN,
    RANK_3,
    RANK_6,
    ROOK,
    S7,
    S8,
    S9,
    TO_QUEEN,
)
from plytree.games.contract.primitives import bit, inlined, lowest

SHORT_PATH, LONG_PATH = np.uint64(0x60), np.uint64(0x0E)  # squares that must be empty to castle, on White's side


def generate(t: Any, s: Any, buffer: Any, at: Any, captures: Any) -> Any:
    """Write the legal moves to buffer[at:] and return how many.

    With `captures`, and if the side to move is not in check: captures and promotions to a queen only.
    """
    n = np.uint64(at)
    us = s.side & 1
    own, enemy = s.sides[us], s.sides[us ^ 1]
    occupied = own | enemy
    king = lowest(s.kinds[KING] & own)
    checks, pins = checks_and_pins(t, s, king, us)
    few = captures and checks == NONE
    n = _king_moves(t, s, buffer, n, king, few)
    if checks & (checks - ONE if checks else NONE):
        return np.int64(n - np.uint64(at))  # in double check only the king moves
    # ---- a move must end on `allowed`: it captures or blocks the man that gives check
    allowed = ~own
    if checks:
        allowed = t.between[king * 64 + lowest(checks)] | checks
    pawns_allowed = allowed
    if few:
        allowed = enemy
        pawns_allowed = enemy | LAST_RANKS
    # ---- knights, then men that move like bishops, then men that move like rooks
    men = s.kinds[KNIGHT] & own & ~pins
    while men:
        origin = lowest(men)
        men ^= bit(origin)
        n = _add(buffer, n, origin, t.knight[origin] & allowed)
    men = (s.kinds[BISHOP] | s.kinds[QUEEN]) & own
    while men:
        origin = lowest(men)
        men ^= bit(origin)
        targets = bishop_attacks(t, origin, occupied) & allowed
        if pins & bit(origin):
            targets &= t.line[king * 64 + origin]
        n = _add(buffer, n, origin, targets)
    men = (s.kinds[ROOK] | s.kinds[QUEEN]) & own
    while men:
        origin = lowest(men)
        men ^= bit(origin)
        targets = rook_attacks(t, origin, occupied) & allowed
        if pins & bit(origin):
            targets &= t.line[king * 64 + origin]
        n = _add(buffer, n, origin, targets)
    n = _pawn_moves(t, s, buffer, n, king, pins, pawns_allowed, captures, few)
    if checks == NONE and not captures:
        n = _castling(t, s, buffer, n, king, occupied)
    return np.int64(n - np.uint64(at))


@inlined
def _add(buffer: Any, n: Any, origin: Any, targets: Any) -> Any:
    while targets:
        target = lowest(targets)
        targets ^= bit(target)
        buffer[n] = origin | target << 6
        n += ONE
    return n


@inlined
def _king_moves(t: Any, s: Any, buffer: Any, n: Any, king: Any, few: Any) -> Any:
    us = s.side & 1
    own, enemy = s.sides[us], s.sides[us ^ 1]
    without_king = (own | enemy) ^ bit(king)  # a king cannot hide behind himself
    targets = t.king[king] & (enemy if few else ~own)
    while targets:
        target = lowest(targets)
        targets ^= bit(target)
        if not attacked(t, s, us ^ 1, target, without_king):
            buffer[n] = king | target << 6
            n += ONE
    return n


@inlined
def _pawn_moves(
    t: Any, s: Any, buffer: Any, n: Any, king: Any, pins: Any, allowed: Any, captures: Any, few: Any
) -> Any:
    us = s.side & 1
    own, enemy = s.sides[us], s.sides[us ^ 1]
    empty = ~(own | enemy)
    pawns = s.kinds[PAWN] & own
    # ---- all pawns at once: one step, two steps, captures to the west and to the east
    if us == 0:
        one = (pawns << S8) & empty
        two = ((one & RANK_3) << S8) & empty & allowed
        west = ((pawns & NOT_A) << S7) & enemy & allowed
        east = ((pawns & NOT_H) << S9) & enemy & allowed
        ahead, to_west, to_east = 8, 7, 9
    else:
        one = (pawns >> S8) & empty
        two = ((one & RANK_6) >> S8) & empty & allowed
        west = ((pawns & NOT_A) >> S9) & enemy & allowed
        east = ((pawns & NOT_H) >> S7) & enemy & allowed
        ahead, to_west, to_east = -8, -9, -7
    one &= allowed
    if (one | west | east) & LAST_RANKS:
        n = _promotions(t, buffer, n, one & LAST_RANKS, ahead, king, pins, captures)
        n = _promotions(t, buffer, n, west & LAST_RANKS, to_west, king, pins, captures)
        n = _promotions(t, buffer, n, east & LAST_RANKS, to_east, king, pins, captures)
        one, west, east = one & ~LAST_RANKS, west & ~LAST_RANKS, east & ~LAST_RANKS
    n = _pawn_steps(t, buffer, n, west, to_west, NORMAL, king, pins)
    n = _pawn_steps(t, buffer, n, east, to_east, NORMAL, king, pins)
    if s.en_passant < NO_SQUARE:
        target = s.en_passant & 63
        takers = t.pawn[(us ^ 1) * 64 + target] & pawns
        while takers:
            origin = lowest(takers)
            takers ^= bit(origin)
            if en_passant_legal(t, s, us, origin, target):
                buffer[n] = origin | target << 6 | EN_PASSANT << 12
                n += ONE
    if few:
        return n
    n = _pawn_steps(t, buffer, n, one, ahead, NORMAL, king, pins)
    return _pawn_steps(t, buffer, n, two, ahead + ahead, DOUBLE, king, pins)


@inlined
def _pawn_steps(t: Any, buffer: Any, n: Any, targets: Any, step: Any, kind: Any, king: Any, pins: Any) -> Any:
    """The moves of pawns to `targets`, each from `step` squares behind."""
    while targets:
        target = lowest(targets)
        targets ^= bit(target)
        origin = (target - step) & 63
        if pins & bit(origin) and not t.line[king * 64 + origin] & bit(target):
            continue
        buffer[n] = origin | target << 6 | kind << 12
        n += ONE
    return n


@inlined
def _promotions(t: Any, buffer: Any, n: Any, targets: Any, step: Any, king: Any, pins: Any, queens: Any) -> Any:
    """The same on the last rank: to a queen, and unless only `queens` are wanted to the other three."""
    while targets:
        target = lowest(targets)
        targets ^= bit(target)
        origin = (target - step) & 63
        if pins & bit(origin) and not t.line[king * 64 + origin] & bit(target):
            continue
        move = origin | target << 6
        buffer[n] = move | TO_QUEEN << 12
        n += ONE
        if not queens:
            for kind in range(PROMOTION, TO_QUEEN):
                buffer[n] = move | kind << 12
                n += ONE
    return n


def en_passant_legal(t: Any, s: Any, us: Any, origin: Any, target: Any) -> bool:
    """Is the king of side `us` safe after this capture? Two pawns leave a rank at once: look at the board after it."""
    victim = target - 8 + us * 16
    occupied = ((s.sides[0] | s.sides[1]) ^ bit(origin) ^ bit(victim)) | bit(target)
    enemy = s.sides[us ^ 1] & ~bit(victim)
    king = lowest(s.kinds[KING] & s.sides[us])
    if ((t.knight[king] & s.kinds[KNIGHT]) | (t.pawn[us * 64 + king] & s.kinds[PAWN])) & enemy:
        return False
    if bishop_attacks(t, king, occupied) & enemy & (s.kinds[BISHOP] | s.kinds[QUEEN]):
        return False
    return (rook_attacks(t, king, occupied) & enemy & (s.kinds[ROOK] | s.kinds[QUEEN])) == NONE


@inlined
def _castling(t: Any, s: Any, buffer: Any, n: Any, king: Any, occupied: Any) -> Any:
    """Castling, if nothing stands between and the king crosses no attacked square; he is not in check."""
    us = s.side & 1
    rights = s.castling >> us * 2
    home = np.uint64(us * 56)
    short = rights & 1 and not occupied & (SHORT_PATH << home)
    if short and not attacked(t, s, us ^ 1, king + 1, occupied) and not attacked(t, s, us ^ 1, king + 2, occupied):
        buffer[n] = king | (king + 2) << 6 | CASTLING << 12
        n += ONE
    long = rights & 2 and not occupied & (LONG_PATH << home)
    if long and not attacked(t, s, us ^ 1, king - 1, occupied) and not attacked(t, s, us ^ 1, king - 2, occupied):
        buffer[n] = king | (king - 2) << 6 | CASTLING << 12
        n += ONE
    return n
