"""Making a move: the next record, with its hash and its piece-square sums kept up to date."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.board import (
    CASTLING,
    DOUBLE,
    EMPTY,
    EN_PASSANT,
    NO_SQUARE,
    PAWN,
    PROMOTION,
    ROOK,
)
from plytree.games.chess.moves import en_passant_legal
from plytree.games.contract.primitives import bit, copy_record, lowest


def play_move(t: Any, s: Any, move: Any, child: Any) -> None:
    """Write to `child` the position after a legal move.

    Hash, piece-square sum and sets are changed in local variables and stored once, so that registers can hold them.
    """
    copy_record(s, child)
    origin, target, kind = move & 63, move >> 6 & 63, move >> 12 & 7
    us = s.side & 1
    them = us ^ 1
    piece = np.int64(s.squares[origin])
    man = piece - us * 6
    captured = np.int64(s.squares[target])
    both = bit(origin) | bit(target)
    own, enemy = s.sides[us] ^ both, s.sides[them]
    key = s.key ^ t.en_passant_keys[s.en_passant] ^ t.side_key
    key ^= t.piece_keys[piece * 64 + origin] ^ t.piece_keys[piece * 64 + target]
    placement = s.placement + t.placement[piece * 64 + target] - t.placement[piece * 64 + origin]
    clock = s.clock + 1
    # ---- the man that is captured, and the one that moves
    if captured != EMPTY:
        child.kinds[captured - them * 6] ^= bit(target)
        enemy ^= bit(target)
        key ^= t.piece_keys[captured * 64 + target]
        placement -= t.placement[captured * 64 + target]
        child.phase -= t.phase[captured]
        clock = 0
    child.kinds[man] ^= both
    child.squares[origin] = EMPTY
    child.squares[target] = piece
    # ---- special moves
    if man == PAWN:
        clock = 0
        if kind == EN_PASSANT:
            victim = target - 8 + us * 16
            child.kinds[PAWN] ^= bit(victim)
            enemy ^= bit(victim)
            child.squares[victim] = EMPTY
            key ^= t.piece_keys[them * 384 + victim]
            placement -= t.placement[them * 384 + victim]
        elif kind >= PROMOTION:
            becomes = piece + kind - PROMOTION + 1
            child.kinds[PAWN] ^= bit(target)
            child.kinds[kind - PROMOTION + 1] ^= bit(target)
            child.squares[target] = becomes
            key ^= t.piece_keys[piece * 64 + target] ^ t.piece_keys[becomes * 64 + target]
            placement += t.placement[becomes * 64 + target] - t.placement[piece * 64 + target]
            child.phase += t.phase[becomes]
    elif kind == CASTLING:
        corner, beside = (origin + 3, origin + 1) if target > origin else (origin - 4, origin - 1)
        rook = us * 6 + ROOK
        child.kinds[ROOK] ^= bit(corner) | bit(beside)
        own ^= bit(corner) | bit(beside)
        child.squares[corner] = EMPTY
        child.squares[beside] = rook
        key ^= t.piece_keys[rook * 64 + corner] ^ t.piece_keys[rook * 64 + beside]
        placement += t.placement[rook * 64 + beside] - t.placement[rook * 64 + corner]
    if s.castling:
        rights = s.castling & t.rights_kept[origin] & t.rights_kept[target]
        key ^= t.castling_keys[s.castling & 15] ^ t.castling_keys[rights & 15]
        child.castling = rights
    # ---- store
    child.sides[us] = own
    child.sides[them] = enemy
    child.key = key
    child.placement = placement
    child.side = them
    child.clock = clock
    child.number = s.number + us
    child.en_passant = NO_SQUARE
    if kind == DOUBLE:
        offer_en_passant(t, child, (origin + target) >> 1)


def pass_move(t: Any, s: Any, child: Any) -> None:
    """Write to `child` the position after doing nothing."""
    copy_record(s, child)
    child.side = (s.side & 1) ^ 1
    child.clock = 0  # nothing before a pass counts as a repetition
    child.en_passant = NO_SQUARE
    child.key = s.key ^ t.en_passant_keys[s.en_passant] ^ t.side_key


def offer_en_passant(t: Any, s: Any, square: Any) -> None:
    """Set the en-passant square if a pawn may really capture there: only then are two positions different by it."""
    us = s.side & 1
    takers = t.pawn[(us ^ 1) * 64 + square] & s.kinds[PAWN] & s.sides[us]
    while takers:
        origin = lowest(takers)
        takers ^= bit(origin)
        if en_passant_legal(t, s, us, origin, square):
            s.en_passant = square
            s.key ^= t.en_passant_keys[square]
            return


def hash_key(t: Any, s: Any) -> Any:
    """The Zobrist key worked out from nothing; `play_move` keeps it up to date."""
    key = t.castling_keys[s.castling & 15] ^ t.en_passant_keys[s.en_passant]
    if s.side:
        key ^= t.side_key
    for square in range(64):
        key ^= t.piece_keys[np.int64(s.squares[square]) * 64 + square]
    return key


def place(t: Any, s: Any, piece: Any, square: Any) -> None:
    """Put a piece on an empty square (setting up a position)."""
    side = piece // 6
    s.kinds[piece - side * 6] |= bit(square)
    s.sides[side] |= bit(square)
    s.squares[square] = piece
    s.placement += t.placement[piece * 64 + square]
    s.phase += t.phase[piece]
