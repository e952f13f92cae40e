"""A state as people can read it, for games that draw no board: its fields by name, its grids as grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from plytree.games.contract.game import Game, has_hook

LONGEST = 400  # letters of one value


def state_text(game: Game[Any], state: Any) -> str:
    """The board that `cells` and `shape` describe, or else the state field by field; bits as a board, if `shape` says
    how large it is.

    >>> from typing import NamedTuple
    >>> class Heap(NamedTuple):
    ...     stones: int
    ...     taken: tuple[int, int]
    >>> print(state_text(Game(), Heap(7, (1, 2))))
    stones  7
    taken   1 2
    """
    if has_hook(game, "cells") and game.shape is not None:
        return grid(list(game.cells(state)), *game.shape)
    fields = list(_fields(state))
    width = max((len(name) for name, _ in fields), default=0)
    shown = []
    for name, value in fields:
        text = _value(value, game.shape)
        shown.append(f"{name}\n{text}" if "\n" in text else f"{name:<{width}}  {text}".strip())
    return "\n".join(shown)


def grid(cells: Sequence[Any], rows: int, columns: int) -> str:
    """Numbers row by row, 0 as a point."""
    texts = ["." if not cell else str(cell) for cell in cells]
    width = max((len(text) for text in texts), default=1)
    lines = (texts[row * columns : (row + 1) * columns] for row in range(rows))
    return "\n".join(" ".join(f"{text:>{width}}" for text in line) for line in lines)


def _fields(state: Any) -> Iterator[tuple[str, Any]]:
    names = getattr(state, "_fields", None)
    if names is not None:
        yield from zip(names, state, strict=True)
    elif hasattr(state, "__dataclass_fields__"):
        yield from ((name, getattr(state, name)) for name in state.__dataclass_fields__)
    else:
        yield "", state


def _value(value: Any, shape: tuple[int, int] | None) -> str:
    if isinstance(value, np.ndarray) and value.ndim == 2:
        return grid([int(cell) for cell in value.ravel()], *value.shape)
    if isinstance(value, np.ndarray):
        value = tuple(value.tolist())
    if shape is not None and isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        rows, columns = shape
        return grid([value >> i & 1 for i in range(rows * columns)], rows, columns)
    if isinstance(value, (tuple, list)):
        if value and all(isinstance(row, (tuple, list)) for row in value) and len({len(row) for row in value}) == 1:
            return grid([cell for row in value for cell in row], len(value), len(value[0]))
        return " ".join(str(part) for part in value)[:LONGEST]
    return str(value)[:LONGEST]
