"""Helpers for games that keep a state in the bits of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.games.contract.primitives import inlined, lowest

NONE, ONE = np.uint64(0), np.uint64(1)
LOW32 = 0xFFFF_FFFF


def mix(x: int) -> int:
    """A hash of 64 bits, from 0 to 2**63 - 1.

    No product reaches 2**63: a signed number that overflows has no defined value in compiled code, where even a mask
    put on it afterwards may be optimised away.
    """
    low, high = x & LOW32, x >> 32 & LOW32
    h = low * 0x7FEB_352D ^ high * 0x5BD1_E995
    low, high = (h ^ h >> 31) & LOW32, h >> 32
    h = low * 0x6C8E_9CF5 ^ high * 0x7A3D_1B2F
    return h ^ h >> 29


@inlined
def list_elements(sets: Any, words: int, buffer: Any, at: int) -> int:
    """Write the elements of a set of several words, 64 bits each, to buffer[at:], and tell how many there are."""
    count = 0
    for word in range(words):
        left = sets[word]
        while left != NONE:
            buffer[at + count] = 64 * word + lowest(left)
            left &= left - ONE
            count += 1
    return count
