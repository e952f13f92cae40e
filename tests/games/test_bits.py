"""Tools for boards in bits: compiled code and Python agree."""

import numba
from hypothesis import given
from hypothesis import strategies as st

from plytree.games.contract import primitives
from plytree.games.contract.bits import mix
from plytree.search.compile import intrinsics

any_bits = st.integers(-(2**63), 2**63 - 1)
native_mix = numba.njit(mix)


@numba.njit
def native_popcount(x):
    return intrinsics.popcount(x)


@given(any_bits)
def test_native_code_hashes_as_python_does(x):
    assert native_mix(x) == mix(x)
    assert 0 <= mix(x) < 2**63


@given(any_bits)
def test_native_code_counts_bits_as_python_does(x):
    assert native_popcount(x) == primitives.popcount(x)


def test_hashes_of_small_numbers_differ():
    assert len({mix(x) for x in range(100_000)}) == 100_000
    assert len({mix(x << 32) for x in range(100_000)}) == 100_000
