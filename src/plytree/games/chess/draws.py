"""Draws: no material to mate with, the move counters, repetition."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.attacks import checkers
from plytree.games.chess.board import BISHOP, KNIGHT, LIGHT_SQUARES, NONE, PAWN, QUEEN, ROOK
from plytree.games.chess.moves import generate
from plytree.games.contract.primitives import popcount


def insufficient_material(s: Any) -> bool:
    """Can nobody be mated any more: bare kings, one knight, or bishops on squares of one colour only?"""
    if s.kinds[PAWN] | s.kinds[ROOK] | s.kinds[QUEEN]:
        return False
    if s.kinds[KNIGHT]:
        return popcount(s.sides[0] | s.sides[1]) <= 3
    bishops = s.kinds[BISHOP]
    return (bishops & LIGHT_SQUARES) == NONE or (bishops & ~LIGHT_SQUARES) == NONE


def checkmated(t: Any, s: Any) -> bool:
    """Is the side to move mated?"""
    if checkers(t, s) == NONE:
        return False
    return generate(t, s, np.empty(256, np.int32), 0, False) == 0


def times_seen(states: Any) -> int:
    """How often the last of these positions has been on the board, as far as its clock reaches back."""
    last = states[-1]
    reach = min(int(last.clock), len(states) - 1)
    return sum(bool(states[-1 - back].key == last.key) for back in range(0, reach + 1, 2))
