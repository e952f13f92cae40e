"""What happened at one node of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from plytree.explain.outline import Outline, Path
from plytree.search.textbook.tree import Value

Bound = Literal["exact", "lower", "upper", "open", "unvisited"]
Window = tuple[Value, Value, Value | None]  # alpha, beta, best value so far


@dataclass(frozen=True, kw_only=True)
class TraceNode:
    """What happened at one node.

    `windows` begins with the window it was called with and goes on with one entry for each update; `alpha` and `beta`
    are the last of them, as one has them on paper in the end. `bound` says what the returned `value` means for the
    minimax value m: exact (m = value), lower (m >= value), upper (m <= value); "open" while the node is being searched.
    It is what the answers of the children prove, so a node all of whose children are known exactly is exact even if its
    value lies outside its window.
    """

    shape: Outline
    windows: tuple[Window, ...] = ()
    value: Value | None = None
    bound: Bound = "unvisited"
    children: tuple[TraceNode, ...] = ()
    is_cut: bool = False  # never visited: it or an ancestor was cut off
    cuts: tuple[Path, ...] = ()  # its children that it cut off
    cut_by: Path | None = None  # the ancestor whose bound made it cut; None also for a bound given from outside
    table_hit: bool = False
    visited_at: int = -1  # the number of the event with which its first visit began
    killer: bool = False  # it was tried early because it is a killer move

    @property
    def path(self) -> Path:
        return self.shape.path

    @property
    def name(self) -> str:
        return self.shape.name

    @property
    def kind(self) -> Literal["max", "min"]:
        return "max" if self.shape.is_max else "min"

    @property
    def is_leaf(self) -> bool:
        return self.shape.value is not None

    @property
    def visited(self) -> bool:
        return self.bound != "unvisited"

    @property
    def alpha(self) -> Value | None:
        return self.windows[-1][0] if self.windows else None

    @property
    def beta(self) -> Value | None:
        return self.windows[-1][1] if self.windows else None

    @property
    def best(self) -> Value | None:
        """What it returned, or the best it has so far."""
        return self.value if self.value is not None or not self.windows else self.windows[-1][2]

    def nodes(self) -> Iterator[TraceNode]:
        """All nodes, parents first, children from left to right."""
        return walk(self, lambda node: node.children)


def walk(root: TraceNode, children: Callable[[TraceNode], tuple[TraceNode, ...]]) -> Iterator[TraceNode]:
    """All nodes that `children` leads to, parents first, from left to right."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))
