"""Small tools for boards kept in the bits of an int; each runs as Python and compiled, on any 64-bit pattern."""

from __future__ import annotations

MASK63 = 0x7FFF_FFFF_FFFF_FFFF
LOW32 = 0xFFFF_FFFF


def popcount(x: int) -> int:
    """How many of the 64 bits are set; a negative int counts as its two's complement.

    >>> popcount(0b1011), popcount(-1), popcount(-(2**63))
    (3, 64, 1)
    """
    x = (x & 0x5555_5555_5555_5555) + (x >> 1 & 0x5555_5555_5555_5555)
    x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333)
    x = (x + (x >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


def mix(x: int) -> int:
    """A hash of 64 bits, from 0 to 2**63 - 1.

    Only the low 63 bits of each product are kept: these are the same for Python's ints, which grow, and for int64,
    which wraps around.
    """
    h = ((x & LOW32) * 0x1E37_79B9_7F4A_7C15 + (x >> 32 & LOW32) * 0x3F58_476D_1CE4_E5B9) & MASK63
    h = (h ^ h >> 32) * 0x14D0_49BB_1331_11EB & MASK63
    return h ^ h >> 29
