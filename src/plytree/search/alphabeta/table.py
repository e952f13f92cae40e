"""The transposition table: what is known of a state, whichever moves led to it.

An entry is two words: key ^ data, and data, so that halves of two entries never pass for one. Bits of data:
    0..19 move + 1 | 20..49 value + 2^29 | 50..57 depth, COMPLETE: true for good | 58..59 bound | 60..62 age
Two entries make a bucket: the first one keeps the deeper result, the second one the last.

Source: R. Greenblatt's Mac Hack VI (1967); two entries, C. Ebeling's HiTech (1986); key ^ data, R. Hyatt and T. Mann, A
lock-less transposition table implementation for parallel search (ICGA Journal 25(1), 2002).
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.values import decided
from plytree.search.compile.bindings import observe
from plytree.search.compile.memory import COMPLETE, EXACT, LOWER, UPPER, WIN_MIN

i64 = int


def probe(w: Any, table: Any, node_key: int) -> int:
    """The entry of a state, 0 if there is none."""
    at = (node_key & w.table_mask) * 4
    data = i64(table.entry[at + 1])
    if table.entry[at] ^ data == node_key:
        return data
    data = i64(table.entry[at + 3])
    if table.entry[at + 2] ^ data == node_key:
        return data
    return i64(0)


def entry_move(entry: int) -> int:
    return (entry & 0xFFFFF) - 1


def entry_depth(entry: int) -> int:
    return (entry >> 50) & 0xFF


def entry_bound(entry: int) -> int:
    """Is the value EXACT, or a LOWER or UPPER bound?"""
    return (entry >> 58) & 3


def bound_of(best: int, lower: int, beta: int) -> int:
    """What a value found in the window lower < beta is."""
    return i64(LOWER) if best >= beta else i64(EXACT) if best > lower else i64(UPPER)


def entry_value(game: Any, entry: int, ply: int) -> int:
    """The value in an entry; the distance of a win is kept from the state itself and counted from the root here."""
    value = ((entry >> 20) & 0x3FFFFFFF) - 0x20000000
    if game.max_utility == 1:
        if value >= WIN_MIN:
            return value - ply
        if value <= -WIN_MIN:
            return value + ply
    return value


def cuts(game: Any, entry: int, value: int, alpha: int, beta: int, depth: int, principal: bool) -> bool:
    """Does the entry answer the question? On the principal variation only what is true for good is trusted."""
    bound = entry_bound(entry)
    known = entry_depth(entry)
    enough = known == COMPLETE or (known >= depth and not principal)
    if bound == EXACT and enough:
        return True
    if enough or decided(game, value):  # a win found with any depth is a win
        if bound != UPPER and value >= beta:
            return True
        if bound != LOWER and value <= alpha:
            return True
    return False


def from_table(game: Any, w: Any, entry: int, known: int, alpha: int, beta: int, ply: int) -> int:
    """The value in an entry that answers the question; it is certain only if it is complete or decided."""
    w.table_hits += 1
    if entry_depth(entry) < COMPLETE and not decided(game, known):
        w.horizon += 1
    if game.observed:
        observe(game, w, "table", ply, alpha, beta, known)
    return known


def corrects(entry: int, value: int, static: int) -> bool:
    """Is the value in an entry a better guess than an estimate, which it shows to be too low or too high?"""
    bound = entry_bound(entry)
    return (bound != UPPER and value > static) or (bound != LOWER and value < static)


def store(
    game: Any, w: Any, table: Any, node_key: int, move: int, value: int, depth: int, bound: int, complete: int, ply: int
) -> None:
    if game.max_utility == 1:
        if value >= WIN_MIN:
            value += ply
        elif value <= -WIN_MIN:
            value -= ply
    known = i64(COMPLETE) if complete else min(max(depth, i64(0)), i64(COMPLETE - 1))
    data = (move + 1) | (value + 0x20000000) << 20 | known << 50 | i64(bound) << 58 | i64(w.age) << 60
    at = (node_key & w.table_mask) * 4
    old = i64(table.entry[at + 1])
    if table.entry[at] ^ old != node_key and entry_depth(old) > known and (old >> 60) & 7 == w.age:
        at += 2
    table.entry[at] = node_key ^ data
    table.entry[at + 1] = data
