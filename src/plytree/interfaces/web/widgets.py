"""The few kinds of elements all pages are made of. A name finds an element again: in tests, and in the page's HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from nicegui import ui

E = TypeVar("E", bound=ui.element)


def named(element: E, name: str) -> E:
    """The same element, found by this name (`data-name` in the page)."""
    element.mark(name.replace(" ", "-"))
    element.props["data-name"] = name
    return element


def button(
    text: str, on_click: Callable[..., Any] | None = None, *, name: str, icon: str | None = None, small: bool = False
) -> ui.button:
    """A plain button."""
    made = ui.button(text, icon=icon, on_click=on_click, color=None)
    made.props("flat no-caps dense size=sm" if small else "flat no-caps")
    return named(made, name)


def label(text: str = "", *, name: str, classes: str = "") -> ui.label:
    """A text that changes."""
    return named(ui.label(text).classes(classes), name)


def heading(text: str) -> None:
    """A quiet heading of a card."""
    ui.label(text).classes("heading").props('role="heading" aria-level="2"')


def card(title: str) -> ui.element:
    """A card with a heading, to be used as a context."""
    made = ui.element("section").classes("card stack").props(f'aria-label="{title}"')
    with made:
        heading(title)
    return made
