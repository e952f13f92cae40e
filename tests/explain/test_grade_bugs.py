"""More bugs that students make, planted one at a time into a right program."""

import random

import pytest

from plytree.explain.grading.bugs import BUGS, suspects
from plytree.explain.grading.grade import Options, grade
from plytree.explain.grading.trees import Case, minimax, random_trees, smaller_cases
from plytree.explain.grading.variants import RIGHT, Variant, run_variant

ALPHA_BETA = """
from math import inf

def alphabeta(node, maximizing, alpha, beta):
    if not isinstance(node, list):
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = alphabeta(child, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
NEGAMAX = """
from math import inf

def negamax(node, color, alpha, beta):
    if not isinstance(node, list):
        return color * node
    best = -inf
    for child in node:
        best = max(best, -negamax(child, -color, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
PLANTED = [
    (ALPHA_BETA, "alpha >= beta", "alpha > beta", "not-pruning"),
    (ALPHA_BETA, "alpha >= beta", "alpha <= beta", "wrong-cut-test"),
    (ALPHA_BETA, "not maximizing, alpha, beta", "not maximizing, beta, alpha", "wrong-window"),
    (ALPHA_BETA, "not maximizing, alpha, beta", "maximizing, alpha, beta", "turn-not-changed"),
    (ALPHA_BETA, "best = -inf if maximizing else inf", "best = 0", "bad-start"),
    (ALPHA_BETA, "best = -inf if maximizing else inf", "best = -5000 if maximizing else 5000", "bad-start"),
    (ALPHA_BETA, "    return best", "        return best\n    return best", "first-child-only"),
    (ALPHA_BETA, "if maximizing:", "if not maximizing:", "no-comparison"),  # min(-inf, value) never changes
    (ALPHA_BETA, "best = max(best, value)", "best = value", "no-comparison"),
    (NEGAMAX, "-color, -beta, -alpha", "-color, alpha, beta", "wrong-window"),
    (NEGAMAX, "-color, -beta, -alpha", "color, -beta, -alpha", "wrong-sign"),
    (NEGAMAX, "return color * node", "return node", "wrong-sign"),
]


@pytest.mark.parametrize(("program", "right", "wrong", "bug"), PLANTED)
def test_the_planted_bug_is_named(tmp_path, program, right, wrong, bug):
    assert right in program
    student = tmp_path / "student.py"
    student.write_text(program.replace(right, wrong))
    assert grade(student, Options(trees=200, prune="equal")).diagnosis.bug.name == bug


@pytest.mark.parametrize("program", [ALPHA_BETA, NEGAMAX])
def test_the_programs_they_were_planted_into_are_right(tmp_path, program):
    student = tmp_path / "student.py"
    student.write_text(program)
    assert grade(student, Options(trees=80)).passed


def test_a_cache_that_forgets_whose_turn_it_is(tmp_path):
    student = tmp_path / "student.py"
    student.write_text(
        "def minimax(node, maximizing, memo={}):\n"
        "    if isinstance(node, int): return node\n"
        "    if str(node) not in memo:\n"
        "        values = [minimax(child, not maximizing) for child in node]\n"
        "        memo[str(node)] = max(values) if maximizing else min(values)\n"
        "    return memo[str(node)]\n"
    )
    result = grade(student, Options(trees=200))
    assert result.diagnosis.bug.name == "mutable-default"
    assert "alone is searched right" in result.diagnosis.evidence


@pytest.mark.parametrize("variant", [RIGHT, Variant(fail="hard"), Variant(cut_when="before"), Variant(cut="never")])
def test_right_variants_agree_with_minimax(variant):
    for tree in random_trees(random.Random(3), 150):
        for maximizing in (True, False):
            case = Case(tree, maximizing)
            found = run_variant(variant, case)
            assert found.value == minimax(case)
            assert variant.cut == "never" or found.leaves == run_variant(RIGHT, case).leaves


def test_every_suspect_differs_from_a_right_program_on_some_tree():
    """A variant that behaves like the right search would accuse the innocent."""
    cases = [Case(tree, m) for tree in random_trees(random.Random(5), 200) for m in (True, False)]
    big = Case([[-(10**9), -(10**8)], [-(10**7)]]), Case([[10**9, 10**8], [10**7]], False)
    limited = [Case([[[1, 2], 3], [4]], depth=d, estimates=(5, 6, -7, 1, 2, 3, -8, 4)) for d in (1, 2)]
    cases += [*big, *limited, Case([[5, 6], [-5, 9]], True, 2, 4), Case([[5, 6], [-5, 9]], False, 2, 4)]
    right = [run_variant(RIGHT, case) for case in cases]
    for bug, variant in suspects(with_window=True):
        assert bug.name in BUGS
        assert any(run_variant(variant, case) != found for case, found in zip(cases, right, strict=True)), variant


def test_smaller_cases_are_smaller():
    case = Case([[3, [4, 5]], 6], False)
    assert all(small.size < case.size or small.maximizing for small in smaller_cases(case))
    assert Case([[3, 4], 6], False) in smaller_cases(case)
