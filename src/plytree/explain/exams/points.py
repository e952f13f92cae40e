"""What an exercise is worth: points for the numbers, for the move, and for each cut by the leaves that it saves.

Unless a lecturer says otherwise, all cuts together are worth as much as all numbers together: who never cuts has at
most half of the points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from plytree.errors import InputError
from plytree.explain.node import TraceNode
from plytree.explain.outline import Path
from plytree.explain.trace import Trace

MOST = 100
EXAMPLE = "alpha=1,beta=1,value=2,leaf=1,move=2"


@dataclass(frozen=True)
class Points:
    """Points for one right alpha, beta and value of a node, for the move, and for each leaf that a cut saves."""

    alpha: int = 1
    beta: int = 1
    value: int = 1
    move: int = 1
    leaf: int | None = None  # None: so many that cuts and numbers weigh the same

    def for_trace(self, trace: Trace) -> Points:
        """The same with `leaf` worked out."""
        if self.leaf is not None:
            return self
        saved = sum(leaves_below(trace.node(path)) for path in trace.cut)
        leaf = -(-self.numbers(trace) // saved) if saved else 1
        return Points(self.alpha, self.beta, self.value, self.move, leaf)

    def numbers(self, trace: Trace) -> int:
        """The points for everything but cuts."""
        visited = sum(node.visited and not node.is_leaf for node in trace.nodes())
        return (self.alpha + self.beta + self.value) * visited + self.move

    def per_leaf(self, trace: Trace) -> int:
        """For each leaf that a cut saves; also what an edge costs that is wrongly struck out."""
        return self.for_trace(trace).leaf or 0

    def cut(self, trace: Trace, path: Path) -> int:
        """What the cut of one child is worth."""
        return self.per_leaf(trace) * leaves_below(trace.node(path))

    def total(self, trace: Trace) -> int:
        return self.numbers(trace) + sum(self.cut(trace, path) for path in trace.cut)

    def to_json(self) -> dict[str, Any]:
        return {name: points for name, points in asdict(self).items() if points is not None}


def leaves_below(node: TraceNode) -> int:
    return sum(1 for below in node.nodes() if below.is_leaf)


def parse_points(text: str) -> Points:
    """`alpha=1,beta=1,value=2,leaf=1,move=2`; what is not named keeps its default."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    return read_points({name.strip(): number.strip() for name, _, number in pairs})


def read_points(given: Any) -> Points:
    """Points out of a document or an option; InputError if they are none."""
    if not isinstance(given, Mapping):
        raise InputError(f"the points {str(given)[:40]!r} are none; expected something like {EXAMPLE}")
    found: dict[str, int] = {}
    for name, number in given.items():
        if name not in Points.__dataclass_fields__:
            names = ", ".join(Points.__dataclass_fields__)
            raise InputError(f"{str(name)[:40]!r} has no points in an exam; expected some of {names}, like {EXAMPLE}")
        text = str(number)
        if not (text.isascii() and text.isdigit() and int(text[:5]) <= MOST and len(text) <= 3):
            raise InputError(f"{name!s}={text[:20]} are no points; expected a whole number from 0 to {MOST}")
        found[name] = int(text)
    return Points(**found)
