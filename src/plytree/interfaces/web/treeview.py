"""The picture of a search tree in the page: zoomed, moved, folded; nodes can be clicked, children dragged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nicegui import ui
from nicegui.events import GenericEventArguments

from plytree.explain.outline import Path
from plytree.explain.stepping import StepPictures
from plytree.explain.svg import dotted

WORDS = {"tree": "Tree", "zoom": "Zoom", "in": "Larger", "out": "Smaller", "fit": "All of it"}


class TreeView(ui.element, component="treeview.js"):
    """Shows the pictures of one trace. `marks`: a look for some nodes, by their path."""

    def __init__(
        self,
        *,
        on_node: Callable[[Path], None],
        on_reorder: Callable[[Path, int], None],
        on_fold: Callable[[Path], None],
        on_theme: Callable[[bool], None],
    ) -> None:
        super().__init__()
        self._props["svg"], self._props["draggable"], self._props["marks"] = "", False, {}
        self._props["current"], self._props["words"] = None, WORDS
        self._pictures: StepPictures | None = None
        self._drawn = 0
        self.on("node", lambda event: _with_path(event.args, on_node))
        self.on("fold", lambda event: _with_path(event.args, on_fold))
        self.on("reorder", lambda event: _reordered(event, on_reorder))
        self.on("theme", lambda event: on_theme(event.args is True))

    def show(
        self,
        pictures: StepPictures,
        step: int,
        *,
        draggable: bool = False,
        marks: Mapping[Path, str] | None = None,
    ) -> None:
        """Show a trace at a step; only what changed since the last step is sent."""
        looks = {dotted(path): look for path, look in (marks or {}).items()}
        current = dotted(pictures.trace.events[step - 1].path) if step else None
        same = pictures is self._pictures and draggable == self._props["draggable"] and looks == self._props["marks"]
        self._props["draggable"], self._props["marks"], self._props["current"] = draggable, looks, current
        if same:
            self.run_method("patch", pictures.change(step), current)
            return
        self._pictures = pictures
        self._drawn += 1  # a picture that was patched since is drawn again, even if it is to look as before
        self._props["svg"] = f"{pictures.whole(step)}<!-- {self._drawn} -->"
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
