"""The picture of a trace from step to step: what does not change is not drawn again."""

from __future__ import annotations

from plytree.explain.node import TraceNode
from plytree.explain.outline import Path
from plytree.explain.svg import Drawing, Scene, Theme, dotted
from plytree.explain.trace import Trace
from plytree.explain.words import title as title_of


class StepPictures:
    """The pictures of one trace, in pieces that have names: nodes `n0.2`, edges `e0.2`, stubs `s0`, notes `m0`."""

    def __init__(self, trace: Trace, theme: Theme = "light", *, prefix: str = "node", title: str = ""):
        self.trace, self.scene = trace, Scene(trace, prefix)
        self.opening, self.closing = self.scene.frame(theme, title, "", title_of(trace), None)
        self.step = -1
        self._drawing: Drawing | None = None

    def whole(self, step: int) -> str:
        """The picture at a step, as one SVG; each piece is a group with the attribute `data-piece`."""
        drawing = self._go(step)
        pieces = {**drawing.edges(), **drawing.nodes()}
        return self.opening + "".join(_group(name, piece) for name, piece in pieces.items()) + self.closing

    def change(self, step: int) -> dict[str, str]:
        """The pieces that look different at another step than at the last one asked for."""
        before, old = self.step, self._drawing
        if old is None:
            raise ValueError("there is no picture yet to change")
        if before == step:
            return {}
        drawing = self._go(step)
        events = self.trace.events[min(before, step) : max(before, step)]
        touched = {event.path for event in events} | old.line | drawing.line
        touched |= {path for path in (old.current, drawing.current) if path is not None}
        touched |= {path[:-1] for path in touched if path}
        pieces: dict[str, str] = {}
        for path in touched:
            self._draw(drawing, path, pieces)
            for cut in {*old.now.node(path).cuts, *drawing.now.node(path).cuts}:
                for node in drawing.now.node(cut).nodes():
                    self._draw(drawing, node.path, pieces)
        return pieces

    def _go(self, step: int) -> Drawing:
        current = self.trace.events[step - 1].path if step else None
        self.step, self._drawing = step, self.scene.drawing(self.trace.at(step), current)
        return self._drawing

    def _draw(self, drawing: Drawing, path: Path, pieces: dict[str, str]) -> None:
        places, node = self.scene.layout.places, drawing.now.node(path)
        if path in places:
            pieces[f"n{dotted(path)}"] = drawing.node(node)
            if path:
                pieces[f"e{dotted(path)}"] = drawing.edge(node)
        if path in self.scene.layout.stubs:
            pieces[f"s{dotted(path)}"] = drawing.stub(node)


def _group(name: str, piece: str) -> str:
    return f'<g data-piece="{name}">{piece}</g>'


def folded(trace: Trace, most: int, shut: set[Path], opened: set[Path]) -> Trace:
    """The trace with so many nodes to be seen at most, but for what was shut or opened by hand."""
    hidden = dict(trace.limited(most).hidden) if trace.size > most else {}

    def children(node: TraceNode) -> int:
        return len(node.children)

    by_path = {path: trace.node(path) for path in (shut | opened)}
    for path in opened:
        hidden.pop(path, None)
        for child in by_path[path].children:
            if child.children and child.path not in opened and trace.size > most:
                hidden[child.path] = children(child)
    hidden |= {path: children(by_path[path]) for path in shut if by_path[path].children}
    return trace.with_hidden(hidden)
