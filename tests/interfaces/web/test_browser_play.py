"""The play page in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.interfaces.web.browsing import Page

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance


@pytest.fixture
def page(first_browser: object, address: str) -> Page:
    return Page(first_browser, address)


def test_the_landing_page_is_a_board_and_a_click_is_answered(page: Page) -> None:
    page.open("/?game=connect4&time=0.1")
    page.says("status", "Your move")
    page.square(2, 3)
    page.until(lambda: len(page.moves()) == 2, "the engine's answer")
    assert page.moves()[0] == "4"
    assert page.stones() == 2
    assert "moves=4," in page.browser.current_url


def test_a_game_of_ones_own_from_a_file(page: Page) -> None:
    page.open("/", ready="move-1")  # the owner's file is the landing page
    page.says("status", "Your move")
    page.click("move-2")  # leaves 8, a loss for who is to move
    page.until(lambda: len(page.moves()) == 2, "the engine's answer")


def test_undo_redo_and_jumping_back(page: Page) -> None:
    page.open("/?game=connect4&moves=4,4,3,3&first=human&second=human")
    page.click("undo")
    page.until(lambda: page.stones() == 3, "one stone less")
    page.keys("u")
    page.until(lambda: page.stones() == 2, "one more taken back by the keyboard")
    page.click("redo")
    page.until(lambda: page.stones() == 3, "the stone back")
    page.click("ply-1")
    page.until(lambda: page.stones() == 1, "the first move only")
    page.click("ply-4")
    page.until(lambda: page.stones() == 4, "all four again")


def test_the_keyboard_plays(page: Page) -> None:
    page.open("/?game=connect4&first=human&second=human")
    page.keys("4")
    page.until(lambda: page.moves() == ["4"], "column 4 by its number")
    page.keys("5")
    page.until(lambda: page.moves() == ["4", "5"], "column 5 by its number")


def test_stop_makes_the_engine_move_at_once(page: Page) -> None:
    page.open("/?game=connect4&time=60")
    page.square(0, 3)
    page.until(lambda: page.text("Depth") not in ("", "–", "0"), "the first depth")
    assert page.moves() == ["4"]
    page.click("stop")
    page.until(lambda: len(page.moves()) == 2, "the answer")
    page.says("status", "Your move")


def test_a_link_opens_the_position(page: Page) -> None:
    page.open("/?game=connect4&moves=4,4,5,5,6,6,7")
    page.says("status", "You win with Red!")
    assert page.stones() == 7
    assert len(page.all(".won")) == 4


def test_a_link_with_nonsense_still_opens_a_board_and_says_why(page: Page) -> None:
    page.open("/?game=connect4&moves=9")
    page.until(lambda: "'9' is not a legal move" in page.body(), "the reason")
    page.says("status", "Your move")


def test_two_browsers_play_two_games(page: Page, new_browser: Callable[[], object], address: str) -> None:
    other = Page(new_browser(), address)
    page.open("/?game=connect4&first=human&second=human")
    other.open("/?game=tictactoe&first=human&second=human")
    page.square(5, 0)
    other.square(1, 1)
    page.until(lambda: page.moves() == ["1"], "the first game's move")
    other.until(lambda: other.moves() == ["5"], "the second game's move")
    page.square(5, 6)
    page.until(lambda: page.moves() == ["1", "7"], "the first game's second move")
    assert other.moves() == ["5"]


def test_a_chess_pawn_moves_by_two_clicks_and_promotes_by_choice(page: Page) -> None:
    page.open("/?game=chess&first=human&second=human&position=8/P6k/8/8/8/8/8/K7 w - - 0 1")
    page.square(1, 0)
    page.square(0, 0)
    choices = page.until(lambda: page.all(".chooser button"), "the choice of a piece")
    assert len(choices) == 5
    choices[0].click()
    page.until(lambda: len(page.moves()) == 1, "the promotion")
    assert page.moves()[0].startswith("a8=") or page.moves()[0].startswith("a7a8")


def test_a_whole_game_of_connect_four_against_a_level(page: Page) -> None:
    """Always the first free column: the game ends, by somebody's four or a full board."""
    page.open("/?game=connect4&first=human&second=level:3")
    while page.all(".won") == [] and len(page.moves()) < 42:
        played = len(page.moves())
        free = next(
            c for c in range(7) if page.all(f'[data-square="0,{c}"]')[0].get_attribute("aria-label").count("empty")
        )
        page.square(0, free)
        page.until(lambda n=played: len(page.moves()) > n and ready(page), "the level's answer or the end")
    page.until(lambda: "win" in page.text("status") or "draw" in page.text("status").lower(), "the result")
    assert page.shown("review")


def ready(page: Page) -> bool:
    """Is it the visitor's turn, or the game over?"""
    return not page.shown("stop")


def test_hints_show_the_worth_of_every_move(page: Page) -> None:
    page.open("/?game=tictactoe&moves=1,4,2,5&first=human&second=human")
    assert page.all(".hint") == []
    page.click("hints")
    page.until(lambda: len(page.all(".hint")) == 5, "a hint for each legal move")
    assert len(page.all(".hint.best")) == 1
    assert len(page.all(".hint.win")) == 1
    assert len(page.all(".hint.loss")) >= 3
    page.keys("h")
    page.until(lambda: page.all(".hint") == [], "no hints")


def test_a_review_shows_mistakes_and_jumps_to_them(page: Page) -> None:
    page.open("/?game=tictactoe&moves=1,4,2,5,9,6&first=human&second=human")  # 9 misses a win and loses
    page.says("status", "O wins")
    page.click("review")
    page.says("review-verdict", "Mistakes")
    page.find("review-chart")
    page.click("mistake-5")
    page.until(lambda: page.moves() == ["1", "4", "2", "5"], "the position before the mistake")


def test_resigning_ends_the_game(page: Page) -> None:
    page.open("/?game=connect4&moves=4,4&first=human&second=engine")
    page.click("resign")
    page.says("status", "resigned")


def test_no_page_reports_an_error_in_the_browser(page: Page) -> None:
    page.open("/?game=connect4")
    severe = [entry for entry in page.browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert severe == []
