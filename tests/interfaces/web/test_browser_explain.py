"""The explain page in a real browser."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.interfaces.web.browsing import Page

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance


@pytest.fixture
def page(first_browser: object, address: str) -> Page:
    return Page(first_browser, address)


def write(page: Page, name: str, text: str) -> None:
    field = page.find(name)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)


def test_stepping_forward_and_back_by_button_and_keyboard(page: Page) -> None:
    page.open("/explain?tree=[[3,5],[2,9]]", ready="forward")
    page.says("step-count", "0 / 13")
    page.click("forward")
    page.says("sentence", "Start at A (MAX)")
    page.keys(Keys.ARROW_RIGHT)
    page.says("sentence", "Down to B (MIN)")
    page.keys(Keys.ARROW_LEFT)
    page.says("sentence", "Start at A (MAX)")
    page.keys(Keys.END)
    page.says("outcome", "3")
    assert len(page.all("[data-name=tree] .node.cut")) == 1
    assert "step=13" in page.browser.current_url


def test_a_tree_is_edited_as_text_with_live_preview(page: Page) -> None:
    page.open("/explain?tree=[[3,5],[2,9]]", ready="forward")
    write(page, "tree-text", "[[1,2],[3")
    page.says("tree-problem", "never closed")
    assert len(page.all("[data-name=tree] .node")) == 7
    write(page, "tree-text", "[[1,2],[3,4],7]")
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 8, "the new tree")
    assert page.text("tree-problem") == ""


def test_two_variants_stand_side_by_side(page: Page) -> None:
    page.open("/explain?tree=[[3,5],[2,9]]&variant=fail-soft&compare=minimax&step=99", ready="forward")
    page.find("second-tree")
    page.until(lambda: len(page.all("[data-name=second-tree] .node")) == 7, "the second picture")
    assert len(page.all("[data-name=tree] .node.cut")) == 1
    assert len(page.all("[data-name=second-tree] .node.cut")) == 0


def test_dragging_a_child_changes_the_order_and_the_cuts(page: Page) -> None:
    page.open("/explain?tree=[[2,9],[3,5]]&step=99", ready="forward")
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 7, "the picture")
    assert len(page.all("[data-name=tree] .node.cut")) == 0
    left, right = (page.all(f'[data-name=tree] .node[data-path="{n}"] .body')[0] for n in (0, 1))
    distance = right.rect["x"] - left.rect["x"] + 30
    ActionChains(page.browser).click_and_hold(left).move_by_offset(int(distance), 0).release().perform()
    page.until(lambda: page.value("tree-text") == "[[3,5],[2,9]]", "the text to follow")
    page.until(lambda: len(page.all("[data-name=tree] .node.cut")) == 1, "a cut")


def test_the_quiz_says_what_is_wrong_and_why(page: Page) -> None:
    page.open("/explain?tree=[[3,5],[2,9]]", ready="forward")
    page.click("quiz")
    right = {
        "": ("3", "inf", "3"),
        "0": ("-inf", "5", "3"),  # beta is wrong
        "1": ("3", "2", "2"),
    }
    for path, numbers in right.items():
        for field, number in zip(("alpha", "beta", "value"), numbers, strict=True):
            page.find(f"quiz-{path}-{field}").send_keys(number)
    page.all('[data-name=tree] .node[data-path="1.1"] .value')[0].click()  # strike the leaf that is cut
    page.until(lambda: page.all("[data-name=tree] .mark-struck"), "the strike")
    page.click("quiz-check")
    page.says("quiz-verdict", "1 thing is not right yet")
    page.says("quiz-faults", "B is MIN: it takes the smallest of its children, not the other way round.")
    write(page, "quiz-0-beta", "3")
    page.until(lambda: page.value("quiz-0-beta") == "3", "the correction")
    page.click("quiz-check")
    page.says("quiz-verdict", "All right!")
    page.click("quiz-end")
    page.says("outcome", "3")


def test_a_position_of_a_game_is_explained(page: Page) -> None:
    page.open("/explain?game=tictactoe&position=XOXOXO...&depth=2", ready="forward")
    page.keys(Keys.END)
    page.until(lambda: page.text("outcome"), "the outcome")
    assert len(page.all("[data-name=tree] .node")) > 3
