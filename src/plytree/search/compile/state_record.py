"""The record in which native code keeps a state, derived from a state of the game.

Numbers become 64-bit fields (bit 63 is the sign), tuples and NamedTuples are taken apart, numpy arrays are kept whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plytree.errors import GameError

INT_MIN, INT_MAX = -(1 << 63), (1 << 64) - 1


@dataclass
class Layout:
    """How a state is kept: the record type, and Python source that reads and writes it."""

    dtype: np.dtype[Any]
    load: str  # an expression over the record r
    hash: str  # an expression over the record r: the same number as form.hash_state
    store: str  # statements over the record r and the state s
    classes: dict[str, type] = field(default_factory=dict)  # the NamedTuples that `load` makes
    paths: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)  # (field, where in the state)

    def write(self, record: Any, state: Any) -> None:
        """Put a state into a record."""
        for name, path in self.paths:
            value = state
            for index in path:
                value = value[index]
            record[name] = wrap(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def read(self, record: Any, like: Any) -> Any:
        """A state out of a record, made like another state."""
        values = iter(record[name] for name, _ in self.paths)

        def build(part: Any) -> Any:
            if isinstance(part, tuple):
                parts = [build(p) for p in part]
                return type(part)(*parts) if hasattr(part, "_fields") else tuple(parts)
            value = next(values)
            return np.array(value) if isinstance(part, np.ndarray) else type(part)(value)

        return build(like)


def wrap(value: int) -> int:
    """A number as 64 signed bits."""
    value &= (1 << 64) - 1
    return value - ((value >> 63) << 64)


def layout(game_name: str, state: Any) -> Layout:
    """The layout for states like this one; GameError, one sentence, if native code cannot hold it."""
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    paths: list[tuple[str, tuple[int, ...]]] = []
    stores: list[str] = []
    classes: dict[str, type] = {}

    def walk(part: Any, path: tuple[int, ...]) -> tuple[str, str]:
        if isinstance(part, tuple):
            parts = [walk(p, (*path, i)) for i, p in enumerate(part)]
            inner, mixed = "".join(load + ", " for load, _ in parts), mix_all([hashed for _, hashed in parts])
            if not hasattr(part, "_fields"):
                return f"({inner})", mixed
            name = f"State{len(classes)}_{type(part).__name__}"
            classes[name] = type(part)
            return f"{name}({inner})", mixed
        name = f"f{len(fields)}"
        source = "s" + "".join(f"[{i}]" for i in path)
        dtype, shape = _field(game_name, part)
        fields.append((name, dtype, shape))
        paths.append((name, path))
        stores.append(f"    r.{name}[...] = {source}\n" if shape else f"    r.{name} = {source}\n")
        return f"r.{name}", hash_field(name, np.dtype((dtype, shape)))

    load, hashed = walk(state, ())
    if not fields:
        raise GameError(f"{game_name}.initial() returns an empty tuple: a state needs at least one number")
    return Layout(np.dtype(fields, align=True), load, hashed, "".join(stores), classes, paths)


def hash_field(name: str, dtype: Any) -> str:
    kind = "real" if dtype.base.kind == "f" else "number"
    return f"hash_{kind}{'s' if dtype.shape else ''}(r.{name})"


def mix_all(parts: list[str]) -> str:
    """Source that hashes a tuple of hashes."""
    mixed = "START"
    for part in parts:
        mixed = f"mix({mixed}, {part})"
    return mixed


def record_hash(dtype: Any) -> str:
    """Source that hashes the record r of a RecordGame."""
    return mix_all([hash_field(name, dtype[name]) for name in dtype.names])


def _field(game_name: str, part: Any) -> tuple[Any, tuple[int, ...]]:
    if isinstance(part, bool | np.bool_):
        return np.bool_, ()
    if isinstance(part, int):
        if not INT_MIN <= part <= INT_MAX:
            raise GameError(f"{game_name}.initial() holds a number of {part.bit_length()} bits: native code has 64")
        return np.int64, ()
    if isinstance(part, np.integer):
        return part.dtype, ()
    if isinstance(part, float):
        return np.float64, ()
    if isinstance(part, np.ndarray) and part.dtype.kind in "iufb" and part.ndim:
        return part.dtype, part.shape
    kind = f"numpy array of {part.dtype}" if isinstance(part, np.ndarray) else f"Python {type(part).__name__}"
    raise GameError(
        f"{game_name}.initial() holds a {kind}, which native code cannot keep: "
        "use ints, numpy arrays, or tuples of them"
    )
