"""A search as one tree: what every node went through, what it answered, what was cut and by whom.

A trace is made from the events of a search, the textbook's or the engine's. `trace.at(k)` is the state of affairs after
k events, so that one can step forward and back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from plytree.errors import InputError
from plytree.explain.node import TraceNode as TraceNode
from plytree.explain.node import walk
from plytree.explain.outline import Path, shape_of
from plytree.explain.recorder import read_events
from plytree.search.textbook.algorithms import search
from plytree.search.textbook.choice import Ties, best_actions
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import GameTree, PaperTree, Value

MAX_VISITS = 300_000  # nodes a search may visit to be explained; more would be seen by nobody


@dataclass(frozen=True, repr=False)
class Trace:
    """A search, or its first steps. `move` and `line` are child indices; they are known when the root has returned."""

    variant: str
    tree: GameTree
    root: TraceNode
    events: tuple[Event, ...]
    steps: int  # how many of the events have happened
    hidden: Mapping[Path, int] = field(default_factory=dict)  # how many last children of a node are left out everywhere
    stubs: frozenset[Path] = frozenset()  # cut children that pictures draw together as one stub for each parent

    def __repr__(self) -> str:
        of_all = "" if self.leaves_total is None else f" of {self.leaves_total}"
        return f"<Trace {self.variant}: value {self.value}, {self.leaves_seen}{of_all} leaves visited>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from plytree.explain.svg import render

        return render(self if self.finished else self.at(len(self.events)), None if self.finished else self.steps)

    @property
    def value(self) -> Value | None:
        return self.root.value

    @cached_property
    def _by_path(self) -> dict[Path, TraceNode]:
        return {node.path: node for node in self.root.nodes()}

    def node(self, path: Sequence[int]) -> TraceNode:
        """The node that a path leads to; InputError if there is none."""
        found = self._by_path.get(tuple(path))
        if found is None:
            raise InputError(f"{list(path)} leads to no node of the tree; expected child indices from 0")
        return found

    def nodes(self) -> Iterator[TraceNode]:
        return self.root.nodes()

    @property
    def finished(self) -> bool:
        return self.steps == len(self.events)

    def at(self, steps: int) -> Trace:
        """The state of affairs after so many events: 0 is before the search."""
        if not 0 <= steps <= len(self.events):
            raise InputError(f"{steps} is not a step of this trace; expected 0 to {len(self.events)}")
        return replace(self, root=read_events(self.root.shape, self.events[:steps]), steps=steps)

    def forward(self) -> Trace:
        """One step on; itself at the end."""
        return self if self.finished else self.at(self.steps + 1)

    def back(self) -> Trace:
        """One step back; itself at the beginning."""
        return self if self.steps == 0 else self.at(self.steps - 1)

    def limited(self, max_nodes: int) -> Trace:
        """The same, but pictures and lists show at most so many nodes: the first ones breadth-first.

        What the trace says about the search (value, cuts, leaves) still counts everything.
        """
        hidden: dict[Path, int] = {}
        room, level = max_nodes - 1, [self.root]
        while level:
            below: list[TraceNode] = []
            for node in level:
                shown = min(room, len(node.children))
                room -= shown
                if shown < len(node.children):
                    hidden[node.path] = len(node.children) - shown
                below.extend(node.children[:shown])
            level = below
        return self.with_hidden(hidden)

    def with_hidden(self, hidden: Mapping[Path, int]) -> Trace:
        """The same, but so many last children of some nodes are left out of pictures and lists."""
        return replace(self, hidden=hidden)

    def listed_children(self, node: TraceNode) -> tuple[TraceNode, ...]:
        """The children within the limit."""
        return node.children[: len(node.children) - self.hidden.get(node.path, 0)]

    def shown_children(self, node: TraceNode) -> tuple[TraceNode, ...]:
        """The children that pictures show one by one."""
        listed = self.listed_children(node)
        return tuple(child for child in listed if child.path not in self.stubs) if self.stubs else listed

    def stub(self, node: TraceNode) -> tuple[TraceNode, ...]:
        """The children that pictures show as one stub below this node."""
        if not self.stubs:
            return ()
        return tuple(child for child in self.listed_children(node) if child.path in self.stubs)

    def listed_nodes(self) -> Iterator[TraceNode]:
        """The nodes within the limit, parents first."""
        return walk(self.root, self.listed_children)

    def shown_nodes(self) -> Iterator[TraceNode]:
        """The nodes that pictures show one by one, parents first."""
        return walk(self.root, self.shown_children)

    @property
    def size(self) -> int:
        """How many nodes there are, shown or not."""
        return len(self._by_path)

    @cached_property
    def before(self) -> list[tuple[Event | None, Event | None]]:
        """For each event, the last enter or update before it: at its own node, and at the parent."""
        latest: dict[Path, Event] = {}
        found: list[tuple[Event | None, Event | None]] = []
        for event in self.events:
            found.append((latest.get(event.path), latest.get(event.path[:-1]) if event.path else None))
            if event.kind in ("enter", "update"):
                latest[event.path] = event
        return found

    @cached_property
    def cut(self) -> tuple[Path, ...]:
        """Every child that was never visited because of a cutoff (the roots of the cut subtrees)."""
        return tuple(path for node in self.nodes() for path in node.cuts)

    @cached_property
    def leaves_seen(self) -> int:
        return sum(1 for node in self.nodes() if node.is_leaf and node.visited)

    @property
    def leaves_total(self) -> int | None:
        """None if the tree of the game is too big to count them."""
        return self.root.shape.leaves

    @property
    def move(self) -> int | None:
        """The root's child that the first best answer belongs to."""
        return self.line[0] if self.line else None

    @cached_property
    def line(self) -> Path:
        """The principal line: from the root, always to the child whose answer became the value."""
        node, line = self.root, list[int]()
        while node.children and node.value is not None and not node.is_leaf:
            equal = [child for child in node.children if child.visited and child.value == node.value]
            if not equal:
                break
            best = min(equal, key=lambda child: (child.bound != "exact", child.visited_at))
            line.append(best.path[-1])
            node = best
        return tuple(line)

    def choices(self, ties: Ties = "first") -> list[int]:
        """The root's children that a tie rule lets the player choose from, judging by their answers."""
        sign = 1 if self.root.shape.is_max else -1
        answers = [(child.path[-1], sign * child.value) for child in self.root.children if child.value is not None]
        return [answers[i][0] for i in best_actions([value for _, value in answers], ties)] if answers else []


def explain(
    tree: GameTree, variant: str = "fail-soft", max_visits: int = MAX_VISITS, *, last_cuts: bool = False
) -> Trace:
    """Search a tree and keep everything that happened; InputError if it visits more nodes than that.

    `last_cuts`: also the cutoffs after a node's last child, which save nothing.
    """
    events: list[Event] = []

    def note(event: Event) -> None:
        events.append(event)
        if len(events) > 4 * max_visits:
            raise InputError(f"this search visits more than {max_visits} nodes; explain a smaller tree or depth")

    search(tree, variant, note, last_cuts=last_cuts)
    return trace_from_events(tree, events, variant)


def trace_from_events(tree: GameTree, events: Sequence[Event], variant: str) -> Trace:
    """The trace that a stream of events tells. Children may have been visited in any order, and more than once.

    Nobody wants to see every move that a position of a game cut off: there, pictures show them as stubs.
    """
    root = read_events(shape_of(tree, events), events)
    trace = Trace(variant, tree, root, tuple(events), len(events))
    return trace if isinstance(tree, PaperTree) else replace(trace, stubs=frozenset(trace.cut))
