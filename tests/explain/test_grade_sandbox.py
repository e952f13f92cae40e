"""Whatever a program does, grading ends and says what happened."""

import time

import pytest

from plytree.explain.grading.calls import Interface
from plytree.explain.grading.grade import grade
from plytree.explain.grading.sandbox import Bounds, run_cases
from plytree.explain.grading.trees import Case

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
    return grade(program, trees=30, bounds=options.pop("bounds", QUICK), **options)


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
        ("return float('nan')", "unknown"),
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
    assert "does not finish loading in line 1" in result.error
    assert result.score == 0


def test_a_syntax_error_names_its_line(tmp_path):
    result = graded(tmp_path, "def minimax(node):\n  return (\n")
    assert "SyntaxError" in result.error
    assert "line 2" in result.error


def test_no_function_says_which_names_are_looked_for(tmp_path):
    result = graded(tmp_path, "def solve(tree): return 1\n")
    assert result.bad_signature
    assert "looked for alphabeta, negamax, minimax or max_value, but the program defines solve" in result.error


def test_a_parameter_nobody_can_fill_is_named(tmp_path):
    result = graded(tmp_path, "def minimax(node, wizard): return 1\n")
    assert "'wizard'" in result.error


def test_a_crash_of_the_process_costs_one_case_only(tmp_path):
    program = tmp_path / "student.py"
    program.write_text("import os\ndef minimax(node, maximizing):\n  if node == [7]: os._exit(1)\n  return node[0]\n")
    interface = Interface("minimax", {"node": "node", "maximizing": "maximizing"})
    run = run_cases(program, [interface.encode(Case([leaf])) for leaf in (1, 7, 2)], QUICK)
    assert [answer.get("value") for answer in run.answers] == [1, None, 2]
    assert run.answers[1]["error"]["type"] == "Died"


def test_children_of_the_program_are_ended_with_it(tmp_path):
    """Even if they were started behind the back of every guard, in a session of their own."""
    program, pids = tmp_path / "student.py", tmp_path / "pids"
    program.write_text(
        "import _posixsubprocess, os\n"
        "def minimax(node, maximizing):\n"
        f"  argv = [b'/bin/sh', b'-c', b'echo $$ >> {pids}; sleep 600']\n"
        "  r, w = os.pipe()\n"
        "  _posixsubprocess.fork_exec(argv, [argv[0]], True, (w,), None, None, -1, -1, -1, -1, -1, -1, r, w,\n"
        "                             False, True, -1, None, None, None, -1, None, False)\n"
        "  while True: pass\n"
    )
    assert not grade(program, trees=20, bounds=Bounds(seconds=0.2, total_seconds=20)).passed
    started = [int(pid) for pid in pids.read_text().split()]
    assert started
    for _ in range(200):  # killed, but on a busy machine perhaps not yet gone
        if not any(is_running(pid) for pid in started):
            break
        time.sleep(0.05)
    assert not [pid for pid in started if is_running(pid)]


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
