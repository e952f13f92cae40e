"""A trace in any of the formats, by name: what command line and web app offer."""

from __future__ import annotations

from collections.abc import Callable

from plytree.errors import InputError
from plytree.explain import export, graphs, svg, text
from plytree.explain.trace import Trace

_PLAIN: dict[str, Callable[[Trace], str]] = {
    "json": export.render_json,
    "dot": graphs.render_dot,
    "mermaid": graphs.render_mermaid,
    "latex": graphs.render_latex,
    "csv": export.render_csv,
}
FORMATS = ("text", "json", "svg", "dot", "mermaid", "latex", "csv")
ENDINGS = {"text": "txt", "json": "json", "svg": "svg", "dot": "dot", "mermaid": "mmd", "latex": "tex", "csv": "csv"}


def render(trace: Trace, format: str, theme: svg.Theme = "auto", lang: str = "en") -> str:
    """The trace as text of that format; InputError if there is no such format."""
    if format == "text":
        return text.render_text(trace, lang)
    if format == "svg":
        whole = trace if trace.finished else trace.at(len(trace.events))
        return svg.render(whole, None if trace.finished else trace.steps, theme, lang=lang)
    if format not in _PLAIN:
        raise InputError(f"{format!r} is not a format; expected one of {', '.join(FORMATS)}")
    return _PLAIN[format](trace)
