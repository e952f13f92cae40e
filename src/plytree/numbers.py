"""Numbers that people give: in range, or InputError with one sentence. NaN is in no range."""

from __future__ import annotations

import math
import os
from typing import Any

from plytree.errors import InputError

LARGEST_SEED = 2**63 - 1  # what a database and a random generator both take
LONGEST = 1e8  # seconds: three years; longer waits fail in the system's own calls


def whole(value: Any, name: str, what: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`.

    >>> whole(3, "depth", "a search depth", 1, 100)
    3
    >>> whole(float("nan"), "depth", "a search depth", 1, 100)
    Traceback (most recent call last):
    plytree.errors.InputError: depth=nan is not a search depth; expected a whole number from 1 to 100
    """
    try:
        found = value.__index__()
    except (AttributeError, TypeError):
        found = None
    if found is None or isinstance(value, bool) or not least <= found <= most:
        raise InputError(f"{name}={_short(value)} is not {what}; expected a whole number from {least} to {most}")
    return int(found)


def real(value: Any, name: str, what: str, most: float, *, least: float = 0.0, above: bool = True) -> float:
    """A finite number above `least` (or from it on, if not `above`) up to `most`.

    >>> real(0.5, "seconds", "a time to think", 60)
    0.5
    >>> real(0, "seconds", "a time to think", 60)
    Traceback (most recent call last):
    plytree.errors.InputError: seconds=0 is not a time to think; expected a number above 0 and at most 60
    """
    try:
        found = math.nan if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not ((found > least if above else found >= least) and found <= most):
        begin = f"above {least:g} and at most" if above else f"from {least:g} to"
        raise InputError(f"{name}={_short(value)} is not {what}; expected a number {begin} {most:g}")
    return found


def seed(value: Any) -> int:
    """A seed for random choices."""
    return whole(value, "seed", "a seed", 0, LARGEST_SEED)


def _short(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:  # longer ones may be too long to write at all
        return f"{'-' if value < 0 else ''}10**{value.bit_length() * 3 // 10} or so"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def megabytes(value: Any, name: str = "table_mb") -> float:
    """A size of memory that this machine has."""
    return real(value, name, "a size in megabytes", _memory_mb(), above=False)


def _memory_mb() -> float:
    try:
        return max(1.0, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (1 << 20))
    except (AttributeError, ValueError, OSError):  # not told on this system
        return 1e6
