"""The explain page's lesson: edited, reordered, linked; and the quiz that judges an attempt."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plytree.errors import InputError
from plytree.explain import svg
from plytree.explain.exams.check import FIELDS
from plytree.explain.numbers import show
from plytree.explain.trace import explain
from plytree.games.trees.handtree import parse_tree
from plytree.interfaces.web.explain_page import lesson_from_query
from plytree.interfaces.web.lesson import PRESETS, Lesson
from plytree.interfaces.web.quiz import Quiz, read_number
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.treeview import read_path
from plytree.search.textbook.tree import PaperTree

TREES = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=12).filter(
    lambda tree: isinstance(tree, list)
)


@pytest.fixture(scope="module")
def services() -> Services:
    return Services(workers=1, max_seconds=0.1)


@pytest.mark.parametrize("text", PRESETS.values())
def test_every_example_is_a_tree(text: str) -> None:
    assert Lesson(text).steps > 0


def test_the_example_about_ties_shows_the_trap() -> None:
    """Its second move looks as good as the first only because a cut-off child answers with a bound."""
    trace = Lesson(PRESETS["Where >= goes wrong"]).trace
    assert trace.choices("last") != trace.choices("first")


def test_a_wrong_text_leaves_the_lesson_as_it_was() -> None:
    lesson = Lesson("[[3,5],[2,9]]", step=3)
    for text in ("[[3,5],[2,9]", "", "[]", "os.system", "[" * 2000, "[1," * 3000):
        with pytest.raises(InputError):
            lesson.edit(text)
    assert (lesson.text, lesson.step, lesson.trace.value) == ("[[3,5],[2,9]]", 3, 3)


def test_reordering_children_rewrites_the_text_and_changes_the_cuts() -> None:
    lesson = Lesson("[[2,9],[3,5]]")
    assert len(lesson.trace.cut) == 0
    lesson.reorder((0,), 1)
    assert lesson.text == "[[3,5],[2,9]]"
    assert len(lesson.trace.cut) == 1
    assert lesson.trace.value == 3


@given(TREES, st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(0, 4))
def test_reordering_never_changes_the_value(tree: list[object], path: list[int], to: int) -> None:
    lesson = Lesson(str(tree))
    value, leaves = lesson.trace.value, sorted(node.value for node in parse_tree(lesson.text).nodes() if node.is_leaf)
    try:
        lesson.reorder(tuple(path), to)
    except InputError:
        return
    assert lesson.trace.value == value
    assert sorted(node.value for node in parse_tree(lesson.text).nodes() if node.is_leaf) == leaves


def test_a_link_brings_the_lesson_back(services: Services) -> None:
    for query in (
        {"tree": "[[3,5],[2,9]]", "variant": "fail-hard", "compare": "minimax", "step": "4"},
        {"game": "tictactoe", "position": "XOXOXO...", "depth": "2", "variant": "negamax"},
    ):
        lesson, complaint = lesson_from_query(services, query)
        assert complaint == ""
        assert dict(parse_qsl(lesson.query())) == query


@pytest.mark.parametrize(
    "query",
    [
        {"tree": "["}, {"game": "nothing"}, {"game": "/etc/passwd"}, {"variant": "magic"}, {"tree": "/etc/passwd"},
        {"game": "chess", "depth": "99"}, {"game": "tictactoe", "position": "?"}, {"compare": "x"},
    ],
)  # fmt: skip
def test_links_with_nonsense_say_why(services: Services, query: dict[str, str]) -> None:
    lesson, complaint = lesson_from_query(services, query)
    assert complaint
    assert "root:" not in complaint
    assert lesson.steps > 0


def test_names_in_a_tree_cannot_smuggle_markup_into_the_picture() -> None:
    lesson = Lesson('{"name": "<script>alert(1)</script>", "children": [{"name": "\\"><img src=x>", "value": 1}]}')
    for step in range(lesson.steps + 1):
        picture = svg.render(lesson.trace, step)
        assert "<script" not in picture
        assert "<img" not in picture


def test_a_big_tree_is_drawn_in_part(services: Services) -> None:
    lesson, _ = lesson_from_query(services, {"game": "connect4", "depth": "3"})
    shown = lesson.trace.limited(50)
    for step in (0, 10, lesson.steps):
        assert svg.render(shown, step).count('class="node') <= 50


# ---- the quiz ------------------------------------------------------------------------------------------------------


def solved(text: str, variant: str = "fail-soft") -> Quiz:
    """A quiz in which everything is right."""
    quiz = Quiz(explain(PaperTree(text), variant))
    for node in quiz.inner_nodes():
        for field in FIELDS:
            if node.visited:
                quiz.fill(node.path, field, show(getattr(node, field)))
    for path in quiz.trace.cut:
        quiz.strike(path)
    return quiz


@given(TREES, st.sampled_from(["fail-soft", "fail-hard", "no-v", "listing"]))
def test_the_solution_is_accepted_whatever_the_tree(tree: list[object], variant: str) -> None:
    assert solved(str(tree), variant).check() == []


def test_a_wrong_number_is_named_with_the_reason() -> None:
    quiz = solved("[[3,5],[2,9]]")
    quiz.fill((0,), "beta", "5")
    (finding,) = quiz.check()
    assert (finding.path, finding.field) == ((0,), "beta")
    assert finding.text == "B is MIN: it takes the smallest of its children, not the other way round."


def test_an_empty_attempt_lacks_everything() -> None:
    quiz = Quiz(explain(PaperTree("[[3,5],[2,9]]"), "fail-soft"))
    findings = quiz.check()
    assert len(findings) == 3 * 3 + 1
    assert findings[-1].text.startswith("G is cut: C has fallen to 2 <= alpha 3")


def test_striking_a_node_that_is_visited() -> None:
    quiz = solved("[[3,5],[2,9]]")
    quiz.strike((0, 1))
    (finding,) = quiz.check()
    assert finding.text.startswith("You cut E although alpha < beta")
    quiz.strike((0, 1))
    assert quiz.check() == []


def test_numbers_at_a_node_that_is_never_visited() -> None:
    quiz = solved("[[8,7,3],[2,[4,1]],5]")
    (cut,) = [node.path for node in quiz.inner_nodes() if not node.visited]
    quiz.fill(cut, "value", "4")
    assert [finding.text for finding in quiz.check()] == ["I is never visited (it is cut off), so it has no value."]


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), ("-∞", float("-inf")), ("+inf", float("inf")), ("−2", -2), ("1,5", 1.5), ("x", None), ("nan", None)],
)
def test_numbers_as_people_write_them(text: str, number: float | None) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("sent", "path"),
    [("", ()), ("0.2", (0, 2)), ("-1", None), ("a", None), (3, None), (None, None), ("0..1", None), ("9" * 50, None)],
)
def test_paths_from_the_browser_are_not_trusted(sent: object, path: object) -> None:
    assert read_path(sent) == path
