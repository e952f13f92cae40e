"""Trees on the explain page in a real browser: the quiz keeps what was typed, large trees are moved, zoomed, folded."""

from __future__ import annotations

import random

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.interfaces.web.browsing import Page

from plytree.games.trees.random_trees import random_tree

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance
SMALL = "/explain?tree=[[3,5],[2,9]]"
LARGE = "/explain?tree=" + str(random_tree(random.Random(1), 5, 4, 99, narrowest=4)).replace(" ", "")


@pytest.fixture
def page(first_browser: object, address: str) -> Page:
    return Page(first_browser, address)


def node(page: Page, path: str) -> object:
    return page.all(f'[data-name=tree] .node[data-path="{path}"] .body')[0]


def seen(page: Page) -> list[float]:
    box = page.script("return document.querySelector('[data-name=tree] .tree-stage svg').getAttribute('viewBox')")
    return [float(number) for number in box.split()]


def test_an_inner_node_is_struck_by_a_click_into_its_middle(page: Page) -> None:
    page.open(SMALL, ready="forward")
    page.click("quiz")
    page.until(lambda: page.text("sentence").startswith("Fill in"), "the blank tree")
    ActionChains(page.browser).move_to_element(node(page, "1")).click().perform()
    page.until(lambda: page.all('[data-name=tree] .node[data-path="1"].mark-struck'), "the strike")


def test_an_arrow_key_keeps_the_answers_and_starting_over_asks_first(page: Page) -> None:
    page.open(SMALL, ready="forward")
    page.click("quiz")
    page.find("quiz-0-beta").send_keys("7")
    page.all('[data-name=tree] .node[data-path="1.1"] .value')[0].click()
    page.until(lambda: page.all("[data-name=tree] .mark-struck"), "the strike")
    page.keys(Keys.ARROW_RIGHT)
    page.says("sentence", "Start at A")
    page.says("quiz", "Go on with the quiz")
    page.click("quiz")
    page.until(lambda: page.value("quiz-0-beta") == "7", "the answer")
    page.until(lambda: len(page.all("[data-name=tree] .mark-struck")) == 1, "the strike again")
    page.click("quiz-over")
    page.click("quiz-keep")
    page.until(lambda: page.value("quiz-0-beta") == "7", "the answer, still")
    page.click("quiz-over")
    page.click("quiz-sure")
    page.until(lambda: page.value("quiz-0-beta") == "" and page.shown("quiz-undo"), "an empty form")
    page.click("quiz-undo")
    page.until(lambda: page.value("quiz-0-beta") == "7", "the answers back")


HALO_IS_SEEN = """
const tree = document.querySelector("[data-name=tree]");
const halo = tree.querySelector(".halo"), stage = tree.querySelector(".tree-stage");
if (!halo || !stage) return false;
const h = halo.getBoundingClientRect(), s = stage.getBoundingClientRect();
const x = h.x + h.width / 2, y = h.y + h.height / 2;
return s.left <= x && x <= s.right && s.top <= y && y <= s.bottom;
"""


def test_a_large_tree_is_readable_follows_the_search_and_moves(page: Page) -> None:
    page.open(LARGE, ready="forward")
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 1365, "the whole tree")
    width = page.all("[data-name=tree] .tree-stage")[0].size["width"]
    w = seen(page)[2]
    assert 11 * width / w > 8.9, "letters are large enough to be read"
    assert page.all("[data-name=tree] .tree-map")[0].is_displayed()
    page.keys(Keys.END)
    page.until(lambda: page.text("outcome"), "the end")
    x = seen(page)[0]
    page.until(lambda: page.keys("d") or seen(page)[0] > x, "moved by a key")  # the view may still follow the step
    page.until(lambda: page.keys("0") or seen(page)[2] > 5 * w, "all of it")
    whole = seen(page)[2]
    page.until(lambda: page.keys("+") or seen(page)[2] < 0.9 * whole, "nearer")
    for _ in range(6):
        page.keys(Keys.ARROW_LEFT)
    page.until(lambda: page.script(HALO_IS_SEEN), "the current node in view")


def test_the_wheel_zooms_a_large_tree_and_dragging_moves_it(page: Page) -> None:
    page.open(LARGE, ready="forward")
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 1365, "the whole tree")
    before = seen(page)
    page.script(
        "const s = document.querySelector('[data-name=tree] .tree-stage'), b = s.getBoundingClientRect();"
        "s.dispatchEvent(new WheelEvent('wheel', {deltaY: -200, clientX: b.left + 50, clientY: b.top + 50}))"
    )
    page.until(lambda: seen(page)[2] < before[2], "nearer")
    now, stage = seen(page), page.all("[data-name=tree] .tree-stage")[0]
    ActionChains(page.browser).move_to_element_with_offset(stage, 0, stage.size["height"] // 2 - 12).click_and_hold(
    ).move_by_offset(-120, 0).release().perform()  # fmt: skip
    page.until(lambda: seen(page)[0] > now[0], "moved by the mouse")


def test_a_subtree_is_folded_and_unfolded(page: Page) -> None:
    page.open(SMALL + "&step=99", ready="forward")
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 7, "the tree")
    fold = "[data-name=tree] .node[data-path='0'] .fold circle"
    ActionChains(page.browser).move_to_element(page.all(fold)[0]).click().perform()
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 5, "two nodes less")
    assert "2 more" in page.text("tree")
    ActionChains(page.browser).move_to_element(page.all(fold)[0]).click().perform()
    page.until(lambda: len(page.all("[data-name=tree] .node")) == 7, "all of them again")


def test_a_chess_position_is_explained_as_far_as_it_fits(page: Page) -> None:
    page.open("/explain?game=chess&depth=4", ready="forward")
    page.says("tree-problem", "most promising moves of each position")
    page.until(lambda: len(page.all("[data-name=tree] .node")) > 10, "a tree of chess positions")
    assert "game=chess" in page.browser.current_url
    assert "width=" in page.browser.current_url
