"""What a search tells an onlooker: one stream of small events, the same for every algorithm.

Windows and values are always from the view of MAX, the player to move at the root, whatever view the algorithm itself
takes (negamax), so that the streams of two algorithms can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from plytree.search.textbook.tree import GameTree, Node, Value

EventKind = Literal["enter", "leaf", "update", "cut", "return", "table", "killer"]


class Event(NamedTuple):
    """One step of a search at the node that `path` (child indices from the root) leads to.

    enter: an inner node is called with this window. leaf: a leaf or a node at the horizon is called with this window
    and answers `value`. update: a child came back and changed the window or the best value of this node. cut: the node
    skips the children it has not visited, of which there is at least one. return: the node answers `value`; the window
    is the one it ended with. Only the engine's search emits table (the transposition table answers `value`) and killer
    (the next child visited is a killer move).
    """

    kind: EventKind
    path: tuple[int, ...]
    alpha: Value
    beta: Value
    value: Value | None


Observer = Callable[[Event], None]
Search = Callable[[Node, Value, Value], Value]  # (node, alpha, beta) -> value


class Watch:
    """Turns what an algorithm does into events for an observer.

    `wrap` watches a search function from outside (enter, leaf, return); the algorithm itself reports what only it
    knows (`update`, `cut`).
    """

    def __init__(self, tree: GameTree, observer: Observer, last_cuts: bool = False):
        self._tree, self._observer, self._last_cuts = tree, observer, last_cuts
        self._windows: list[tuple[Value, Value, Value | None]] = []  # of the nodes from the root to here, with value

    def wrap(self, search: Search, *, mover_view: bool = False, best_is_bound: bool = False) -> Search:
        """The same search, observed.

        `mover_view`: it speaks from the view of the player to move, as negamax does. `best_is_bound`: it knows no best
        value beside alpha (at a MAX node) or beta, so a child that does not move that bound changes nothing.
        """

        def observed(node: Node, alpha: Value, beta: Value) -> Value:
            flip = mover_view and not node.is_max
            low, high = (-beta, -alpha) if flip else (alpha, beta)
            if node.value is not None:
                self._observer(Event("leaf", node.path, low, high, node.value))
                return search(node, alpha, beta)
            self._observer(Event("enter", node.path, low, high, None))
            bound = low if node.is_max else high
            self._windows.append((low, high, bound if best_is_bound else None))
            value = search(node, alpha, beta)
            low, high, _ = self._windows.pop()
            self._observer(Event("return", node.path, low, high, -value if flip else value))
            return value

        return observed

    def update(self, node: Node, alpha: Value, beta: Value, value: Value, *, mover_view: bool = False) -> None:
        """A child of `node` came back: these are the window and the best value now."""
        if mover_view and not node.is_max:
            alpha, beta, value = -beta, -alpha, -value
        if self._windows[-1] != (alpha, beta, value):
            self._windows[-1] = (alpha, beta, value)
            self._observer(Event("update", node.path, alpha, beta, value))

    def cut(self, node: Node, child: Node) -> None:
        """`node` stops after `child`. If that was the last one nothing is cut, and it is told only on wish."""
        if self._last_cuts or child.nth + 1 < len(self._tree.moves(node)):
            self._observer(Event("cut", node.path, *self._windows[-1]))

    @property
    def inside(self) -> bool:
        """Is an inner node being searched?"""
        return bool(self._windows)

    @property
    def window(self) -> tuple[Value, Value]:
        """The window of the innermost node that is being searched."""
        return self._windows[-1][:2]
