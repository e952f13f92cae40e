"""Static exchange: what a capture wins if both sides keep taking back on that square."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.attacks import bishop_attacks, rook_attacks
from plytree.games.chess.board import BISHOP, EN_PASSANT, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK
from plytree.games.contract.primitives import bit, lowest


def wins_at_least(t: Any, s: Any, move: Any, threshold: Any) -> bool:
    """Does the exchange that a move begins win `threshold` or more?

    Each side takes with its cheapest man and may stop. Pins are not looked at; castling, en passant and promotion count
    as good enough.
    """
    origin, target = move & 63, move >> 6 & 63
    if move >> 12 >= EN_PASSANT:
        return True
    # `swing`: how much the side that has just moved may still lose without falling below the threshold
    swing = t.value[s.squares[target]] - threshold
    if swing < 0:
        return False
    swing = t.value[s.squares[origin]] - swing
    if swing <= 0:
        return True
    occupied = (s.sides[0] | s.sides[1]) ^ bit(origin) ^ bit(target)
    diagonal, straight = s.kinds[BISHOP] | s.kinds[QUEEN], s.kinds[ROOK] | s.kinds[QUEEN]
    attackers = (
        (t.knight[target] & s.kinds[KNIGHT])
        | (t.king[target] & s.kinds[KING])
        | (t.pawn[64 + target] & s.kinds[PAWN] & s.sides[0])
        | (t.pawn[target] & s.kinds[PAWN] & s.sides[1])
        | (bishop_attacks(t, target, occupied) & diagonal)
        | (rook_attacks(t, target, occupied) & straight)
    )
    side = s.side & 1
    good = True  # does the side that made the move stand well, if the exchange ends now?
    while True:
        side ^= 1
        attackers &= occupied
        takers = attackers & s.sides[side]
        if takers == NONE:
            return good
        kind = PAWN
        while not takers & s.kinds[kind]:
            kind += 1
        if kind == KING:  # he may only take if nobody takes back
            return good if attackers & s.sides[side ^ 1] else not good
        good = not good
        swing = t.value[kind] - swing
        if swing < (1 if good else 0):
            return good
        occupied ^= bit(lowest(takers & s.kinds[kind]))
        if kind in (PAWN, BISHOP, QUEEN):  # a slider behind the man that took now looks through
            attackers |= bishop_attacks(t, target, occupied) & diagonal
        if kind in (ROOK, QUEEN):
            attackers |= rook_attacks(t, target, occupied) & straight


def value_taken(t: Any, s: Any, move: Any) -> Any:
    """The worth of the man that a move captures, 0 if it captures none."""
    if move >> 12 == EN_PASSANT:
        return t.value[PAWN]
    return np.int64(t.value[s.squares[move >> 6 & 63]])
