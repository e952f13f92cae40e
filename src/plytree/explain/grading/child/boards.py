"""Boards in the form that a program itself uses: found by looking at its variables, made from nine or 42 letters.

Standard library only; numpy where the program has imported it.
"""

from __future__ import annotations

import inspect
import re
from types import ModuleType
from typing import Any

SIZES = ((3, 3), (6, 7))
MAKERS = re.compile(
    r"(initial|new|create|make|init|empty|get|start|reset|build|generate|fresh)_?\w*|board|\w*board", re.I
)
FILLERS = {r".*(name).*": "A", r".*(letter|symbol|mark|player|piece|sign|token).*": "X", r".*(rows?|height).*": 6,
           r".*(col\w*|width).*": 7, r".*(size|n|dim\w*)": 3, r".*(depth|level|ply).*": 4}  # fmt: skip
MOST_FOUND = 8


def find_boards(module: ModuleType) -> list[dict[str, Any]]:
    """Everything in a program that looks like a board: where it is, its form, the signs on it."""
    found: list[dict[str, Any]] = []
    for name, value in list(vars(module).items()):
        if name.startswith("__"):
            continue
        if inspect.isfunction(value):
            if MAKERS.fullmatch(name) and not _required(value):
                _note(found, "argument", [], _try(value))
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            made = _try(lambda value=value: make(value, {}))
            for attribute, held in list(getattr(made, "__dict__", {}).items()):
                _note(found, "object", [name, attribute], held)
        elif not callable(value):
            _note(found, "global", [name], value)
    return found[:MOST_FOUND]


def make(cls: Any, known: dict[str, Any]) -> Any:
    """An object of a program's class; what its constructor requires is guessed by the names."""
    return cls(**{name: known.get(name, _filler(name)) for name in _required(cls)})


def _filler(name: str) -> Any:
    return next((value for pattern, value in FILLERS.items() if re.fullmatch(pattern, name, re.I)), None)


def _required(function: Any) -> list[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]


def _try(function: Any) -> Any:
    try:
        return function()
    except Exception:  # the program's own fault, and not what was asked
        return None


def _note(found: list[dict[str, Any]], where: str, path: list[str], value: Any) -> None:
    read = read_board(value)
    if read:
        found.append({"where": where, "path": path, **read})


def read_board(value: Any) -> dict[str, Any] | None:
    """Form, size and signs of what looks like a board; None if it does not."""
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        plain = value.tolist()
        inner = read_board(plain)
        if inner is None or inner["form"] not in ("rows", "flat"):
            return None
        integers = str(getattr(value, "dtype", "")).startswith(("int", "uint"))
        return {**inner, "form": "numpy" if inner["form"] == "rows" else "numpy flat", "float": not integers}
    if isinstance(value, dict):
        return _from_dict(value)
    if isinstance(value, str) and len(value) == 9:
        return _signs("text", (3, 3), list(value))
    if not isinstance(value, list | tuple):
        return None
    kind = "" if isinstance(value, list) else "tuple "
    for rows, columns in SIZES:
        if len(value) == rows and all(isinstance(row, list | tuple) and len(row) == columns for row in value):
            return _signs(f"{kind}rows", (rows, columns), [cell for row in value for cell in row])
        if len(value) == columns and all(isinstance(row, list | tuple) and len(row) == rows for row in value):
            return _signs(f"{kind}columns", (rows, columns), [cell for row in value for cell in row])
        if len(value) == rows * columns:
            return _signs(f"{kind}flat".strip(), (rows, columns), list(value))
        if len(value) == rows * columns + 1 and not kind:
            read = _signs("flat from 1", (rows, columns), list(value[1:]))
            return {**read, "first": _simple(value[0])} if read else None
    return None


def _from_dict(value: dict[Any, Any]) -> dict[str, Any] | None:
    keys = list(value)
    if len(keys) != 9:
        return None
    if not all(isinstance(key, int | str) for key in keys):
        return None if not all(isinstance(key, tuple) for key in keys) else _signs("dict", (3, 3), list(value.values()))
    return _signs("dict", (3, 3), list(value.values()))


def _signs(form: str, size: tuple[int, int], cells: list[Any]) -> dict[str, Any] | None:
    """The signs on a board, the most frequent first; cells that carry their own numbers are one sign, "number"."""
    if not all(cell is None or isinstance(cell, str | int | float) for cell in cells):
        return None
    kinds = sorted({repr(cell) for cell in cells}, key=[repr(c) for c in cells].count, reverse=True)
    by_name = {repr(cell): cell for cell in cells}
    signs = [_simple(by_name[kind]) for kind in kinds]
    found: dict[str, Any] = {"form": form, "rows": size[0], "columns": size[1], "signs": signs[:3], "float": False}
    numbers = [cell for cell in cells if str(cell).isdigit()]
    if len(kinds) > 3:
        first = next((int(c) - at for at, c in enumerate(cells) if str(c).isdigit()), 0)
        right = all(int(c) == at + first for at, c in enumerate(cells) if str(c).isdigit())
        if not right or len(numbers) < 4:
            return None
        others = [sign for sign in signs if not str(sign).isdigit()]
        kind = "digit" if isinstance(numbers[0], str) else "number"
        found |= {"signs": [kind, *others][:3], "from": first}
    return found


def _simple(cell: Any) -> Any:
    return cell[:4] if isinstance(cell, str) else cell


def make_board(board: dict[str, Any], module: ModuleType) -> Any:
    """A board from its cells (`X`, `O`, `.`, row by row) in the form and with the signs that the program uses."""
    signs, rows_, columns = board["signs"], board["rows"], board["columns"]
    first = board.get("from", 0)
    numbered: dict[Any, Any] = {"number": int, "digit": str}
    cells = [
        numbered[signs["."]](at + first) if cell == "." and signs["."] in numbered else signs[cell]
        for at, cell in enumerate(board["cells"])
    ]
    if board.get("float"):
        cells = [float(cell) if isinstance(cell, int) else cell for cell in cells]
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    if board.get("bottom first"):
        rows.reverse()
    flat = [cell for row in rows for cell in row]
    turned = [[rows[r][c] for r in range(rows_)] for c in range(columns)]
    match board["form"]:
        case "rows":
            return rows
        case "tuple rows":
            return tuple(map(tuple, rows))
        case "columns":
            return turned
        case "tuple columns":
            return tuple(map(tuple, turned))
        case "numpy" | "numpy flat":
            import numpy

            return numpy.array(rows if board["form"] == "numpy" else flat)
        case "flat from 1":
            return [board.get("first"), *flat]
        case "text":
            return "".join(map(str, flat))
        case "tuple flat":
            return tuple(flat)
        case "dict":
            return dict(zip(_keys(module, board), flat, strict=True))
    return flat


def _keys(module: ModuleType, board: dict[str, Any]) -> list[Any]:
    """The keys of the program's own dict."""
    where, path = board["where"], board["path"]
    if where == "global":
        return list(getattr(module, path[0]))
    if where == "object":
        return list(getattr(make(getattr(module, path[0]), {}), path[1]))
    return list(range(1, 10))
