"""Keys of states in native code: the same numbers as bindings.hash_state gives in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from plytree.search.compile.options import OPTIONS
from plytree.search.natural.records import hashing


@njit(**OPTIONS)
def mix(h: Any, x: Any) -> Any:
    h = (h ^ x) * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    return h ^ (h >> np.uint64(32))


@njit(**OPTIONS)
def hash_number(x: Any) -> Any:
    return mix(np.uint64(1), np.uint64(np.int64(x)))


@njit(**OPTIONS)
def hash_real(x: Any) -> Any:
    return mix(np.uint64(1), np.uint64(np.int64(x * 65536)))


@njit(**OPTIONS)
def hash_numbers(numbers: Any) -> Any:
    total, place = np.uint64(0), np.uint64(1)
    for x in numbers.flat:
        total += mix(np.uint64(np.int64(x)), place << np.uint64(32))
        place += np.uint64(1)
    return total


@njit(**OPTIONS)
def hash_reals(numbers: Any) -> Any:
    total, place = np.uint64(0), np.uint64(1)
    for x in numbers.flat:
        total += mix(np.uint64(np.int64(x * 65536)), place << np.uint64(32))
        place += np.uint64(1)
    return total


@njit(**OPTIONS)
def scramble(key: Any) -> Any:
    return np.int64(mix(np.uint64(0), np.uint64(key)))


hash_row = hashing(mix, hash_number)
SHARED = {
    function.__name__: function
    for function in (mix, hash_number, hash_real, hash_numbers, hash_reals, scramble, hash_row)
}
