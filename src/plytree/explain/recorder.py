"""From the events of a search to the tree of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from plytree.explain.node import Bound, TraceNode, Window
from plytree.explain.outline import Outline, Path
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import Value


@dataclass
class _Record:
    """What is known of one node while events are read."""

    windows: list[Window] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)  # where in `windows` a visit began
    visited_at: int = -1
    value: Value | None = None
    is_leaf: bool = False
    cuts: tuple[Path, ...] = ()
    cut_by: Path | None = None
    table_hit: bool = False
    killer: bool = False


def read_events(shape: Outline, events: Sequence[Event]) -> TraceNode:
    """The root of the tree after these events. Nodes may be visited in any order, and more than once."""
    parts = {part.path: part for part in shape.nodes()}
    records: dict[Path, _Record] = {}
    killer_below: Path | None = None  # the next child visited of this node is a killer move
    for number, event in enumerate(events):
        if event.kind == "killer":
            killer_below = event.path
            continue
        record = records.setdefault(event.path, _Record(visited_at=number))
        if killer_below is not None:
            record.killer |= event.path[:-1] == killer_below
            killer_below = None
        if event.kind in ("enter", "leaf", "table"):
            record.entries.append(len(record.windows))
        if event.kind not in ("return", "cut"):
            record.windows.append((event.alpha, event.beta, event.value))
        if event.kind in ("leaf", "return", "table"):
            record.value, record.is_leaf = event.value, event.kind != "return"
            record.table_hit = event.kind == "table"
        elif event.kind == "enter":
            record.value, record.cuts, record.cut_by = None, (), None
        elif event.kind == "cut":
            below = (child.path for child in parts[event.path].children)
            record.cuts = tuple(path for path in below if path not in records)
            record.cut_by = _who_cut(event.path, parts, records)
    return _trace_node(shape, records, False)


def _who_cut(path: Path, parts: dict[Path, Outline], records: dict[Path, _Record]) -> Path | None:
    """The nearest ancestor of the other player that has moved the bound which the node at `path` ran into."""
    is_max = parts[path].is_max
    side = 1 if is_max else 0  # a MIN node runs into alpha, a MAX node into beta
    for length in range(len(path) - 1, -1, -1):
        ancestor = records[path[:length]]
        moved = ancestor.windows[-1][side] != ancestor.windows[ancestor.entries[-1]][side]
        if moved and parts[path[:length]].is_max != is_max:
            return path[:length]
    return None


def _trace_node(shape: Outline, records: dict[Path, _Record], is_cut: bool) -> TraceNode:
    record = records.get(shape.path)
    cuts = record.cuts if record else ()
    children = tuple(_trace_node(child, records, is_cut or child.path in cuts) for child in shape.children)
    if record is None:
        return TraceNode(shape=shape, children=children, is_cut=is_cut)
    node = TraceNode(
        shape=shape, windows=tuple(record.windows), value=record.value, bound="open", children=children, cuts=cuts,
        cut_by=record.cut_by, visited_at=record.visited_at, table_hit=record.table_hit, killer=record.killer,
    )  # fmt: skip
    return node if record.value is None else replace(node, bound=_bound(node, record))


def _bound(node: TraceNode, record: _Record) -> Bound:
    """What the children's answers prove about the node's own."""
    value = node.value
    assert value is not None
    if record.is_leaf and not record.table_hit:
        return "exact"
    alpha, beta, _ = record.windows[record.entries[-1]]
    if record.table_hit or not node.children or len(record.entries) > 1:  # an engine's answer: believe its window
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
