"""A trace as data: JSON with everything, CSV with one line for each step."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from plytree.explain.numbers import to_json
from plytree.explain.trace import Trace
from plytree.search.textbook.tree import PaperTree


def trace_to_json(trace: Trace) -> dict[str, Any]:
    """The trace as one JSON object.

    `alpha` and `beta` of a node are the window it ended with; `steps` has every window on the way. `move`, `line`,
    `cut` and `path` are child indices. A node that was never visited has neither window nor value.
    """
    shown = list(trace.listed_nodes())
    paths = {node.path for node in shown}
    data: dict[str, Any] = {
        "variant": trace.variant,
        "value": to_json(trace.value),
        "move": trace.move,
        "line": list(trace.line),
        "leaves_seen": trace.leaves_seen,
        "leaves_total": trace.leaves_total,
        "cut": [list(path) for path in trace.cut],
        "nodes": [
            {
                "path": list(node.path),
                "name": node.name,
                "kind": node.kind,
                "leaf": node.is_leaf,
                "alpha": to_json(node.alpha),
                "beta": to_json(node.beta),
                "value": to_json(node.value),
                "bound": node.bound,
                "cut_by": None if node.cut_by is None else list(node.cut_by),
            }
            for node in shown
        ],
        "steps": [
            {
                "event": event.kind,
                "path": list(event.path),
                "alpha": to_json(event.alpha),
                "beta": to_json(event.beta),
                "value": to_json(event.value),
            }
            for event in trace.events[: trace.steps]
            if event.path in paths
        ],
    }
    if not isinstance(trace.tree, PaperTree):
        data["move_text"] = None if trace.move is None else trace.root.children[trace.move].shape.move
        data["line_text"] = [trace.node(trace.line[: i + 1]).shape.move for i in range(len(trace.line))]
    if trace.hidden:
        data["nodes_total"] = trace.size
    return data


def render_json(trace: Trace) -> str:
    return json.dumps(trace_to_json(trace), allow_nan=False) + "\n"


def render_csv(trace: Trace) -> str:
    """One line for each step; paths as child indices joined by dots, the root as an empty path."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["step", "event", "path", "name", "kind", "alpha", "beta", "value"])
    paths = {node.path for node in trace.listed_nodes()}
    for number, event in enumerate(trace.events[: trace.steps], start=1):
        if event.path in paths:
            node = trace.node(event.path)
            bounds = [to_json(event.alpha), to_json(event.beta), to_json(event.value)]
            path = ".".join(str(index) for index in event.path)
            table.writerow([number, event.kind, path, _no_formula(node.name), node.kind, *bounds])
    return text.getvalue()


def _no_formula(name: str) -> str:
    """Spreadsheets run a cell that begins like a formula; a name is only a name."""
    return "'" + name if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name
