"""The tree of an exercise as one draws it on paper: room for alpha and beta beside every inner node, empty or filled.

Narrower than the picture of `explain.svg`, which shows the window of every call: twenty leaves fit across a page.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from plytree.explain.arrangement import answer_text
from plytree.explain.node import TraceNode
from plytree.explain.numbers import NumberStyle, show
from plytree.explain.outline import Path
from plytree.explain.trace import Trace

SLOT, GROUP_GAP, LEVEL = 46.0, 14.0, 88.0  # width of a leaf, gap between siblings with children, height of a level
LEAST_INNER = 100.0  # an inner node with its blanks
HALF, HEIGHT = 24.0, 40.0  # of a triangle
BOX_WIDTH, BOX_HEIGHT = 32.0, 26.0
MARGIN = 8.0
NAME_ROOM, WINDOW_ROOM = (
    36.0,
    70.0,
)  # from the middle of an inner node: its name at the left, alpha and beta at the right

CSS = """
.paper text{font-family:"Inter","Helvetica Neue",Arial,"DejaVu Sans",sans-serif;fill:#16191d}
.paper .edge{fill:none;stroke:#5b626c;stroke-width:1.2}.paper .line{stroke:#16191d;stroke-width:3.6}
.paper .gone{stroke:#9aa1ab;stroke-dasharray:3 4}.paper .strike{fill:none;stroke:#d55e00;stroke-width:2.4}
.paper .body{fill:#fff;stroke:#16191d;stroke-width:1.5;stroke-linejoin:round}
.paper .filled .max>.body{fill:#d6e9f5;stroke:#0072b2}.paper .filled .min>.body{fill:#fdebc4;stroke:#b87700}
.paper .filled .on-line>.body{stroke:#16191d;stroke-width:3}
.paper .filled .unseen>.body{stroke:#9aa1ab;fill:none;stroke-dasharray:3 3}.paper .unseen>text{fill:#9aa1ab}
.paper .number{font-size:15px;font-weight:700;text-anchor:middle}.paper .name{font-size:13px;font-weight:600}
.paper .leaf-name{font-size:10.5px;fill:#5b626c;text-anchor:middle}.paper .greek{font-size:13px}
.paper .rule{stroke:#16191d;stroke-width:.8}
"""


@dataclass(frozen=True)
class Spot:
    """The middle of a node and its upper and lower end."""

    x: float
    top: float
    bottom: float


def spots(trace: Trace) -> tuple[Mapping[Path, Spot], float, float]:
    """A place for every node, and the size of the whole."""
    widths: dict[Path, float] = {}
    for node in reversed(list(trace.nodes())):
        gap = GROUP_GAP if any(not child.is_leaf for child in node.children) else 0.0
        below = sum(widths[child.path] for child in node.children) + gap * (len(node.children) - 1)
        widths[node.path] = SLOT if node.is_leaf else max(LEAST_INNER, below)
    left: dict[Path, float] = {(): MARGIN}
    found: dict[Path, Spot] = {}
    for node in trace.nodes():
        gap = GROUP_GAP if any(not child.is_leaf for child in node.children) else 0.0
        below = sum(widths[child.path] for child in node.children) + gap * (len(node.children) - 1)
        at = left[node.path] + (widths[node.path] - below) / 2
        for child in node.children:
            left[child.path] = at
            at += widths[child.path] + gap
        top = MARGIN + LEVEL * len(node.path)
        height = BOX_HEIGHT if node.is_leaf else HEIGHT
        found[node.path] = Spot(left[node.path] + widths[node.path] / 2, top, top + height)
    for node in reversed(list(trace.nodes())):  # every parent over the middle of its children
        if node.children:
            middle = (found[node.children[0].path].x + found[node.children[-1].path].x) / 2
            found[node.path] = replace(found[node.path], x=middle)
    leaf = {node.path for node in trace.nodes() if node.is_leaf}
    left_end = min(spot.x - (BOX_WIDTH / 2 if path in leaf else NAME_ROOM) for path, spot in found.items())
    right_end = max(spot.x + (BOX_WIDTH / 2 if path in leaf else WINDOW_ROOM) for path, spot in found.items())
    found = {path: replace(spot, x=spot.x - left_end + MARGIN) for path, spot in found.items()}
    bottom = max(spot.bottom for spot in found.values())
    return found, right_end - left_end + 2 * MARGIN, bottom + 18 + MARGIN


def draw(trace: Trace, *, filled: bool) -> str:
    """The empty tree, or the one that is filled in rightly, as SVG."""
    places, width, height = spots(trace)
    line = {trace.line[:length] for length in range(len(trace.line) + 1)} if filled else set()
    nodes = list(trace.nodes())
    edges = [_edge(trace, node, places, line, filled) for node in nodes if node.path]
    bodies = [_inner(node, places[node.path], line, filled) for node in nodes if not node.is_leaf]
    leaves = [_leaf(node, places[node.path], line, filled) for node in nodes if node.is_leaf]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="paper" width="{1.25 * width:.0f}" viewBox="0 0 {width:.0f} '
        f'{height:.0f}"><style>{CSS}</style><g class="{"filled" if filled else "blank-tree"}">'
        + "".join([*edges, *bodies, *leaves])
        + "</g></svg>"
    )


def _edge(trace: Trace, node: TraceNode, places: Mapping[Path, Spot], line: set[Path], filled: bool) -> str:
    above, here = places[node.path[:-1]], places[node.path]
    look = "edge" + (" line" if node.path in line else " gone" if filled and node.is_cut else "")
    drawn = f'<path class="{look}" d="M{above.x:.1f} {above.bottom:.1f}L{here.x:.1f} {here.top:.1f}"/>'
    if filled and node.path in trace.cut:
        bars = "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for x1, y1, x2, y2 in strike(above, here))
        drawn += f'<path class="strike" d="{bars}"/>'
    return drawn


def strike(above: Spot, here: Spot) -> list[tuple[float, float, float, float]]:
    """Two short bars across an edge, as (x1, y1, x2, y2)."""
    dx, dy = here.x - above.x, here.top - above.bottom
    length = math.hypot(dx, dy)
    ux, uy = 7 * dx / length, 7 * dy / length
    middles = [(above.x + dx * t, above.bottom + dy * t) for t in (0.55, 0.55 + 6 / length)]
    return [(x - uy, y + ux, x + uy, y - ux) for x, y in middles]


def _look(node: TraceNode, line: set[Path], filled: bool) -> str:
    kind = "leaf" if node.is_leaf else node.kind
    return kind + (" on-line" if node.path in line else "") + (" unseen" if filled and not node.visited else "")


def _inner(node: TraceNode, spot: Spot, line: set[Path], filled: bool) -> str:
    upward = node.kind == "max"
    outline = f"M0 0L{HALF:g} {HEIGHT:g}H-{HALF:g}z" if upward else f"M-{HALF:g} 0H{HALF:g}L0 {HEIGHT:g}z"
    name_y = 13 if upward else HEIGHT - 3
    parts = [
        f'<g class="{_look(node, line, filled)}" transform="translate({spot.x:.1f} {spot.top:.1f})">',
        f'<path class="body" d="{outline}"/>',
        f'<text class="name" x="-15" y="{name_y:g}" text-anchor="end">{node.name}</text>',
    ]
    if filled and node.visited:
        inside = answer_text(node)
        size = min(15.0, 36 / (0.62 * max(1, len(inside))))
        value_y = 33 if upward else 17
        parts.append(f'<text class="number" y="{value_y}" style="font-size:{size:.3g}px">{escape(inside)}</text>')
    for x, y, letter, text in greek(node, filled, "symbols"):
        parts.append(f'<text class="greek" x="{x:g}" y="{y:g}">{letter} {escape(text)}</text>')
        if not filled:
            parts.append(f'<path class="rule" d="M{x + 11:g} {y + 2:g}h27"/>')
    return "".join(parts) + "</g>"


def greek(node: TraceNode, filled: bool, style: NumberStyle) -> list[tuple[float, float, str, str]]:
    """Where alpha and beta stand, from the upper end of a node, and their numbers: (x, y, letter, text)."""
    if filled and not node.visited:
        return []
    texts = (show(node.alpha, style), show(node.beta, style)) if filled else ("", "")
    places = ((18.0, 11.0), (26.0, 28.0)) if node.kind == "max" else ((26.0, 18.0), (18.0, 35.0))
    return [(x, y, letter, text) for (x, y), letter, text in zip(places, "αβ", texts, strict=True)]


def _leaf(node: TraceNode, spot: Spot, line: set[Path], filled: bool) -> str:
    shown = show(node.shape.value, "symbols")
    return (
        f'<g class="{_look(node, line, filled)}" transform="translate({spot.x:.1f} {spot.top:.1f})">'
        f'<rect class="body" x="{-BOX_WIDTH / 2:g}" width="{BOX_WIDTH:g}" height="{BOX_HEIGHT:g}"/>'
        f'<text class="number" y="18.5">{escape(shown)}</text>'
        f'<text class="leaf-name" y="{BOX_HEIGHT + 12:g}">{node.name}</text></g>'
    )
