"""Programs in the styles that students use; the first line is the verdict: `# right`, `# wrong BUG`, `# ungradable`.

They are accepted as they are: whatever they call their functions and parameters, however they keep a tree or a board,
whatever they answer, whatever they do when the file is run.
"""

from functools import cache
from pathlib import Path

import pytest

from plytree.explain.grading.grade import Options, grade

PROGRAMS = {path.stem: path for path in sorted((Path(__file__).parent / "collection").glob("*.py"))}
UNGRADABLE = {"othello_own_board", "nim_piles"}  # games that the grader does not know


def verdict(name):
    return PROGRAMS[name].read_text().splitlines()[0].removeprefix("# ").split()


@cache
def graded(name):
    return grade(PROGRAMS[name], Options(trees=100))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_verdict_is_right(name):
    result = graded(name)
    found = "ungradable" if result.ungradable else "right" if result.passed else "wrong"
    wanted, *bug = verdict(name)
    assert found == wanted, (result.error, [f.wrong for c in result.checks for f in c.failures[:1]])
    assert (result.score == 100) == (wanted == "right")
    if bug:
        assert result.diagnosis.bug.name == bug[0]


def test_nearly_all_are_accepted_as_they_are():
    assert len(PROGRAMS) >= 40
    assert {name for name in PROGRAMS if verdict(name)[0] == "ungradable"} == UNGRADABLE


def said(name):
    result = graded(name)
    return " ".join([*(result.style.describe() if result.style else []), *result.notes, result.advice])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("demo_reads_input", "reads input()"),
        ("demo_loops_for_ever", "does not end in time"),
        ("demo_exits", "ends the program"),
        ("demo_crashes", "FileNotFoundError"),
        ("connect_four_numpy", "replaced by stand-ins: pygame"),
        ("pacman_multiagent", "not written yet: AlphaBetaAgent.getAction"),
        ("two_searches_42", "graded: alpha_beta_pruning; not graded: minimax (line 2)"),
        ("answers_move_only", "the move only"),
        ("answers_move_value", "move and value, in this order"),
        ("answers_dict", "answer['score']"),
        ("answers_node_object", "answer.value"),
        ("answers_triple_with_counter", "its counter counts the leaves"),
        ("strict_cuts", "cuts only beyond the bound"),
        ("right_to_left", "from right to left"),
        ("min_at_the_root", "MIN is to move at the root"),
        ("depth_counts_up", "depth counts up from 0"),
        ("tuples_for_nodes", "nodes are tuples"),
        ("own_class_of_nodes", "its own class TreeNode"),
        ("array_of_leaves_alphabeta", "trees of height 3 only"),
        ("board_rows_counts_turn", "plays tic-tac-toe on its own board, MAX is 'X'"),
        ("connect_four_numpy", "row 0 is the lowest one"),
        ("othello_own_board", "def alphabeta(node, alpha, beta, maximizing):"),
    ],
)
def test_the_report_says_how_the_program_was_understood(name, words):
    assert words in said(name)


def test_the_function_that_was_asked_for_is_graded():
    path = PROGRAMS["two_searches_42"]
    assert grade(path, Options(trees=50, assignment="minimax")).passed
    assert grade(path, Options(trees=50, function="mini")).passed
    assert not grade(path, Options(trees=50, assignment="alphabeta")).passed


def test_conventions_can_be_demanded():
    strict, usual = PROGRAMS["strict_cuts"], PROGRAMS["first_parameter_b"]
    assert grade(strict, Options(trees=50, prune="strict")).passed
    assert not grade(strict, Options(trees=50, prune="equal")).passed
    assert not grade(usual, Options(trees=50, prune="strict")).passed
    assert grade(usual, Options(trees=50, root="min")).passed
    assert not grade(PROGRAMS["tuples_for_nodes"], Options(trees=50, root="min", function="minimax")).error
