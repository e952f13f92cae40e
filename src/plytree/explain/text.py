"""A trace as plain text: the numbered simulation, and the tree with its windows."""

from __future__ import annotations

from collections.abc import Iterator

from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.trace import Trace
from plytree.explain.words import story, summary


def render_text(trace: Trace, lang: str = "en") -> str:
    """The simulation a student would write down, then the outcome and the tree as it looks in the end."""
    told = story(trace, lang)
    width = len(str(len(told)))
    lines = [f"{number:{width}}. {'  ' * len(event.path)}{text}" for number, (event, text) in enumerate(told, start=1)]
    return "\n".join([*lines, "", *summary(trace, lang), "", *draw(trace)]) + "\n"


def draw(trace: Trace) -> list[str]:
    """The tree, one node a line, with windows and answers.

    >>> from plytree.explain.trace import explain
    >>> from plytree.search.textbook.tree import PaperTree
    >>> print("\\n".join(draw(explain(PaperTree("[[3,5],[2,9]]")))))
    A MAX [3, +inf] = 3 *
    ├── B MIN [-inf, 3] = 3 *
    │   ├── D = 3 *
    │   └── E = 5
    └── C MIN [3, 2] <= 2
        ├── F = 2
        └── G x (cut off)
    """
    line = {trace.line[:length] for length in range(len(trace.line) + 1)} if trace.value is not None else set()
    return list(_lines(trace, trace.root, "", "", line))


def _lines(trace: Trace, node: TraceNode, first: str, rest: str, line: set[tuple[int, ...]]) -> Iterator[str]:
    yield f"{first}{describe(node)}{' *' if node.path in line else ''}"
    if node.is_cut:
        return
    below: list[TraceNode | str] = list(trace.shown_children(node))
    stub = [child for child in trace.stub(node) if child.is_cut]
    below += [", ".join(child.shape.move for child in stub) + " x (cut off)"] if stub else []
    below += [f"... {trace.hidden[node.path]} more"] if node.path in trace.hidden else []
    for number, child in enumerate(below, start=1):
        joint, further = ("└── ", "    ") if number == len(below) else ("├── ", "│   ")
        if isinstance(child, str):
            yield rest + joint + child
        else:
            yield from _lines(trace, child, rest + joint, rest + further, line)


def describe(node: TraceNode) -> str:
    """A node in a few words: name, turn, window, answer."""
    name = node.shape.move if node.path else node.name
    if node.is_cut:
        return f"{name} x (cut off)"
    if not node.visited:
        return f"{name} ..."
    answer = {"upper": "<=", "lower": ">=", "exact": "=", "open": "?"}[node.bound]
    value = f"{answer} {show(node.value)}" if node.value is not None else "..."
    marks = (" (table)" if node.table_hit else "") + (" (killer)" if node.killer else "")
    if node.is_leaf:
        return f"{name} {value}{marks}"
    return f"{name} {node.kind.upper()} [{show(node.alpha)}, {show(node.beta)}] {value}{marks}"
