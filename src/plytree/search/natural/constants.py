"""Values that never change, as native code keeps them: texts, lists, ragged tuples, dicts, sets, members of enums."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any

import numpy as np

from plytree.search.natural.codes import code, is_scalar
from plytree.search.natural.rows import DEEPEST, Row
from plytree.search.natural.sets import Bits
from plytree.search.natural.tables import ConstantTable

MANY = 48  # a tuple with more numbers than this is kept as a row: the compiler takes tuples apart


def constant(value: Any) -> Any:
    """A value as the compiler takes it; what is not understood stays as it is."""
    if isinstance(value, enum.Enum):
        return code(value)
    if isinstance(value, bool | int | float | np.generic | np.ndarray) or value is None:
        return value
    if isinstance(value, str | bytes):
        return row(value)
    if isinstance(value, set | frozenset):
        try:
            return Bits(value)
        except ValueError:
            return row(sorted(value, key=repr)) or value
    if isinstance(value, dict):
        keys, values = row(list(value)), constant(list(value.values()))
        return value if keys is None or not value or isinstance(values, list) else ConstantTable(keys, values)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(constant, value))
    if isinstance(value, list | tuple | range):
        return _sequence(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        from plytree.search.compile.state_record import twin_of

        return twin_of(type(value))(*(constant(getattr(value, field.name)) for field in dataclasses.fields(value)))
    return value


def _sequence(value: Any) -> Any:
    if isinstance(value, range):
        return row(list(value))
    if isinstance(value, tuple) and _regular(value) is not None and _count(value) <= MANY:
        return _codes(value)
    made = row(value)
    if made is not None:
        return made
    parts = tuple(map(constant, value))
    return parts if parts else value


def _regular(value: Any) -> Any:
    """The lengths on each level of tuples of numbers, if they are all alike; else None."""
    if is_scalar(value):
        return ()
    if not isinstance(value, tuple) or not value:
        return None
    inner = {_regular(part) for part in value}
    first = inner.pop()
    return None if inner or first is None else (len(value), *first)


def _codes(value: Any) -> Any:
    return tuple(map(_codes, value)) if isinstance(value, tuple) else value if isinstance(value, bool) else code(value)


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, tuple) else 1


def row(value: Any) -> Row | None:
    """A text, or lists and tuples of numbers or texts, as a row; None if they are none."""
    if isinstance(value, str):
        return Row([ord(character) for character in value], text=True)
    if isinstance(value, bytes):
        return Row(list(value))
    if not isinstance(value, list | tuple):
        return None
    if all(is_scalar(part) for part in value):
        return Row([code(part) for part in value])
    inner = [row(part) for part in value]
    if any(part is None for part in inner):
        return None
    rows: list[Any] = inner
    depth = max(len(part.offsets) for part in rows)
    texts = {part.text for part in rows if len(part.data)}
    if depth >= DEEPEST or len(texts) > 1 or any(len(part.offsets) != depth for part in rows if len(part)):
        return None
    return _joined(rows, depth, bool(texts) and texts.pop())


def _joined(rows: list[Any], depth: int, text: bool) -> Row:
    """One row of rows."""
    top, below, data = [0], [0], list[int]()
    for part in rows:
        if depth and part.offsets:
            below += [len(data) + int(offset) for offset in part.offsets[0][1:]]
        data += [int(number) for number in part.data]
        top.append(len(below) - 1 if depth else len(data))
    return Row(data, (top, below) if depth else (top,), text)
