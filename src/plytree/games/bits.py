"""Small tools for boards kept in the bits of an int; each runs as Python and compiled, on any 64-bit pattern."""

from __future__ import annotations

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

    No product reaches 2**63: a signed number that overflows has no defined value in compiled code, where even a mask
    put on it afterwards may be optimised away.
    """
    low, high = x & LOW32, x >> 32 & LOW32
    h = low * 0x7FEB_352D ^ high * 0x5BD1_E995
    low, high = (h ^ h >> 31) & LOW32, h >> 32
    h = low * 0x6C8E_9CF5 ^ high * 0x7A3D_1B2F
    return h ^ h >> 29
