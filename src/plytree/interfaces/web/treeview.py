"""The picture of a search tree in the page: nodes can be clicked, children dragged to another place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nicegui import ui
from nicegui.events import GenericEventArguments

from plytree.explain.outline import Path


class TreeView(ui.element, component="treeview.js"):
    """Shows an SVG of explain/svg.py. `marks`: a look for some nodes, by their path."""

    def __init__(
        self,
        *,
        on_node: Callable[[Path], None],
        on_reorder: Callable[[Path, int], None],
        on_theme: Callable[[bool], None],
    ) -> None:
        super().__init__()
        self._props["svg"], self._props["draggable"], self._props["marks"] = "", False, {}
        self.on("node", lambda event: _with_path(event.args, on_node))
        self.on("reorder", lambda event: _reordered(event, on_reorder))
        self.on("theme", lambda event: on_theme(event.args is True))

    def show(self, svg: str, *, draggable: bool = False, marks: Mapping[Path, str] | None = None) -> None:
        self._props["svg"], self._props["draggable"] = svg, draggable
        self._props["marks"] = {".".join(map(str, path)): look for path, look in (marks or {}).items()}
        self.update()


def read_path(text: object) -> Path | None:
    """The path that a browser sent ("0.2", "" is the root); None if it is none."""
    parts = text.split(".") if isinstance(text, str) and text else []
    if not isinstance(text, str) or len(parts) > 100 or not all(part.isdecimal() and len(part) < 6 for part in parts):
        return None
    return tuple(int(part) for part in parts)


def _with_path(text: object, handler: Callable[[Path], None]) -> None:
    path = read_path(text)
    if path is not None:
        handler(path)


def _reordered(event: GenericEventArguments, handler: Callable[[Path, int], None]) -> None:
    sent = event.args if isinstance(event.args, dict) else {}
    path, to = read_path(sent.get("path")), sent.get("to")
    if path and isinstance(to, int) and to >= 0:
        handler(path, to)
