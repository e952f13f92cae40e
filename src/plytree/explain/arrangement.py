"""Where the nodes of a trace stand in a picture: parents centred over their children, nothing on top of anything.

The layout depends on the finished trace only, so that a picture keeps still while one steps through the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.outline import Path
from plytree.explain.trace import Trace

NODE_HEIGHT = 42.0  # of a triangle
LEAF_HEIGHT = 28.0
LEVEL_GAP = 62.0
SIBLING_GAP = 10.0
HALF_TRIANGLE = 25.0
STUB_WIDTH = 54.0
LABEL_SIZE, VALUE_SIZE, WINDOW_SIZE = 13.0, 15.0, 11.0
FEW_LEAVES = 48  # up to so many leaves, the edges to leaves carry windows too


@dataclass(frozen=True)
class Place:
    """The middle of a node's triangle or box, and where its edges meet it."""

    x: float
    top: float  # where the edge from the parent ends
    bottom: float  # where the edges to the children begin


@dataclass(frozen=True)
class Arrangement:
    places: Mapping[Path, Place]
    width: float
    height: float
    leaf_windows: bool
    stubs: Mapping[Path, Place]  # the ends of the edges that stand for all cut children of a node


def text_width(text: str, size: float) -> float:
    """About how wide a text is; on the safe side for common fonts."""
    return len(text) * size * 0.62


def window_text(alpha: float | None, beta: float | None) -> str:
    return f"[{show(alpha, 'symbols')}, {show(beta, 'symbols')}]"


def answer_text(node: TraceNode) -> str:
    """What a node shows inside: its answer, with a sign where it is a bound; its best so far while it is open."""
    sign = {"upper": "≤", "lower": "≥"}.get(node.bound, "")
    return sign + show(node.best, "symbols") if node.best is not None else ""


def label_of(trace: Trace, node: TraceNode) -> str:
    """Its name; in a game, the move that leads to it."""
    return node.shape.move if trace.root.name == "root" else node.name


def marks_of(node: TraceNode) -> str:
    """What helped an engine at this node."""
    return "table" * node.table_hit + ", " * (node.table_hit and node.killer) + "killer" * node.killer


def arrange(trace: Trace, board_width: float = 0.0, board_height: float = 0.0) -> Arrangement:
    """A place for every node that is shown, with room for a board below each if there are boards."""
    shown = list(trace.shown_nodes())
    leaf_windows = sum(1 for node in shown if node.is_leaf) <= FEW_LEAVES and trace.variant != "minimax"
    widths: dict[Path, float] = {}
    spans: dict[Path, float] = {}  # of the children side by side
    for node in reversed(shown):  # children before parents
        parts = [widths[child.path] for child in trace.shown_children(node)]
        parts += [STUB_WIDTH] if trace.stub(node) else []
        parts += [text_width("… 9999 more", WINDOW_SIZE)] if node.path in trace.hidden else []
        spans[node.path] = sum(parts) + SIBLING_GAP * max(0, len(parts) - 1)
        own = max(_own_width(trace, node, leaf_windows), board_width + 2 * _reason_width(trace, node))
        widths[node.path] = max(own, spans[node.path])
    places: dict[Path, Place] = {}
    stubs: dict[Path, Place] = {}
    left: dict[Path, float] = {(): 0.0}
    level = NODE_HEIGHT + LEVEL_GAP + board_height
    for node in shown:
        top = len(node.path) * level
        at = left[node.path] + (widths[node.path] - spans[node.path]) / 2
        for child in trace.shown_children(node):
            left[child.path] = at
            at += widths[child.path] + SIBLING_GAP
        if trace.stub(node):
            stubs[node.path] = Place(at + STUB_WIDTH / 2, top + level, top + level)
        bottom = top + (LEAF_HEIGHT if node.is_leaf else NODE_HEIGHT) + board_height
        places[node.path] = Place(left[node.path] + widths[node.path] / 2, top, bottom)
    for node in reversed(shown):  # centre every parent over its outermost children
        below = [places[child.path].x for child in trace.shown_children(node)]
        below += [stubs[node.path].x] if node.path in stubs else []
        if below:
            x = (below[0] + below[-1]) / 2
            places[node.path] = Place(x, places[node.path].top, places[node.path].bottom)
    deepest = max(place.bottom for place in (*places.values(), *stubs.values()))
    return Arrangement(places, widths[()], deepest, leaf_windows, stubs)


def _own_width(trace: Trace, node: TraceNode, leaf_windows: bool) -> float:
    entry = window_text(*node.windows[0][:2]) if node.windows and node.path else ""
    edge = text_width(entry, WINDOW_SIZE) if leaf_windows or not node.is_leaf else 0.0
    label = max(text_width(label_of(trace, node), LABEL_SIZE), text_width(marks_of(node), WINDOW_SIZE))
    if node.is_leaf:
        shown = show(node.shape.value, "symbols")
        return max(edge, 2 * label + text_width(shown, VALUE_SIZE) + 20)
    window = text_width(window_text(node.alpha, node.beta), WINDOW_SIZE)
    return max(edge, 2 * (HALF_TRIANGLE + 4 + max(label, window, _reason_width(trace, node))))


def _reason_width(trace: Trace, node: TraceNode) -> float:
    return text_width(cut_reason(trace, node), WINDOW_SIZE)


def cut_reason(trace: Trace, node: TraceNode) -> str:
    """Why a node cut: `2 ≤ 3 (A)` means that its 2 does not pass the 3 that A holds."""
    if not node.cuts or not node.windows:
        return ""
    alpha, beta, best = node.windows[-1]
    bound, sign = (alpha, "≤") if node.kind == "min" else (beta, "≥")
    who = "" if node.cut_by is None else label_of(trace, trace.node(node.cut_by)) or "root"
    return f"{show(best, 'symbols')} {sign} {show(bound, 'symbols')}" + (f" ({who})" if who else "")
