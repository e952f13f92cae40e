"""What retrograde analysis does with numbers, as plain Python that is compiled: numbering states, values backwards.

A state is a row of 64-bit words. States are numbered in the order in which they are found; a table of open addressing
(`slots`, its size a power of two) finds the number of a row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FREE = -1
UNKNOWN = 65535  # plies of a state whose value is not known: at the end, a draw
FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
S29, S32 = np.uint64(29), np.uint64(32)


def hash_row(row: Any, salt: Any) -> Any:
    """64 bits from a row."""
    h = salt
    for word in row:
        h = (h ^ word) * FIRST
        h ^= h >> S29
        h *= SECOND
        h ^= h >> S32
    return h


def hash_rows(rows: Any, salt: Any, hashes: Any) -> None:
    for i in range(len(rows)):
        hashes[i] = hash_row(rows[i], salt)


def find_row(rows: Any, slots: Any, row: Any) -> Any:
    """The place in `slots` where the row's number is, or where it would be."""
    mask = len(slots) - 1
    place = np.int64(hash_row(row, np.uint64(0)) >> np.uint64(1)) & mask
    while slots[place] != FREE:
        other = rows[slots[place]]
        same = True
        for k in range(len(row)):
            same &= other[k] == row[k]
        if same:
            break
        place = (place + 1) & mask
    return place


def number_rows(rows: Any, slots: Any, used: int, batch: Any, numbers: Any, add: int) -> int:
    """The number of each row of a batch. With `add` new ones are put into `rows`, which has room; else they are FREE.
    How many rows there are now."""
    for i in range(len(batch)):
        place = find_row(rows, slots, batch[i])
        if slots[place] == FREE and add:
            rows[used] = batch[i]
            slots[place] = used
            used += 1
        numbers[i] = slots[place]
    return used


def rehash(rows: Any, slots: Any, used: int) -> None:
    """Fill an empty table with the rows there are."""
    for number in range(used):
        slots[find_row(rows, slots, rows[number])] = number


def reverse(starts: Any, children: Any, firsts: Any, parents: Any) -> None:
    """From the children of each state (children[starts[i]:starts[i + 1]]) the parents of each: the same with firsts."""
    for child in children:
        firsts[child + 1] += 1
    for i in range(len(firsts) - 1):
        firsts[i + 1] += firsts[i]
    for i in range(len(starts) - 1):
        for edge in range(starts[i], starts[i + 1]):
            child = children[edge]
            parents[firsts[child]] = i
            firsts[child] += 1
    for i in range(len(firsts) - 1, 0, -1):
        firsts[i] = firsts[i - 1]
    firsts[0] = 0


def backwards(
    firsts: Any, parents: Any, movers: Any, twice: int, left: Any, values: Any, plies: Any, queue: Any, level: int
) -> int:
    """Find all states whose value is `level` or -level, which those with greater ones have been before; how many.

    values and plies hold what is known, the outcomes of finished games among it. `left`: moves of a state that have not
    been seen to lose. `twice`: a player may move twice in a row, so who moves is asked.
    """
    head, tail = 0, 0
    for i in range(len(values)):
        if plies[i] == 0 and (values[i] == level or values[i] == -level):
            queue[tail] = i
            tail += 1
    while head < tail:
        state = queue[head]
        head += 1
        for edge in range(firsts[state], firsts[state + 1]):
            parent = parents[edge]
            if plies[parent] != UNKNOWN:
                continue
            value = values[state] if twice and movers[parent] == movers[state] else -values[state]
            if value < 0:
                left[parent] -= 1
                if left[parent] > 0:
                    continue
            values[parent] = value
            plies[parent] = min(plies[state] + 1, UNKNOWN - 1)
            queue[tail] = parent
            tail += 1
    return tail


def forwards(
    first: int, starts: Any, children: Any, movers: Any, twice: int, values: Any, plies: Any, level: int, now: int
) -> int:
    """The same for states from `first` on whose children are at hand, one ply: how many get `now` plies.

    For want of memory: it is repeated for all states until there is nothing more to find.
    """
    found = 0
    for i in range(len(starts) - 1):
        state = first + i
        if plies[state] != UNKNOWN:
            continue
        lost, won = True, False
        for edge in range(starts[i], starts[i + 1]):
            child = children[edge]
            value = values[child] if twice and movers[state] == movers[child] else -values[child]
            size = abs(value)  # what has a smaller value, or comes to it in this very ply, does not count yet
            fresh = plies[child] == UNKNOWN or size < level or (size == level and plies[child] >= now)
            if fresh or value >= 0:
                lost = False
            if not fresh and value == level:
                won = True
        if won or lost:
            values[state] = level if won else -level
            plies[state] = now
            found += 1
    return found
