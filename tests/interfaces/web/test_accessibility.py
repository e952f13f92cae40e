"""Every page passes an automatic check for accessibility (axe-core), light and dark, and speaks what happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import axe_core_python
import pytest
from selenium.webdriver.common.keys import Keys
from tests.interfaces.web.browsing import Page

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance
AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN = """const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(found => done(found.violations.map(
  v => v.id + ": " + v.help + " at " + v.nodes.slice(0, 4).map(n => n.target.join(" ")).join(" | "))));"""
PAGES = {
    "play": ("/?game=connect4&moves=4,4&first=human&second=human", "status"),
    "chess": ("/?game=chess&moves=e4,e5&first=human&second=human", "status"),
    "state": ("/?game=countdown&first=human&second=human", "move-1"),
    "explain": ("/explain?tree=[[3,5],[2,9]]&step=6", "forward"),
    "studies": ("/studies", "study-start"),
    "docs": ("/docs", ""),
}


@pytest.fixture
def page(first_browser: Any, address: str) -> Page:
    first_browser.set_window_size(1280, 900)
    return Page(first_browser, address)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_violation(page: Page, name: str, theme: str) -> None:
    path, ready = PAGES[name]
    if ready:
        page.open(path, ready=ready)
    else:
        page.browser.get(page.address.rstrip("/") + path)
        page.until(lambda: page.all("main"), "the page")
    page.script(f"setDark({'true' if theme == 'dark' else 'false'})")
    page.until(lambda: page.script("return document.body.classList.contains('body--dark')") == (theme == "dark"), theme)
    page.script(AXE)
    assert "\n".join(page.browser.execute_async_script(RUN)) == ""


def test_moves_of_the_computer_and_steps_of_a_search_are_spoken(page: Page) -> None:
    page.open("/?game=tictactoe&first=human&second=engine:depth=2")
    page.square(1, 1)
    page.until(lambda: len(page.moves()) == 2, "the answer")
    page.until(lambda: page.moves()[1] in page.text("spoken"), "the answer in the live region")
    assert page.all("[data-name=spoken]")[0].get_attribute("aria-live") == "polite"
    page.open("/explain?tree=[[3,5],[2,9]]", ready="forward")
    page.keys(Keys.ARROW_RIGHT)
    page.says("sentence", "Start at A")
    assert page.all("[data-name=sentence]")[0].get_attribute("aria-live") == "polite"


def test_chess_men_are_named_in_words(page: Page) -> None:
    page.open("/?game=chess&first=human&second=human")
    spoken = page.all('[data-square="7,4"]')[0].get_attribute("aria-label")
    assert spoken == "column e, row 1: White king"
