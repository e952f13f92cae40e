"""A student's answer in JSON: numbers, pairs, dicts and objects, part by part; nodes of the tree by their number.

Standard library only.
"""

from __future__ import annotations

import math
from typing import Any

from .states import State
from .watching import Watcher

MOST_PARTS, DEEPEST = 12, 3


def number(value: Any) -> float | int | None:
    """A number that JSON can carry, or None."""
    if isinstance(value, bool) or value is None or isinstance(value, str | bytes | list | tuple | dict):
        return None
    if isinstance(value, int):
        return int(value) if abs(value) < 10**300 else math.copysign(math.inf, 1 if value > 0 else -1)
    if not isinstance(value, float) and not hasattr(value, "__float__"):
        return None
    try:
        as_float = float(value)  # numpy scalars, fractions
        return int(as_float) if as_float.is_integer() and abs(as_float) < 2**53 else as_float
    except (TypeError, ValueError, OverflowError):
        return None


def describe(value: Any, watcher: Watcher, deep: int = 0) -> dict[str, Any]:
    """`type`, and where it has one: `number`, `node`, `text`, `parts` (by position, key or attribute)."""
    found: dict[str, Any] = {"type": type(value).__name__}
    as_number = number(value)
    if as_number is not None:
        found["number"] = as_number
    node = watcher.number_of(value)
    if node is not None:
        found["node"] = node
    if isinstance(value, bool | str):
        found["text"] = str(value)[:40]
    parts: dict[str, Any] = {}
    if deep < DEEPEST and as_number is None and (node is None or not isinstance(value, list | tuple | State)):
        if isinstance(value, list | tuple):
            parts = {f"[{n}]": part for n, part in enumerate(value[:MOST_PARTS])}
            found["length"] = len(value)
        elif isinstance(value, dict):
            parts = {f"[{key!r}]"[:40]: part for key, part in list(value.items())[:MOST_PARTS]}
        elif (
            type(value).__module__ == "numpy" and hasattr(value, "tolist") and getattr(value, "size", 99) <= MOST_PARTS
        ):
            return {**describe(value.tolist(), watcher, deep + 1), "type": "numpy"}
        elif value is not None and not isinstance(value, str | bytes | bool):
            parts = {f".{name}": part for name, part in list(getattr(value, "__dict__", {}).items())[:MOST_PARTS]}
    if parts:
        found["parts"] = {key: describe(part, watcher, deep + 1) for key, part in parts.items()}
    return found


def shown(value: Any) -> str:
    try:
        return repr(value)[:200]
    except Exception:  # the program's own class may fail to show itself
        return f"<{type(value).__name__}>"
