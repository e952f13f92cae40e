"""What a student's process tells, read with distrust: every part is checked for its kind before anybody uses it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Bound = float | None
MOST_VISITS = 200_000


@dataclass(frozen=True)
class Part:
    """One part of an answer: perhaps a number, perhaps a node of the tree, perhaps more parts."""

    type: str = ""
    number: float | None = None
    node: int | None = None
    text: str | None = None
    length: int | None = None
    parts: Mapping[str, Part] = field(default_factory=dict)

    def at(self, path: tuple[str, ...]) -> Part | None:
        """The part at the end of a path of keys; None if there is no such part."""
        part: Part | None = self
        for key in path:
            part = part.parts.get(key) if part else None
        return part


@dataclass(frozen=True)
class Error:
    """How a call ended without an answer."""

    type: str
    message: str = ""
    line: int | None = None

    def __str__(self) -> str:
        where = f" in line {self.line}" if self.line else ""
        return f"{self.type}{': ' + self.message if self.message else ''}{where}"


@dataclass(frozen=True)
class BoardFound:
    """Something in the program that looks like a board."""

    where: str  # argument, global, object
    path: tuple[str, ...]
    form: str
    rows: int
    columns: int
    signs: tuple[Any, ...]  # as many as there are, the most frequent first
    float: bool = False
    first_number: int = 0
    first: Any = None  # what stands in a place 0 that is no cell


@dataclass(frozen=True)
class Answer:
    """What came back from one call."""

    part: Part | None = None
    shown: str = ""
    error: Error | None = None
    seconds: float = 0.0
    mutated: bool = False
    calls: int = 0  # of the searching functions, where that was watched
    inner: int = 0  # different inner nodes that they were called for
    leaves: tuple[int, ...] | None = None  # None: not watched, or not to be seen
    repeated: int = 0
    windows: tuple[tuple[int, Bound, Bound], ...] = ()
    boards: tuple[BoardFound, ...] = ()
    value: float | None = None  # filled in by who knows what the parts mean
    move: int | None = None
    moved: bool = False  # there is something in the place of the move


class BadLine(Exception):
    """The line is nothing that the grader's own code sends."""


def clean(text: Any, most: int = 300) -> str:
    """Text that every terminal, JSON and XML can carry: no lone surrogates, no control characters."""
    shown = str(text)[:most]
    return "".join(
        c if c in "\n\t" or (c.isprintable() and not 0xD800 <= ord(c) < 0xE000) else f"\\x{ord(c):02x}" for c in shown
    )


def parse_line(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLine from None
    if not isinstance(found, dict):
        raise BadLine
    return found


def error_of(found: Any) -> Error:
    if not isinstance(found, dict):
        raise BadLine
    line = found.get("line")
    return Error(
        clean(found.get("type", ""), 60), clean(found.get("message", "")), line if isinstance(line, int) else None
    )


def answer_of(found: Mapping[str, Any]) -> Answer:
    """An answer out of a line that was read; BadLine if it is none."""
    error = found.get("error")
    leaves = found.get("leaves")
    return Answer(
        part=None if error is not None else _part(found.get("answer"), 0),
        shown=clean(found.get("shown", ""), 200),
        error=None if error is None else error_of(error),
        seconds=_number(found.get("seconds"), 0.0),
        mutated=found.get("mutated") is True,
        calls=_count(found.get("calls", 0)),
        inner=_count(found.get("inner", 0)),
        leaves=None if leaves is None else tuple(_count(leaf) for leaf in _list(leaves)),
        repeated=_count(found.get("repeated", 0)),
        windows=tuple(_window(window) for window in _list(found.get("windows", []))),
        boards=tuple(_board(board) for board in _list(found.get("boards", []))[:8]),
    )


def _part(found: Any, deep: int) -> Part:
    if not isinstance(found, dict) or deep > 5:
        raise BadLine
    number, node, text, length = (found.get(key) for key in ("number", "node", "text", "length"))
    parts = found.get("parts", {})
    if not isinstance(parts, dict):
        raise BadLine
    return Part(
        clean(found.get("type", ""), 40),
        None if number is None else _number(number),
        None if node is None else _count(node),
        None if text is None else clean(text, 40),
        None if length is None else _count(length),
        {clean(key, 40): _part(part, deep + 1) for key, part in parts.items()},
    )


def _board(found: Any) -> BoardFound:
    if not isinstance(found, dict):
        raise BadLine
    size = found.get("rows"), found.get("columns")
    signs = _list(found.get("signs", []))[:3]
    if size not in ((3, 3), (6, 7)) or not all(s is None or isinstance(s, str | int | float) for s in signs):
        raise BadLine
    path = tuple(clean(name, 60) for name in _list(found.get("path", []))[:2])
    where, form = clean(found.get("where"), 10), clean(found.get("form"), 20)
    first = found.get("first")
    return BoardFound(
        where, path, form, *size, tuple(signs), found.get("float") is True, _count(found.get("from", 0)),
        first if isinstance(first, str | int) else None,
    )  # fmt: skip


def _number(found: Any, otherwise: float | None = None) -> float:
    if found is None and otherwise is not None:
        return otherwise
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise BadLine
    if isinstance(found, int) and abs(found) > 10**300:
        return math.copysign(math.inf, found)
    return found


def _count(found: Any) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 10**9:
        raise BadLine
    return found


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list) or len(found) > MOST_VISITS:
        raise BadLine
    return found


def _window(found: Any) -> tuple[int, Bound, Bound]:
    if not isinstance(found, list) or len(found) != 3:
        raise BadLine
    node, alpha, beta = found
    return _count(node), *(None if bound is None else _number(bound) for bound in (alpha, beta))  # type: ignore[return-value]
