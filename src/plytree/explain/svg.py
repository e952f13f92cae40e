"""A trace as a picture: MAX and MIN as triangles up and down, windows on the edges, cuts struck out.

Every meaning is carried by a shape or a line style as well as by a colour (Okabe and Ito's palette), so the picture can
be printed without colour. It is light or dark with the reader's system, or as `theme` says. Each node is a group with
the class `node`, the id `PREFIX-PATH` and the attribute `data-path` (child indices joined by dots, "" for the root).
"""

from __future__ import annotations

import math
from html import escape

from plytree.errors import InputError
from plytree.explain import boards, words
from plytree.explain.arrangement import (
    HALF_TRIANGLE,
    LEAF_HEIGHT,
    NODE_HEIGHT,
    VALUE_SIZE,
    WINDOW_SIZE,
    Place,
    answer_text,
    arrange,
    cut_reason,
    label_of,
    marks_of,
    text_width,
    window_text,
)
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.outline import Path, board_of
from plytree.explain.style import THEMES, stylesheet
from plytree.explain.style import Theme as Theme
from plytree.explain.trace import Trace
from plytree.games.contract.game import Board

MARGIN, HEAD, FOOT = 24.0, 46.0, 58.0
LEGEND_WIDTH = 440.0
THUMBNAIL, LEAST_SQUARE = 52.0, 9.5  # the longer side of a board, and what a square needs to be seen


def render(
    trace: Trace,
    step: int | None = None,
    theme: Theme = "auto",
    *,
    lang: str = "en",
    prefix: str = "node",
    title: str | None = None,
    caption: bool = True,
    legend: bool = True,
    plain: bool = False,
) -> str:
    """The picture of a trace, or of its state after `step` events, as one SVG document.

    With a step, the node of the last event has a halo and, if `caption`, the picture says what happened. Nodes stand at
    the same place at every step. `plain` draws the tree as it is before any search.
    """
    if theme not in THEMES:
        raise InputError(f"{theme!r} is not a theme; expected one of {', '.join(THEMES)}")
    now = trace.at(0) if plain else trace if step is None else trace.at(step)
    scene = Scene(trace, prefix)
    drawing = scene.drawing(now, None if not step else trace.events[step - 1].path, plain)
    outcome = words.title(now, lang)
    said = words.sentence(trace, step - 1, lang) if step and caption else ""
    heading = outcome if title is None else title
    opening, closing = scene.frame(theme, heading, said, outcome, words.words_of(lang) if legend else None)
    return "".join([opening, *drawing.edges().values(), *drawing.nodes().values(), closing]) + "\n"


class Scene:
    """What all pictures of a trace have in common, at whichever step: where everything stands, and how large."""

    def __init__(self, trace: Trace, prefix: str = "node"):
        self.trace, self.prefix = trace, prefix
        self.pictures = _thumbnails(trace)
        self.cell, board_width, board_height = _thumbnail_size(self.pictures)
        self.layout = arrange(trace, board_width, board_height)

    def drawing(self, now: Trace, current: Path | None, plain: bool = False) -> Drawing:
        """The nodes and edges at one step; `current` has a halo."""
        return Drawing(self, now, current, plain)

    def frame(
        self, theme: Theme, heading: str, said: str, outcome: str, legend: dict[str, str] | None
    ) -> tuple[str, str]:
        """What stands before and after the nodes and edges."""
        head = HEAD if heading or said else 0.0
        least = max(text_width(heading, 15), text_width(said, 13), LEGEND_WIDTH if legend else 0.0)
        width = max(self.layout.width, least) + 2 * MARGIN
        height = self.layout.height + 2 * MARGIN + head + (FOOT if legend else 0.0)
        left = (width - self.layout.width) / 2
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plytree-trace" data-theme="{theme}" data-variant='
            f'"{escape(self.trace.variant)}" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(outcome)}">',
            f"<style>{stylesheet(theme)}{boards.CSS if self.pictures else ''}</style>",
            '<rect class="bg" width="100%" height="100%"/>',
            f'<text class="title" x="{MARGIN}" y="{MARGIN + 8}">{escape(heading)}</text>' if heading else "",
            f'<text class="say" x="{MARGIN}" y="{MARGIN + 28}">{escape(said)}</text>' if said else "",
            f'<g transform="translate({left:.1f} {MARGIN + head:.1f})">',
        ]
        return "".join(parts), "</g>" + (_legend(height, legend) if legend else "") + "</svg>"


def _thumbnails(trace: Trace) -> dict[Path, Board]:
    found = ((node.path, board_of(trace.tree, node.shape)) for node in trace.shown_nodes() if not node.is_cut)
    return {path: board for path, board in found if board is not None}


def _thumbnail_size(pictures: dict[Path, Board]) -> tuple[float, float, float]:
    """The size of a square, and the room that a board needs."""
    if not pictures:
        return 0.0, 0.0, 0.0
    width, height = boards.board_size(pictures[()], 1.0)
    cell = max(THUMBNAIL / max(width, height), LEAST_SQUARE)
    return cell, width * cell + 8, height * cell + 8


class Drawing:
    """The edges and nodes of one picture, by the paths of nodes."""

    def __init__(self, scene: Scene, now: Trace, current: Path | None, plain: bool):
        self.trace, self.now, self.layout = scene.trace, now, scene.layout
        self.pictures, self.cell, self.prefix = scene.pictures, scene.cell, scene.prefix
        self.current, self.plain = current, plain
        self.line = {now.line[:length] for length in range(len(now.line) + 1)} if now.line else set()

    def edges(self) -> dict[str, str]:
        """Thin edges first, the principal line on top of them."""
        shown = [node for node in self.now.shown_nodes() if node.path]
        drawn = {f"e{dotted(node.path)}": self.edge(node) for node in sorted(shown, key=lambda n: n.path in self.line)}
        drawn |= {f"m{dotted(path)}": self._more(path, count) for path, count in self.now.hidden.items()}
        return drawn | {f"s{dotted(path)}": self.stub(self.now.node(path)) for path in self.layout.stubs}

    def nodes(self) -> dict[str, str]:
        return {f"n{dotted(node.path)}": self.node(node) for node in self.now.shown_nodes()}

    def edge(self, node: TraceNode) -> str:
        above, here = self.layout.places[node.path[:-1]], self.layout.places[node.path]
        cut = node.path in self.now.node(node.path[:-1]).cuts
        look = (
            "line" if node.path in self.line else "cut" if node.is_cut else "" if node.visited or self.plain else "new"
        )
        parts = [f'<path class="edge {look}" d="M{above.x:.1f} {above.bottom:.1f}L{here.x:.1f} {here.top:.1f}"/>']
        if cut:
            parts.append(_strike(above, here))
        return "".join(parts)

    def stub(self, node: TraceNode) -> str:
        """All cut children of a node as one edge that leads nowhere."""
        count = sum(1 for child in self.now.stub(node) if child.is_cut)
        if not count:
            return ""
        above, end = self.layout.places[node.path], self.layout.stubs[node.path]
        edge = f'<path class="edge cut" d="M{above.x:.1f} {above.bottom:.1f}L{end.x:.1f} {end.top:.1f}"/>'
        text = f'<text class="small" text-anchor="middle" x="{end.x:.1f}" y="{end.top + 12:.1f}">{count} cut</text>'
        return edge + _strike(above, end) + text

    def _more(self, path: Path, count: int) -> str:
        place = self.layout.places.get(path)
        if place is None:
            return ""
        return f'<text class="small" x="{place.x + 8:.1f}" y="{place.bottom + 14:.1f}">… {count} more</text>'

    def node(self, node: TraceNode) -> str:
        place = self.layout.places[node.path]
        path = dotted(node.path)
        look = ["node", "leaf" if node.is_leaf else node.kind]
        look += ["on-line"] if node.path in self.line else []
        look += ["unseen"] if not (node.visited or self.plain) else []
        look += ["cut"] if node.is_cut else []
        identity = f"{self.prefix}-{path.replace('.', '-')}" if path else self.prefix
        parts = [
            f'<g class="{" ".join(look)}" id="{escape(identity)}" data-path="{path}" '
            f'transform="translate({place.x:.1f} {place.top:.1f})"><title>{escape(_tooltip(self.now, node))}</title>'
        ]
        outline = _outline(node, show(node.shape.value, "symbols"))
        if node.path == self.current:
            parts.append(f'<path class="halo" d="{outline}"/>')
        parts.append(f'<path class="body" d="{outline}"/>')
        parts.append(self._texts(node))
        board = self.pictures.get(node.path)
        if board is not None:
            width, _ = boards.board_size(board, self.cell)
            below = (LEAF_HEIGHT if node.is_leaf else NODE_HEIGHT) + 4
            parts.append(boards.board_group(board, self.cell, -width / 2, below))
        return "".join(parts) + "</g>"

    def _texts(self, node: TraceNode) -> str:
        label = escape(label_of(self.now, node))
        if node.is_leaf:
            shown = show(node.value if node.visited else node.shape.value, "symbols")
            half = _leaf_half(shown)
            crossed = " crossed" if node.is_cut else ""
            text = f'<text class="value{crossed}" y="19.5">{escape(shown)}</text>'
            text += f'<text class="small" x="{-half - 3:.1f}" y="11" text-anchor="end">{label}</text>'
            text += _marks(node, -half - 3, 23)
            return text + (self._window(node) if self.layout.leaf_windows else "")
        inside = answer_text(node)
        size = min(VALUE_SIZE, 42 / (0.62 * max(1, len(inside))))
        y = 34 if node.kind == "max" else 18
        text = f'<text class="value" y="{y}" style="font-size:{size:.3g}px">{escape(inside)}</text>' if inside else ""
        name_y = 14 if node.kind == "max" else 36
        text += (
            f'<text class="name" x="-{18 if node.kind == "max" else 17}" y="{name_y}" text-anchor="end">{label}</text>'
        )
        text += _marks(node, -26, name_y + 13)
        if node.visited and self.now.variant != "minimax":
            text += f'<text class="small" x="17" y="{name_y}">{escape(window_text(node.alpha, node.beta))}</text>'
            reason = escape(cut_reason(self.now, node))
            if reason:
                beside = (
                    max(26.0, boards.board_size(self.pictures[()], self.cell)[0] / 2 + 4) if self.pictures else 26.0
                )
                text += f'<text class="small reason" x="{beside:g}" y="{name_y + 13}">{reason}</text>'
            text += self._window(node)
        return text

    def _window(self, node: TraceNode) -> str:
        """The window that the node was called with, on the edge that leads to it."""
        if not node.windows or not node.path:
            return ""
        text = window_text(*node.windows[0][:2])
        width = text_width(text, WINDOW_SIZE) - 6
        behind = f'<rect class="bg" x="{-width / 2:.1f}" y="-18" width="{width:.1f}" height="14"/>'
        return f'{behind}<text class="window" y="-7">{escape(text)}</text>'


def dotted(path: Path) -> str:
    """A path as the picture writes it: "0.2"."""
    return ".".join(map(str, path))


def _marks(node: TraceNode, x: float, y: float) -> str:
    marks = marks_of(node)
    return f'<text class="small" x="{x:.1f}" y="{y:g}" text-anchor="end">{marks}</text>' if marks else ""


def _strike(above: Place, here: Place) -> str:
    """Two short bars across an edge."""
    dx, dy = here.x - above.x, here.top - above.bottom
    length = math.hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    bars = []
    for t in (0.5, 0.5 + 6 / length):
        x, y = above.x + dx * t, above.bottom + dy * t
        bars.append(f"M{x - 7 * uy:.1f} {y + 7 * ux:.1f}L{x + 7 * uy:.1f} {y - 7 * ux:.1f}")
    return f'<path class="strike" d="{"".join(bars)}"/>'


def _leaf_half(shown: str) -> float:
    return max(15.0, text_width(shown, VALUE_SIZE) / 2 + 5)


def _outline(node: TraceNode, shown: str) -> str:
    if node.is_leaf:
        half = _leaf_half(shown)
        return f"M{-half:.1f} 0h{2 * half:.1f}v{LEAF_HEIGHT:g}h{-2 * half:.1f}z"
    if node.kind == "max":
        return f"M0 0L{HALF_TRIANGLE:g} {NODE_HEIGHT:g}H-{HALF_TRIANGLE:g}z"
    return f"M-{HALF_TRIANGLE:g} 0H{HALF_TRIANGLE:g}L0 {NODE_HEIGHT:g}z"


def _tooltip(trace: Trace, node: TraceNode) -> str:
    if node.is_cut:
        return f"{node.name}: never visited"
    if not node.visited:
        return node.name
    windows = " → ".join(window_text(alpha, beta) for alpha, beta, _ in node.windows)
    marks = (", from the table" if node.table_hit else "") + (", killer move" if node.killer else "")
    return f"{node.name} ({node.kind.upper()}) {windows}: {answer_text(node) or '…'} {node.bound}{marks}"


def _legend(height: float, says: dict[str, str]) -> str:
    y = height - FOOT + 10
    strike = '<path class="strike" d="M-4 2l4 -12m5 0l-4 12"/>'
    items = [
        ('<g class="max"><path class="body" d="M0 -11L8 3H-8z"/></g>', "MAX", 48),
        ('<g class="min"><path class="body" d="M-8 -11H8L0 3z"/></g>', "MIN", 46),
        ('<g class="leaf"><path class="body" d="M-8 -11h16v14h-16z"/></g>', says["legend_leaf"], 48),
        ('<path class="edge line" d="M-10 -4h20"/>', says["legend_line"], 96),
        (f'<path class="edge cut" d="M-10 -4h20"/>{strike}', says["legend_cut"], 0),
    ]
    parts, x = [], MARGIN + 10
    for picture, text, room in items:
        parts.append(f'<g transform="translate({x:g} {y:g})">{picture}<text class="small" x="14">{text}</text></g>')
        x += room + 14
    note = says["legend_windows"]
    return "".join(parts) + f'<text class="small" x="{MARGIN:g}" y="{y + 20:g}">{note}</text>'
