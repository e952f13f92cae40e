"""Whatever a program does, grading ends and says what happened."""

import sys
import time
from pathlib import Path

import pytest

from plytree.explain.grading import source as sources
from plytree.explain.grading.grade import Options, grade
from plytree.explain.grading.meeting import meet
from plytree.explain.grading.sandbox import Bounds, StudentSession
from plytree.explain.grading.trees import Case

sys.path.insert(0, str(Path(__file__).parent))
from hostile import GUARD, KERNEL, OUTSIDE, attack

MINIMAX = """
def minimax(node, maximizing):
    {extra}
    if not isinstance(node, list):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)
"""
QUICK = Bounds(seconds=0.2, total_seconds=20, memory_mb=256)


def graded(tmp_path, source, **options):
    program = tmp_path / "student.py"
    program.write_text(source)
    return grade(program, Options(trees=30, bounds=options.pop("bounds", QUICK), **options))


@pytest.mark.parametrize(
    ("extra", "bug"),
    [
        ("while True: pass", "too-slow"),
        ("import time; time.sleep(60)", "too-slow"),
        ("import os; os.fork()", "forbidden"),
        ("import subprocess; subprocess.run(['true'])", "forbidden"),
        ("open('x', 'w').write('x')", "forbidden"),
        ("x = [0] * 10**9", "memory"),
        ("import os; os._exit(3)", "crash"),
        ("import sys; sys.exit(0)", "crash"),
        ("raise ValueError('no idea')", "crash"),
        ("input()", "crash"),
        ("return None", "returns-none"),
        ("return 'five'", "wrong-type"),
        ("return node", "wrong-type"),
        ("return float('nan')", "wrong-type"),
    ],
)
def test_misbehaviour_is_named(tmp_path, extra, bug):
    result = graded(tmp_path, MINIMAX.format(extra=extra))
    assert not result.passed
    assert result.diagnosis.bug.name == bug


def test_a_program_that_catches_everything_is_ended_all_the_same(tmp_path):
    stubborn = (
        "def minimax(node, maximizing):\n while True:\n  try:\n   while True: pass\n  except BaseException: pass\n"
    )
    started = time.monotonic()
    result = graded(tmp_path, stubborn, bounds=Bounds(seconds=0.2, total_seconds=2))
    assert result.diagnosis.bug.name == "too-slow"
    assert time.monotonic() - started < 60


def test_a_raised_recursion_limit_does_not_hide_an_endless_recursion(tmp_path):
    endless = (
        "import sys\nsys.setrecursionlimit(10**8)\ndef minimax(node, maximizing):\n return minimax(node, maximizing)\n"
    )
    result = graded(tmp_path, endless, bounds=Bounds(seconds=5, total_seconds=20, memory_mb=256))
    assert result.diagnosis.bug.name == "recursion"


def test_what_a_program_prints_is_kept_short_and_does_not_disturb(tmp_path):
    result = graded(tmp_path, MINIMAX.format(extra="print('x' * 1000)"), bounds=Bounds(seconds=2))
    assert result.passed
    assert 0 < len(result.printed) <= 2000


def test_an_endless_loop_while_loading(tmp_path):
    result = graded(tmp_path, "while True: pass\n")
    assert "no function to grade" in result.error
    assert result.notes == ["when the file is run, line 1 does not end in time; only the functions were graded"]
    assert result.score == 0


def test_a_syntax_error_names_its_line(tmp_path):
    result = graded(tmp_path, "def minimax(node):\n  return (\n")
    assert "SyntaxError" in result.error
    assert "line 2" in result.error


def test_no_function_says_which_names_are_looked_for(tmp_path):
    result = graded(tmp_path, "def solve(tree): return 1\n")
    assert result.ungradable
    assert "looked for alphabeta, negamax, minimax or max_value, but the program defines solve" in result.error


def test_a_function_that_takes_no_trees_gets_advice_instead_of_points(tmp_path):
    result = graded(tmp_path, "def minimax(board, wizard): return wizard.spell(board.piece)\n")
    assert result.ungradable
    assert "does not take nested lists" in result.error
    assert "for child in node" in result.advice


def test_a_crash_of_the_process_costs_one_case_only(tmp_path):
    program = tmp_path / "student.py"
    program.write_text("import os\ndef minimax(node, maximizing):\n  if node == [7]: os._exit(1)\n  return node[0]\n")
    given = [{"is": "root"}, {"is": "json", "value": True}]
    with StudentSession(program, QUICK) as session:
        answers = session.ask_all([{"function": ["minimax"], "tree": [n], "args": given} for n in (1, 7, 2)])
    assert [answer.part.number if answer.part else None for answer in answers] == [1, None, 2]
    assert answers[1].error.type == "Died"


# ---- locked up --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def offered(tmp_path_factory):
    """What this machine refuses of the jail, by part."""
    program = tmp_path_factory.mktemp("offered") / "student.py"
    program.write_text(MINIMAX.format(extra=""))
    with StudentSession(program, QUICK) as session:
        session.load()
        return session.problems


def test_no_hostile_program_gets_through():
    rows = attack()
    assert len(rows) >= 60
    assert [row for row in rows if row[1]] == []


@pytest.mark.parametrize("parts", [KERNEL, KERNEL[1:], GUARD], ids=["kernel", "no namespaces", "guard"])
def test_each_lock_alone_holds(parts, offered):
    """The kernel without the guard, the guard without the kernel: a machine may have only one of them."""
    if set(parts) & set(offered):
        pytest.skip(f"this machine has no {', '.join(offered)}")
    assert [row for row in attack(parts, OUTSIDE) if row[1]] == []


def test_the_report_says_how_the_program_is_locked_up(tmp_path, offered):
    whole = graded(tmp_path, MINIMAX.format(extra=""))
    assert whole.isolation == "full" if not offered else whole.isolation.startswith("partial: no ")
    less = graded(tmp_path, MINIMAX.format(extra=""), bounds=Bounds(isolate=("landlock", "guard")))
    assert less.isolation.startswith("partial: no namespaces (switched off)")
    assert "no seccomp (switched off)" in less.isolation


@pytest.mark.parametrize("extra", ["sum(range(10**18))", "import time; time.sleep(60)"])
def test_a_slow_program_is_asked_once(tmp_path, extra):
    """A call that has to be ended from outside ends the grading: everything within three limits."""
    result = graded(tmp_path, MINIMAX.format(extra=extra))
    assert result.diagnosis.bug.name == "too-slow"
    assert sum(len(check.answers) for check in result.checks) <= 2


def test_the_process_never_learns_what_is_right(tmp_path):
    """The questions hold the tree and how to call, nothing else."""
    sent = []
    program = tmp_path / "student.py"
    program.write_text(MINIMAX.format(extra=""))
    with StudentSession(program, QUICK) as session:
        source = sources.read(session.source)
        style = meet(session, source, source.functions[0]).style
        sent = style.call(Case([[3, 5], [2, 9]]))
    known = {"function", "form", "tree", "maximizing", "estimates", "mutable", "watch", "args", "named"}
    assert set(sent) == known
