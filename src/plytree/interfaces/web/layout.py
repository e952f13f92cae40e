"""What every page has: the heading with the way to the other pages, light and dark, the look."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nicegui import app, ui

from plytree.interfaces.web import study_runs
from plytree.interfaces.web.widgets import named

STYLE = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
VERSION = hashlib.sha256((Path(__file__).parent / "page.js").read_bytes()).hexdigest()[:8]  # browsers keep files
PAGES = {"/": "Play", "/explain": "Explain", "/studies": "Studies", "/docs": "API"}
SCRIPT = Path(__file__).parent / "page.js"  # light or dark is the visitor's choice and stays in his browser


@contextmanager
def page(here: str, title: str) -> Iterator[None]:
    """A page of the app; what is made inside stands below the heading."""
    ui.page_title(f"{title} · plytree" if title else "plytree")
    address = app.add_static_file(local_file=SCRIPT, url_path=f"/static/page-{VERSION}.js")
    ui.add_head_html(f'<style>{STYLE}</style><script src="{address}"></script>')
    with ui.header().classes("top"), ui.element("nav").classes("bar").props('aria-label="Pages"'):
        ui.link("plytree", "/").classes("brand")
        for path, label in PAGES.items():
            link = ui.link(label, path).classes("here" if path == here else "")
            if path == here:
                link.props('aria-current="page"')
        ui.space()
        study_runs.badge()
        sound = ui.button(icon="volume_up").props('flat round dense aria-label="Sounds on or off"')
        named(sound, "sound").on("click", js_handler="() => plytree.toggleSound()")
        toggle = ui.button(icon="contrast").props('flat round dense aria-label="Light or dark"')
        toggle.on("click", js_handler="() => plytree.toggleTheme()")
    with ui.element("div").classes("page"):  # inside the page's main part
        with ui.element("h1").classes("only-spoken"):
            ui.label(f"{PAGES[here]} · plytree")
        yield
