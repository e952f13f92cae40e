"""Eleven student programs: three are right, eight have one bug each, and the grader names it."""

from functools import cache
from pathlib import Path

import pytest

from plytree.explain.grading.grade import Options, grade
from plytree.explain.grading.trees import minimax

STUDENTS = Path(__file__).parent / "students"
BUGS = {
    "wrong_ties": "tie-handling",
    "wrong_sign": "wrong-sign",
    "wrong_window": "window-not-passed",
    "wrong_bound": "wrong-bound",
    "wrong_depth": "too-deep",
    "wrong_no_cut": "not-pruning",
    "wrong_mutates": "mutates-argument",
    "wrong_recursion": "recursion",
}


@cache
def graded(name):
    return grade(STUDENTS / f"{name}.py", Options(trees=200))


@pytest.mark.parametrize("name", ["right_minimax", "right_alphabeta_move", "right_negamax_game"])
def test_right_programs_pass(name):
    result = graded(name)
    assert result.passed, result.checks
    assert result.score == 100
    assert result.diagnosis is None


@pytest.mark.parametrize(("name", "bug"), BUGS.items())
def test_the_bug_is_named(name, bug):
    result = graded(name)
    assert not result.passed
    assert result.score < 100
    assert result.diagnosis is not None
    assert result.diagnosis.bug.name == bug
    assert result.diagnosis.certain


def test_the_bug_is_named_for_any_seed():
    names = {grade(STUDENTS / "wrong_bound.py", Options(trees=60, seed=seed)).diagnosis.bug.name for seed in (5, 6)}
    assert names == {"wrong-bound"}


def test_every_wrong_program_of_the_folder_is_tested():
    assert {path.stem for path in STUDENTS.glob("wrong_*.py")} == set(BUGS)


def test_the_failing_tree_is_as_small_as_it_gets():
    failure = graded("wrong_sign").smallest["value"]
    assert failure.case.tree == [-1]
    assert minimax(failure.case) == -1


def test_a_tree_that_shows_missing_cuts_has_three_leaves():
    failure = graded("wrong_no_cut").smallest["leaves"]
    assert failure.case.tree == [0, [0, 0]]
    assert "looked at 3 of 3 leaves, alpha-beta needs only 2" in failure.wrong


def test_an_expected_move_that_does_not_come_is_a_failure():
    result = grade(STUDENTS / "right_minimax.py", Options(trees=50, shape="move"))
    assert [check.name for check in result.checks if check.failures] == ["move"]
