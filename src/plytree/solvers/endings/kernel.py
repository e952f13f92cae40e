"""The work of building a table, as plain Python that is compiled (see native.py): numbers of positions, moves, unmoves.

`t` are the tables of chess, `p` the pairs of kings, `g` the geometry of the table, `sq` the squares of its men, `at`
the place of a position in the arrays of a table: first all with White to move, then all with Black to move.

A value is one byte: 0 not known (at the end: a draw), plies to mate + 1, or ILLEGAL. An even number of plies, an odd
value, is lost for the side to move. Values are found ply by ply: when those with a value are known, moves are taken
back from them. Before a position that is lost stands a win; before one that is won, a loss if it was the last of its
moves that had not been seen to lose.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.chess.attacks import bishop_attacks, rook_attacks
from plytree.games.chess.board import BISHOP, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK
from plytree.games.chess.knowledge import MEN, number_of
from plytree.games.contract.primitives import bit, inlined, lowest
from plytree.solvers.endings.geometry import NOWHERE

ILLEGAL = 255
NEVER = 255  # a count of moves: one of them does not lose
STALEMATE = 1  # in `late`, where it is otherwise the value of the slowest loss outside the table
NO_CAPTURE = -1


# ---- numbers of positions -------------------------------------------------------------------------------------------


@inlined
def encode(p: Any, g: Any, sq: Any) -> Any:
    """The number of a position; -1 if the kings touch."""
    return number_of(p, g, sq[0], sq[1], sq[2], sq[3], sq[4])


@inlined
def decode(p: Any, g: Any, number: Any, sq: Any) -> Any:
    """Put the men of a number on their squares; the set of all of them, or none if the number means no position."""
    occupied = NONE
    above = np.int64(64)
    for back in range(2, g.men):
        i = g.men + 1 - back
        square = number % g.radix[i] + g.lowest[i]
        number //= g.radix[i]
        if (i + 1 < g.men and g.twin[i + 1] and square >= above) or occupied & bit(square):
            return NONE
        occupied |= bit(square)
        sq[i] = above = square
    sq[0], sq[1] = p.white[g.pawns * 1806 + number], p.black[g.pawns * 1806 + number]
    kings = bit(sq[0]) | bit(sq[1])
    return NONE if occupied & kings else occupied | kings


# ---- moves ----------------------------------------------------------------------------------------------------------


@inlined
def attacks(t: Any, g: Any, sq: Any, occupied: Any, square: Any, by: Any, taken: Any) -> bool:
    """Does a man of side `by`, but not the one that is taken, attack the square?"""
    target = bit(square)
    for i in range(g.men):
        if g.colour[i] != by or i == taken:
            continue
        kind, origin = g.kind[i], sq[i]
        if kind == PAWN:
            if t.pawn[by * 64 + origin] & target:
                return True
        elif kind == KNIGHT:
            if t.knight[origin] & target:
                return True
        elif kind == KING:
            if t.king[origin] & target:
                return True
        else:
            straight, diagonal = t.rook_rays[origin] & target, t.bishop_rays[origin] & target
            looks = (straight and kind != BISHOP) or (diagonal and kind != ROOK)
            if looks and not t.between[origin * 64 + square] & occupied:
                return True
    return False


@inlined
def reach(t: Any, kind: Any, origin: Any, occupied: Any) -> Any:
    """The squares that a man other than a pawn attacks."""
    if kind == KING:
        return t.king[origin]
    if kind == KNIGHT:
        return t.knight[origin]
    squares = NONE
    if kind in (BISHOP, QUEEN):
        squares |= bishop_attacks(t, origin, occupied)
    if kind in (ROOK, QUEEN):
        squares |= rook_attacks(t, origin, occupied)
    return squares


@inlined
def pawn_reach(t: Any, origin: Any, side: Any, occupied: Any, enemy: Any) -> Any:
    """The squares that a pawn can go to."""
    squares = t.pawn[side * 64 + origin] & enemy
    ahead = origin + 8 - 16 * side
    if not occupied & bit(ahead):
        squares |= bit(ahead)
        if origin >> 3 == 1 + 5 * side and not occupied & bit(ahead + 8 - 16 * side):
            squares |= bit(ahead + 8 - 16 * side)
    return squares


@inlined
def man_on(g: Any, sq: Any, square: Any, side: Any) -> Any:
    """The man of a side that stands on a square."""
    for i in range(g.men):
        if sq[i] == square and g.colour[i] == side:
            return i
    return -1


def outside(p: Any, slot: Any, pool: Any, sq: Any, side: Any, other: Any) -> Any:
    """The value of a position of another table, to which a capture or a promotion has led."""
    if slot.offset == NOWHERE:
        return np.int64(0)
    turn = 56 * slot.swap
    for i in range(slot.men):
        other[i] = sq[slot.order[i]] ^ turn
    return np.int64(pool[slot.offset + (side ^ slot.swap) * slot.numbers + encode(p, slot, other)])


def passing(
    t: Any, p: Any, g: Any, slots: Any, pool: Any, sq: Any, other: Any, occupied: Any, pawn: Any, side: Any
) -> Any:
    """The value of the best capture en passant of a pawn of `side` that has just gone two squares, for the side that
    captures; NO_CAPTURE if there is none. With no `slots`: 0 if there is one."""
    square = sq[pawn]
    behind = square - 8 + 16 * side
    won, drawn, lost = np.int64(ILLEGAL), False, np.int64(0)
    any_legal = False
    for j in range(2, g.men):
        origin = sq[j]
        if g.kind[j] != PAWN or g.colour[j] == side or not t.pawn[side * 64 + behind] & bit(origin):
            continue
        sq[j] = behind
        after = (occupied ^ bit(origin) ^ bit(square)) | bit(behind)
        if not attacks(t, g, sq, after, sq[side ^ 1], side, pawn):
            any_legal = True
            if len(slots):
                value = outside(p, slots[pawn], pool, sq, side, other)
                if value == 0:
                    drawn = True
                elif value & 1:
                    won = min(won, value + 1)
                else:
                    lost = max(lost, value + 1)
        sq[j] = origin
    if not any_legal:
        return np.int64(NO_CAPTURE)
    if won < ILLEGAL:
        return won
    return np.int64(0) if drawn else lost


# ---- the passes -----------------------------------------------------------------------------------------------------


def begin(
    t: Any, p: Any, g: Any, slots: Any, pool: Any, values: Any, counts: Any, late: Any, edges: Any, used: int,
    side: int, first: int, last: int,
) -> int:  # fmt: skip
    """Look at the positions first..last: illegal, mate, what captures and promotions give, how many moves stay inside.

    A move by which a pawn can be taken en passant goes to `edges` (place before, place after, value of the capture).
    How many of them there are now is returned; those that find no room are only counted.
    """
    sq, other = np.zeros(MEN, np.int64), np.zeros(MEN, np.int64)
    them = side ^ 1
    for number in range(first, last):
        at = side * g.numbers + number
        occupied = decode(p, g, number, sq)
        if occupied == NONE or attacks(t, g, sq, occupied, sq[them], side, -1):
            values[at] = ILLEGAL
            continue
        own = NONE
        for i in range(g.men):
            if g.colour[i] == side:
                own |= bit(sq[i])
        inside, legal, won, drawn, lost = np.int64(0), np.int64(0), np.int64(ILLEGAL), False, np.int64(0)
        for i in range(g.men):
            if g.colour[i] != side:
                continue
            kind, origin = g.kind[i], sq[i]
            targets = (
                pawn_reach(t, origin, side, occupied, occupied ^ own)
                if kind == PAWN
                else reach(t, kind, origin, occupied) & ~own
            )
            while targets:
                target = lowest(targets)
                targets ^= bit(target)
                taken = man_on(g, sq, target, them) if occupied & bit(target) else -1
                sq[i] = target
                after = (occupied ^ bit(origin)) | bit(target)
                if not attacks(t, g, sq, after, sq[side], them, taken):
                    legal += 1
                    promotes = kind == PAWN and (target < 8 or target >= 56)
                    if promotes or taken >= 0:
                        for choice in range(1, 5 if promotes else 2):
                            slot = MEN + (i * 4 + choice - 1) * (MEN + 1) + taken + 1 if promotes else taken
                            value = outside(p, slots[slot], pool, sq, them, other)
                            if value == 0:
                                drawn = True
                            elif value & 1:
                                won = min(won, value + 1)
                            else:
                                lost = max(lost, value + 1)
                    else:
                        inside += 1
                        if g.passing and kind == PAWN and abs(target - origin) == 16:
                            capture = passing(t, p, g, slots, pool, sq, other, after, i, side)
                            if capture != NO_CAPTURE:
                                if 3 * used < len(edges):
                                    edges[3 * used] = at
                                    edges[3 * used + 1] = them * g.numbers + encode(p, g, sq)
                                    edges[3 * used + 2] = capture
                                used += 1
                sq[i] = origin
        values[at], counts[at], late[at] = 0, NEVER, 0
        if legal == 0:
            if attacks(t, g, sq, occupied, sq[side], them, -1):
                values[at] = 1
            else:
                late[at] = STALEMATE
        elif won < ILLEGAL:
            values[at] = won
        elif not drawn:
            counts[at], late[at] = inside, lost
            if inside == 0:
                values[at] = lost
    return used


@inlined
def settle(values: Any, counts: Any, late: Any, at: Any, value: Any) -> None:
    """A position has a move to one with this value."""
    known = np.int64(values[at])
    if value & 1:  # lost there, so won here
        if known == 0 or (known > value + 1 and known != ILLEGAL):
            values[at] = value + 1
    elif counts[at] != NEVER and known != ILLEGAL:
        counts[at] -= 1
        if counts[at] == 0:
            values[at] = max(value + 1, np.int64(late[at]))


def step(t: Any, p: Any, g: Any, slots: Any, pool: Any, values: Any, counts: Any, late: Any, value: int) -> int:
    """Take moves back from all positions with this value; how many there are."""
    sq, other = np.zeros(MEN, np.int64), np.zeros(MEN, np.int64)
    found = 0
    for place in range(2 * g.numbers):
        if values[place] != value:
            continue
        found += 1
        mover = 1 if place < g.numbers else 0
        occupied = decode(p, g, place - (1 - mover) * g.numbers, sq)
        for i in range(g.men):
            if g.colour[i] != mover:
                continue
            kind, target = g.kind[i], sq[i]
            origins = NONE
            if kind == PAWN:
                back = target - 8 + 16 * mover
                if 8 <= back < 56 and not occupied & bit(back):
                    origins |= bit(back)
                    twice = back - 8 + 16 * mover
                    if target >> 3 == 3 + mover and not occupied & bit(twice):
                        taken = np.int64(NO_CAPTURE)
                        if g.passing:
                            taken = passing(t, p, g, slots[:0], pool, sq, other, occupied, i, mover)
                        if taken == NO_CAPTURE:
                            origins |= bit(twice)
            else:
                origins = reach(t, kind, target, occupied) & ~occupied
            while origins:
                sq[i] = lowest(origins)
                origins ^= bit(sq[i])
                number = encode(p, g, sq)
                if number >= 0:
                    settle(values, counts, late, mover * g.numbers + number, value)
            sq[i] = target
    return found


def step_edges(values: Any, counts: Any, late: Any, edges: Any, used: int, value: int) -> int:
    """The same for positions in which a pawn may be taken en passant, if that gives them this value; how many."""
    found = 0
    for edge in range(used):
        at, after, capture = edges[3 * edge], edges[3 * edge + 1], edges[3 * edge + 2]
        plain = np.int64(values[after])
        wins = plain != 0 and plain & 1 == 0
        best = np.int64(0)
        if capture & 1 == 0 and capture != 0:
            best = min(plain, capture) if wins else capture
        elif wins:
            best = plain
        elif capture & 1 and (plain & 1 or late[after] == STALEMATE):
            best = max(plain, capture)
        if best == value:
            found += 1
            settle(values, counts, late, at, value)
    return found
