"""A search as one tree: what every node went through, what it answered, what was cut and by whom.

A trace is made from the events of a search, the textbook's or the engine's. `trace.at(k)` is the state of affairs after
k events, so that one can step forward and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from plytree.errors import InputError
from plytree.explain.shape import Path, Shape, shape_of
from plytree.search.textbook import search
from plytree.search.textbook_choice import Ties, best_actions
from plytree.search.textbook_events import Event
from plytree.search.textbook_tree import GameTree, PaperTree, Value

Bound = Literal["exact", "lower", "upper", "open", "unvisited"]
Window = tuple[Value, Value, Value | None]  # alpha, beta, best value so far
MAX_VISITS = 300_000  # nodes a search may visit to be explained; more would be seen by nobody


@dataclass(frozen=True, kw_only=True)
class TraceNode:
    """What happened at one node.

    `windows` begins with the window it was called with and goes on with one entry for each update; `alpha` and `beta`
    are the last of them, as one has them on paper in the end. `bound` says what the returned `value` means for the
    minimax value m: exact (m = value), lower (m >= value), upper (m <= value); "open" while the node is being searched.
    It is what the answers of the children prove, so a node all of whose children are known exactly is exact even if its
    value lies outside its window.
    """

    shape: Shape
    windows: tuple[Window, ...] = ()
    value: Value | None = None
    bound: Bound = "unvisited"
    children: tuple[TraceNode, ...] = ()
    is_cut: bool = False  # never visited: it or an ancestor was cut off
    cuts: tuple[Path, ...] = ()  # its children that it cut off
    cut_by: Path | None = None  # the ancestor whose bound made it cut; None also for a bound given from outside
    table_hit: bool = False
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
        return _walk(self, lambda node: node.children)


@dataclass(frozen=True)
class Trace:
    """A search, or its first steps. `move` and `line` are child indices; they are known when the root has returned."""

    variant: str
    tree: GameTree
    root: TraceNode
    events: tuple[Event, ...]
    steps: int  # how many of the events have happened
    hidden: Mapping[Path, int] = field(default_factory=dict)  # how many last children of a node are left out everywhere
    stubs: frozenset[Path] = frozenset()  # cut children that pictures draw together as one stub for each parent

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
        now = _assemble(self.variant, self.tree, self.root.shape, self.events, steps)
        return replace(now, hidden=self.hidden, stubs=self.stubs)

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
        return _walk(self.root, self.listed_children)

    def shown_nodes(self) -> Iterator[TraceNode]:
        """The nodes that pictures show one by one, parents first."""
        return _walk(self.root, self.shown_children)

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
            best = next((child for child in node.children if child.visited and child.value == node.value), None)
            if best is None:
                break
            line.append(best.path[-1])
            node = best
        return tuple(line)

    def choices(self, ties: Ties = "first") -> list[int]:
        """The root's children that a tie rule lets MAX choose from, judging by their answers."""
        answers = [(child.path[-1], child.value) for child in self.root.children if child.value is not None]
        return [answers[i][0] for i in best_actions([value for _, value in answers], ties)] if answers else []


def _walk(root: TraceNode, children: Callable[[TraceNode], tuple[TraceNode, ...]]) -> Iterator[TraceNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def explain(tree: GameTree, variant: str = "fail-soft", max_visits: int = MAX_VISITS) -> Trace:
    """Search a tree and keep everything that happened; InputError if it visits more nodes than that."""
    events: list[Event] = []

    def note(event: Event) -> None:
        events.append(event)
        if len(events) > 4 * max_visits:
            raise InputError(f"this search visits more than {max_visits} nodes; explain a smaller tree or depth")

    search(tree, variant, note)
    return trace_from_events(tree, events, variant)


def trace_from_events(tree: GameTree, events: Sequence[Event], variant: str) -> Trace:
    """The trace that a stream of events tells. Children may have been visited in any order, and more than once.

    Nobody wants to see every move that a position of a game cut off: there, pictures show them as stubs.
    """
    visited = {event.path for event in events}
    trace = _assemble(variant, tree, shape_of(tree, visited), tuple(events), len(events))
    return trace if isinstance(tree, PaperTree) else replace(trace, stubs=frozenset(trace.cut))


@dataclass
class _Record:
    """What is known of one node while events are read."""

    windows: list[Window]
    value: Value | None = None
    is_leaf: bool = False
    cuts: tuple[Path, ...] = ()
    cut_by: Path | None = None
    table_hit: bool = False
    killer: bool = False


def _assemble(variant: str, tree: GameTree, shape: Shape, events: tuple[Event, ...], steps: int) -> Trace:
    widths = {part.path: len(part.children) for part in shape.nodes()}
    turns = {part.path: part.is_max for part in shape.nodes()}
    records: dict[Path, _Record] = {}
    for event in events[:steps]:
        if event.kind == "killer":
            records.setdefault(event.path, _Record([])).killer = True
            continue
        record = records.setdefault(event.path, _Record([]))
        if event.kind != "return" and event.kind != "cut":
            record.windows.append((event.alpha, event.beta, event.value))
        if event.kind in ("leaf", "return", "table"):
            record.value, record.is_leaf = event.value, event.kind != "return"
            record.table_hit = event.kind == "table"
        elif event.kind == "enter":
            record.value, record.cuts, record.cut_by = None, (), None
        elif event.kind == "cut":
            below = ((*event.path, i) for i in range(widths[event.path]))
            record.cuts = tuple(path for path in below if not _seen(records.get(path)))
            record.cut_by = _who_cut(event.path, turns, records)
    root = _trace_node(shape, records, False)
    return Trace(variant, tree, root, events, steps)


def _seen(record: _Record | None) -> bool:
    return record is not None and bool(record.windows)


def _who_cut(path: Path, turns: dict[Path, bool], records: dict[Path, _Record]) -> Path | None:
    """The nearest ancestor of the other player that has moved the bound which the node at `path` ran into."""
    side = 0 if not turns[path] else 1  # a MIN node runs into alpha, a MAX node into beta
    for length in range(len(path) - 1, -1, -1):
        ancestor = path[:length]
        windows = records[ancestor].windows
        entry = next(i for i in range(len(windows) - 1, -1, -1) if i == 0 or windows[i][2] is None)
        if turns[ancestor] != turns[path] and windows[-1][side] != windows[entry][side]:
            return ancestor
    return None


def _trace_node(shape: Shape, records: dict[Path, _Record], is_cut: bool) -> TraceNode:
    record = records.get(shape.path)
    cuts = record.cuts if record else ()
    children = tuple(_trace_node(child, records, is_cut or child.path in cuts) for child in shape.children)
    if record is None or not record.windows:
        return TraceNode(shape=shape, children=children, is_cut=is_cut, killer=bool(record and record.killer))
    node = TraceNode(
        shape=shape, windows=tuple(record.windows), value=record.value, bound="open", children=children, cuts=cuts,
        cut_by=record.cut_by, table_hit=record.table_hit, killer=record.killer,
    )  # fmt: skip
    return node if record.value is None else replace(node, bound=_bound(node, record))


def _bound(node: TraceNode, record: _Record) -> Bound:
    """What the children's answers prove about the node's own."""
    value = node.value
    assert value is not None
    if record.is_leaf and not record.table_hit:
        return "exact"
    alpha, beta, _ = record.windows[0]
    if record.table_hit or not node.children:
        return "upper" if value <= alpha else "lower" if value >= beta else "exact"
    sign = 1 if node.shape.is_max else -1
    one_side, other_side = ("lower", "upper") if node.shape.is_max else ("upper", "lower")
    answers = [(child.bound, sign * child.value) for child in node.children if child.value is not None]
    reached = any(bound in ("exact", one_side) and answer >= sign * value for bound, answer in answers)
    capped = len(answers) == len(node.children) and all(
        bound in ("exact", other_side) and answer <= sign * value for bound, answer in answers
    )
    if reached and capped:
        return "exact"
    return "lower" if reached == node.shape.is_max else "upper"
