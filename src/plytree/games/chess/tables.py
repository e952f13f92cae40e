"""The tables that the rules look up: attacks, lines, hash numbers and the weights of the evaluation, in one record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from plytree.games.chess import weights

ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # (rank, file)
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_STEPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
RAY_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))  # the first four go upwards
SLIDING_ENTRIES = 102_400 + 5_248  # of all rook and of all bishop squares together

# a king or rook that leaves its square, or a rook that is captured there, loses these rights
_RIGHTS_LOST = {0: 2, 4: 3, 7: 1, 56: 8, 60: 12, 63: 4}

TABLES = np.dtype(
    (
        np.record,
        [
            ("knight", "u8", (64,)),
            ("king", "u8", (64,)),
            ("pawn", "u8", (128,)),  # [side * 64 + square]: what a pawn of that side attacks from there
            ("rays", "u8", (8 * 64,)),  # [direction * 64 + square], directions as in RAY_STEPS
            ("rook_rays", "u8", (64,)),  # rook and bishop on the empty board
            ("bishop_rays", "u8", (64,)),
            ("rook_mask", "u8", (64,)),  # squares whose occupation matters to a slider,
            ("bishop_mask", "u8", (64,)),
            ("rook_start", "i8", (64,)),  # and where its part of `sliding` starts, one entry for each occupation
            ("bishop_start", "i8", (64,)),
            ("sliding", "u8", (SLIDING_ENTRIES,)),
            ("between", "u8", (4096,)),  # [a * 64 + b]: squares strictly between, if a and b are on one line
            ("line", "u8", (4096,)),  # the whole line through both
            ("distance", "u1", (4096,)),  # king's steps from a to b
            ("piece_keys", "u8", (13 * 64,)),  # [piece * 64 + square]; piece 12, the empty square, has 0
            ("castling_keys", "u8", (16,)),
            ("en_passant_keys", "u8", (65,)),  # [64] is 0
            ("side_key", "u8"),
            ("rights_kept", "i8", (64,)),  # castling rights that a move from or to this square leaves
            ("placement", "i8", (13 * 64,)),  # [piece * 64 + square], packed as in weights.pack, minus for Black
            ("phase", "i8", (13,)),
            ("value", "i8", (13,)),  # of a piece in an exchange
            *weights.FIELDS,
        ],
    )
)


def make_tables() -> Any:
    """All tables, filled: an array of one record."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    _fill_steps(t)
    _fill_sliding(t)
    _fill_lines(t)
    _fill_keys(t)
    _fill_values(t)
    return tables


def squares_along(square: int, steps: Iterable[tuple[int, int]], reach: int = 7) -> list[int]:
    """The squares reached from a square by up to `reach` equal steps."""
    found = []
    for rank_step, file_step in steps:
        rank, file = square // 8 + rank_step, square % 8 + file_step
        for _ in range(reach):
            if not (0 <= rank < 8 and 0 <= file < 8):
                break
            found.append(rank * 8 + file)
            rank, file = rank + rank_step, file + file_step
    return found


def _set(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _fill_steps(t: Any) -> None:
    for square in range(64):
        t.knight[square] = _set(squares_along(square, KNIGHT_STEPS, 1))
        t.king[square] = _set(squares_along(square, ROOK_STEPS + BISHOP_STEPS, 1))
        t.pawn[square] = _set(squares_along(square, ((1, -1), (1, 1)), 1))
        t.pawn[64 + square] = _set(squares_along(square, ((-1, -1), (-1, 1)), 1))
        t.rook_rays[square] = _set(squares_along(square, ROOK_STEPS))
        t.bishop_rays[square] = _set(squares_along(square, BISHOP_STEPS))
        for direction, step in enumerate(RAY_STEPS):
            t.rays[direction * 64 + square] = _set(squares_along(square, (step,)))


def _fill_sliding(t: Any) -> None:
    """For each square and each occupation of the squares that matter, the squares attacked.

    The entry number is the occupation with the bits of the mask packed together, so entries come in the order of
    `gather`. All occupations of a square are worked through at once, as numpy arrays.
    """
    start = 0
    for mask_field, start_field, steps in (
        (t.rook_mask, t.rook_start, ROOK_STEPS),
        (t.bishop_mask, t.bishop_start, BISHOP_STEPS),
    ):
        for square in range(64):
            rays = [squares_along(square, (step,)) for step in steps]
            relevant = sorted(s for ray in rays for s in ray[:-1])  # a man on the last square hides nothing
            count = 1 << len(relevant)
            numbers = np.arange(count, dtype=np.uint64)
            occupied = np.zeros(count, np.uint64)
            for place, s in enumerate(relevant):
                occupied |= (numbers >> np.uint64(place) & np.uint64(1)) << np.uint64(s)
            attacked = np.zeros(count, np.uint64)
            for ray in rays:
                seen = np.full(count, np.uint64(1))
                for s in ray:
                    attacked |= seen << np.uint64(s)
                    seen &= ~(occupied >> np.uint64(s))
            mask_field[square], start_field[square] = _set(relevant), start
            t.sliding[start : start + count] = attacked
            start += count


def _fill_lines(t: Any) -> None:
    for a in range(64):
        for b in range(64):
            t.distance[a * 64 + b] = max(abs(a // 8 - b // 8), abs(a % 8 - b % 8))
        for step in ROOK_STEPS + BISHOP_STEPS:
            ray = squares_along(a, (step,))
            whole = _set(ray) | _set(squares_along(a, ((-step[0], -step[1]),))) | 1 << a
            for place, b in enumerate(ray):
                t.between[a * 64 + b] = _set(ray[:place])
                t.line[a * 64 + b] = whole


def _fill_keys(t: Any) -> None:
    numbers = np.random.default_rng(2024).integers(0, 1 << 64, 12 * 64 + 16 + 8 + 1, dtype=np.uint64)
    t.piece_keys[: 12 * 64] = numbers[: 12 * 64]
    t.castling_keys[:] = numbers[768:784]
    t.en_passant_keys[:64] = np.tile(numbers[784:792], 8)
    t.side_key = numbers[792]


def _fill_values(t: Any) -> None:
    t.rights_kept[:] = 15
    for square, lost in _RIGHTS_LOST.items():
        t.rights_kept[square] = 15 & ~lost
    for kind in range(6):
        t.phase[kind] = t.phase[kind + 6] = weights.PHASE[kind]
        t.value[kind] = t.value[kind + 6] = weights.EXCHANGE[kind]
        for square in range(64):
            t.placement[kind * 64 + square] = weights.placement(kind, square)
            t.placement[(kind + 6) * 64 + square] = -weights.placement(kind, square ^ 56)
    for name, values in weights.TERMS.items():
        t[name] = [weights.pack(*value) for value in values] if isinstance(values, list) else weights.pack(*values)
    for name, units in weights.UNITS.items():
        t[name] = units
