"""Small functions over sets of bits that native code does in one or two instructions.

Here they are in Python, over Python and numpy integers; `plytree.search.compile.intrinsics` says what they become in
native code. A set is 64 bits: bit i stands for element i.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

_ALL = (1 << 64) - 1
F = TypeVar("F", bound=Callable[..., Any])


def inlined(function: F) -> F:
    """Mark a short helper that native code is to have in place of every call, not as a function of its own."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


_BITS = tuple(np.uint64(1 << i) for i in range(64))


def bit(i: Any) -> Any:
    """The set with the one element i, 0 <= i < 64."""
    return _BITS[i]


def popcount(x: Any) -> int:
    """How many elements the set has; a negative int is taken as its two's complement.

    >>> popcount(0b1011), popcount(-1), popcount(-(2**63))
    (3, 64, 1)
    """
    return (int(x) & _ALL).bit_count()


def lowest(x: Any) -> int:
    """The lowest element of a set that is not empty."""
    n = int(x)
    return (n & -n).bit_length() - 1


def highest(x: Any) -> int:
    """The highest element of a set that is not empty."""
    return int(x).bit_length() - 1


def gather(x: Any, mask: Any) -> int:
    """The bits of x that lie under the mask, packed together at the low end (PEXT)."""
    bits, left, packed, place = int(x), int(mask), 0, 0
    while left:
        low = left & -left
        if bits & low:
            packed |= 1 << place
        place += 1
        left ^= low
    return packed


def copy_record(source: Any, target: Any) -> None:
    """Make the target record equal to the source record."""
    for name in source.dtype.names:
        target[name] = source[name]


def record_at(address: int, dtype: Any) -> Any:
    """The record that begins at an address; whoever gave the address keeps the memory alive."""
    size = np.dtype(dtype).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(int(address)), dtype)[0]


def byte_at(address: int) -> int:
    """The byte at an address."""
    return ctypes.c_uint8.from_address(int(address)).value


def gather_is_fast() -> bool:
    """Has this processor an instruction for `gather`? Then it indexes tables better than anything else."""
    try:
        from llvmlite import binding

        return bool(binding.get_host_cpu_features().get("bmi2"))
    except (ImportError, RuntimeError):  # no compiler, or a processor that it does not know
        return False
