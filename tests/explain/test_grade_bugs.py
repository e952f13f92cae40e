"""More bugs that students make, planted one at a time into a right program."""

import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from planted import BASES, PLANTED

from plytree.explain.grading.bugs import BUGS, suspects
from plytree.explain.grading.grade import Options, grade
from plytree.explain.grading.trees import Case, minimax, random_trees, smaller_cases
from plytree.explain.grading.variants import RIGHT, Variant, run_variant


@cache
def graded(number):
    base, right, wrong, _ = PLANTED[number]
    assert BASES[base].count(right) >= 1
    with TemporaryDirectory() as folder:
        student = Path(folder) / "student.py"
        student.write_text(BASES[base].replace(right, wrong, 1))
        return grade(student, Options(trees=150, prune="equal"))


@pytest.mark.parametrize("number", range(len(PLANTED)), ids=[f"{b}: {w.strip()[:40]}" for b, _, w, _ in PLANTED])
def test_the_planted_bug_is_found_and_never_named_wrongly_with_certainty(number):
    result, bug = graded(number), PLANTED[number][3]
    assert not result.passed
    assert result.score < 100
    named = result.diagnosis.bug.name
    assert named in bug.split("|") or not result.diagnosis.certain, result.diagnosis


def test_nearly_every_planted_bug_is_named():
    named = [graded(n).diagnosis.bug.name in PLANTED[n][3].split("|") for n in range(len(PLANTED))]
    missed = [PLANTED[n][:3] for n, right in enumerate(named) if not right]
    assert len(PLANTED) >= 60
    assert sum(named) >= 0.9 * len(PLANTED), missed


@pytest.mark.parametrize("program", BASES)
def test_the_programs_they_were_planted_into_are_right(tmp_path, program):
    student = tmp_path / "student.py"
    student.write_text(BASES[program])
    result = grade(student, Options(trees=80))
    assert result.passed, [f.wrong for c in result.checks for f in c.failures[:1]]


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
