"""What every page has: the heading with the way to the other pages, light and dark, the look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nicegui import ui

STYLE = (Path(__file__).parent / "style.css").read_text(encoding="utf-8")
PAGES = {"/": "Play", "/explain": "Explain", "/studies": "Studies", "/docs": "API"}

# Light or dark is the visitor's choice and stays in his browser; without one, his system decides.
THEME = """<script>
window.addEventListener("load", () => { const kept = localStorage.getItem("plytree-theme");
  if (kept) setDark(kept === "dark"); });
window.plytreeToggle = () => { const dark = !document.body.classList.contains("body--dark");
  localStorage.setItem("plytree-theme", dark ? "dark" : "light"); setDark(dark); };
</script>"""


@contextmanager
def page(here: str, title: str) -> Iterator[None]:
    """A page of the app; what is made inside stands below the heading."""
    ui.page_title(f"{title} · plytree" if title else "plytree")
    ui.add_head_html(f"<style>{STYLE}</style>{THEME}")
    with ui.header().classes("top"), ui.element("nav").classes("bar").props('aria-label="Pages"'):
        ui.link("plytree", "/").classes("brand")
        for path, label in PAGES.items():
            link = ui.link(label, path).classes("here" if path == here else "")
            if path == here:
                link.props('aria-current="page"')
        ui.space()
        toggle = ui.button(icon="contrast").props('flat round dense color=grey aria-label="Light or dark"')
        toggle.on("click", js_handler="() => plytreeToggle()")
    with ui.element("main").classes("page"):
        yield
