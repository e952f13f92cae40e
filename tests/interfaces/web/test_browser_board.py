"""The board in a real browser: dragging, arrows, marks, sizes, phones; games that draw nothing or fail."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.interfaces.web.browsing import Page

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance
TWO = "&first=human&second=human"


@pytest.fixture
def page(first_browser: Any, address: str) -> Page:
    first_browser.set_window_size(1280, 900)
    return Page(first_browser, address)


def square(page: Page, row: int, column: int) -> Any:
    return page.all(f'[data-square="{row},{column}"]')[0]


def drag(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    mouse = ActionChains(page.browser).click_and_hold(square(page, *start))
    mouse.move_to_element(square(page, *end)).release().perform()


def test_a_piece_is_dragged_to_a_legal_square_and_falls_back_from_others(page: Page) -> None:
    page.open("/?game=chess" + TWO)
    drag(page, (6, 4), (2, 2))
    assert page.moves() == []
    drag(page, (6, 4), (4, 4))
    page.until(lambda: page.moves() == ["e4"], "the move")


def test_promotion_is_chosen_by_the_keyboard(page: Page) -> None:
    page.open("/?game=chess&position=8/P6k/8/8/8/8/8/K7 w - - 0 1" + TWO)
    page.square(1, 0)
    page.square(0, 0)
    page.until(lambda: page.all(".chooser button"), "the choice")
    page.keys(Keys.ARROW_RIGHT + Keys.ENTER)
    page.until(lambda: len(page.moves()) == 1, "the promotion")


def test_check_is_marked_and_what_was_taken_is_shown(page: Page) -> None:
    page.open("/?game=chess&moves=e4,d5,exd5,Qxd5,Nc3,Qe5" + TWO)
    page.until(lambda: page.all(".check"), "the king in check")
    assert page.text("material").split() == ["♙", "♟"]
    page.open("/?game=chess&moves=f3,e5,g4,Qh4" + TWO)
    page.says("status", "Black wins")
    assert len(page.all(".check")) == 1


def test_the_right_button_draws_arrows_and_rings(page: Page) -> None:
    page.open("/?game=chess" + TWO)
    page.script("""
        const fire = (kind, square) => {
          const box = document.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
          const where = {button: 2, clientX: box.left + 20, clientY: box.top + 20};
          document.querySelector('.board-svg').dispatchEvent(new PointerEvent(kind, where));
        };
        fire('pointerdown', '6,4'); fire('pointerup', '4,4');
        fire('pointerdown', '3,3'); fire('pointerup', '3,3');""")
    page.until(lambda: len(page.all(".arrow.own")) == 1 and len(page.all(".ring")) == 1, "an arrow and a ring")
    page.square(6, 0)
    page.square(5, 0)
    page.until(lambda: page.all(".arrow.own") == [], "a new position without them")


def test_hints_of_moves_from_square_to_square_are_arrows(page: Page) -> None:
    page.open("/?game=breakthrough:4x5" + TWO)
    page.click("hints")
    page.until(lambda: page.all(".arrow.best"), "the best move as an arrow")


def test_every_column_of_connect_four_has_its_exact_score(page: Page) -> None:
    page.open("/?game=connect4" + TWO)
    page.click("hints")
    page.until(lambda: "(exact)" in page.text("legend"), "the book's scores")
    assert len(page.all(".hint")) == 7
    assert len(page.all(".hint.best")) == 1  # the middle
    assert page.all("[data-name=value-bar]")[0].get_attribute("aria-label").startswith("Red: wins in 41")


def test_a_game_without_a_board_shows_its_state_and_hints(page: Page) -> None:
    page.open("/?game=countdown" + TWO, ready="move-1")
    assert page.text("state") == "10"
    page.click("hints")
    page.until(lambda: len(page.all(".move-hint")) == 3, "the worth of each move")
    assert len(page.all(".move-hint.best")) == 1


def test_a_board_that_fails_is_told_with_its_line_and_the_game_goes_on(page: Page) -> None:
    page.open("/?game=broken" + TWO, ready="move-1")
    page.says("trouble", "Broken.board() raised ZeroDivisionError")
    assert "line " in page.text("trouble")
    page.click("move-2")
    page.until(lambda: page.moves() == ["2"], "the move")
    page.click("move-1")
    page.until(lambda: "Broken.play() raised ValueError" in page.text("trouble"), "what the rules did")
    assert page.moves() == ["2"]
    page.click("undo")
    page.until(lambda: page.moves() == [], "the page still works")


def test_copying_the_link_says_so_also_where_the_clipboard_is_closed(page: Page) -> None:
    page.open("/?game=tictactoe" + TWO)
    page.script("Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true})")
    page.click("copy-link")
    page.until(lambda: "is copied" in page.body() or "does not let pages copy" in page.body(), "an answer")


def test_a_bad_move_in_a_link_is_named_and_the_good_ones_stand(page: Page) -> None:
    page.open("/?game=connect4&moves=4,4,9,3" + TWO)
    page.until(lambda: "move 3 of the list, '9', was left out" in page.body(), "the reason")
    assert page.moves() == ["4", "4"]


def test_the_game_is_still_there_after_a_look_at_another_page(page: Page) -> None:
    page.open("/?game=tictactoe&moves=5,1" + TWO)
    page.until(lambda: page.moves() == ["5", "1"], "the game")
    page.all("nav.bar a[href^='/explain']")[0].click()
    page.find("forward")
    page.until(
        lambda: page.all("nav.bar a")[1].get_attribute("href").endswith("moves=5,1&first=human&second=human"),
        "the way back",
    )
    page.all("nav.bar a")[1].click()
    page.find("status")
    page.until(lambda: page.moves() == ["5", "1"], "the game again")


def test_a_new_game_is_taken_back(page: Page) -> None:
    page.open("/?game=tictactoe&moves=5,1" + TWO)
    page.click("new")
    page.until(lambda: page.moves() == [], "a new game")
    page.click("undo")
    page.until(lambda: page.moves() == ["5", "1"], "the old one")


@pytest.mark.parametrize(("width", "height"), [(1024, 600), (740, 360), (1280, 900)])
def test_the_buttons_stand_above_the_fold(page: Page, width: int, height: int) -> None:
    page.browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )
    try:
        page.open("/?game=connect4" + TWO)
        for name in ("undo", "hints", "new"):
            box = page.find(name).rect
            assert box["y"] + box["height"] <= height, (name, box)
        assert page.all(".board-svg")[0].size["height"] >= 180
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_finger_leaves_no_ghost(page: Page) -> None:
    page.open("/?game=connect4" + TWO)
    page.script(
        "const t = document.querySelector('[data-square=\"0,3\"]');"
        "t.dispatchEvent(new PointerEvent('pointerenter', {pointerType: 'touch'}));"
        "t.dispatchEvent(new MouseEvent('click', {bubbles: true}));"
    )
    page.until(lambda: page.moves() == ["4"], "the move")
    assert page.all(".ghost") == []


def test_a_pgn_is_opened_and_a_wrong_one_told(page: Page) -> None:
    page.open("/?game=chess" + TWO)
    page.click("open-pgn")
    page.find("pgn-text").send_keys("1. e4 e5 2. Ke5")
    page.click("pgn-take")
    page.until(lambda: "move 2 of the PGN, 'Ke5', cannot be played" in page.body(), "the reason")
    page.find("pgn-text").send_keys(Keys.BACKSPACE * 3 + "Nf3 {solid} Nc6 *")
    page.click("pgn-take")
    page.until(lambda: page.moves() == ["e4", "e5", "Nf3", "Nc6"], "the game")
