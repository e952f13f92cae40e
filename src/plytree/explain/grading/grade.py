"""Grade a student's program: run it on many trees, judge every answer, shrink a failing tree, name the likely bug."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.explain.grading.calls import Interface, views
from plytree.explain.grading.checks import Answer, Check, Failure, judge_value, make_checks
from plytree.explain.grading.diagnosis import Diagnosis, diagnose
from plytree.explain.grading.sandbox import Bounds, Run, run_cases
from plytree.explain.grading.trees import Case, random_trees, smaller_cases

SHRINK_ROUNDS, SHRINK_BATCH, SHRINK_SECONDS = 60, 250, 15.0
SHAPES = ("auto", "value", "move")


@dataclass
class Grade:
    """The whole result; `report.py` shows it."""

    program: str
    seed: int
    interface: Interface | None = None
    shape: str = ""  # "value" or "value and move"
    checks: list[Check] = field(default_factory=list)
    smallest: dict[str, Failure] = field(default_factory=dict)  # the smallest failing case of a check
    diagnosis: Diagnosis | None = None
    error: str = ""  # why nothing could be graded
    bad_signature: bool = False  # there is no function that could be called
    printed: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        return not self.error and all(check.passed for check in self.checks)

    @property
    def score(self) -> int:
        """Of 100."""
        of = sum(check.points for check in self.checks)
        return round(100 * sum(check.points for check in self.checks if check.passed) / of) if of else 0


def grade(
    program: Path,
    *,
    shape: str = "auto",
    trees: int = 2000,
    seed: int = 1,
    bounds: Bounds | None = None,
    function: str = "",
) -> Grade:
    """Grade a program; InputError if there is no such file, everything the program does wrong is in the result."""
    if shape not in SHAPES:
        raise InputError(f"{shape!r} is not a shape; expected one of {', '.join(SHAPES)}")
    if not program.is_file():
        raise InputError(f"{str(program)!r} is not a file; expected a Python program to grade")
    started = time.monotonic()
    grader = _Grader(program, bounds or Bounds(), function)
    result = Grade(program=str(program), seed=seed)
    grader.grade(result, shape, trees)
    result.seconds = time.monotonic() - started
    return result


class _Grader:
    def __init__(self, program: Path, bounds: Bounds, function: str) -> None:
        self.program, self.bounds, self.function = program, bounds, function

    def run(self, interface: Interface, cases: Sequence[Case]) -> Run:
        return run_cases(self.program, [interface.encode(case) for case in cases], self.bounds, self.function)

    def grade(self, result: Grade, shape: str, trees: int) -> None:
        about = run_cases(self.program, [], self.bounds, self.function).about
        if not about.get("loaded"):
            result.error = _why_not_loaded(about)
            result.bad_signature = about.get("reason") == "signature"
            return
        interface, first = self.meet(about)
        pairs = any(answer.get("kind") == "pair" for answer in first)
        with_move = shape == "move" or (shape == "auto" and pairs)
        result.interface, result.shape = interface, "value and move" if with_move else "value"
        result.checks = make_checks(interface, with_move, trees, result.seed)
        self.run_checks(result)
        right_alone = self.right_alone(interface, result.checks)
        result.diagnosis = diagnose(interface, result.checks, with_move, right_alone)
        shown = [check for check in result.checks if check.failures and not check.skipped]
        if shown and shown[0].name == "value":
            shown = shown[:1]  # the others most likely fail for the same reason
        for check in shown[:3]:
            result.smallest[check.name] = check.failures[0] if right_alone else self.shrink(interface, check)

    def meet(self, about: dict[str, Any]) -> tuple[Interface, list[dict[str, Any]]]:
        """How the function wants to be called; where its view is in doubt, the one in which more answers are right."""
        function, roles = about["function"], about["roles"]
        cases = [Case(tree) for tree in random_trees(random.Random(0), 40, most_leaves=12)]
        best: tuple[int, Interface, list[dict[str, Any]]] | None = None
        for view in views(function, roles):
            interface = Interface(function, roles, view)
            answers = self.run(interface, cases).answers
            right = sum(not judge_value(interface, case, a) for case, a in zip(cases, answers, strict=False))
            if best is None or right > best[0]:
                best = (right, interface, answers)
        assert best is not None
        return best[1], best[2]

    def run_checks(self, result: Grade) -> None:
        """All cases in one process, so that a program that remembers earlier calls is found out."""
        interface, checks = result.interface, result.checks
        assert interface is not None
        distinct: dict[int, tuple[int, int]] = {}  # checks that look at the same answers share the calls
        cases: list[Case] = []
        for check in checks:
            if id(check.cases) not in distinct:
                distinct[id(check.cases)] = (len(cases), len(cases) + len(check.cases))
                cases += check.cases
        run = self.run(interface, cases)
        result.printed = run.printed
        for check in checks:
            begin, end = distinct[id(check.cases)]
            check.judge_all(interface, run.answers[begin:end])
        value_is_wrong = any(check.failures for check in checks if check.name == "value")
        for check in checks:
            if check.needs_value and value_is_wrong:
                check.skipped = "first make the values right"
            elif len(check.answers) < len(check.cases) and not check.failures:
                check.skipped = "not reached"

    def right_alone(self, interface: Interface, checks: Sequence[Check]) -> bool:
        """Are wrong values right when each case has a process of its own? Then the program remembers earlier calls."""
        for check in checks:
            if check.name in ("value", "again") and check.failures:
                few = [f for f in check.failures if f.answer.get("value") is not None][:4]
                alone = [self.run(interface, [failure.case]).answers for failure in few]
                return bool(few) and all(
                    answers and not check.judge(interface, failure.case, answers[0])
                    for failure, answers in zip(few, alone, strict=True)
                )
        return False

    def shrink(self, interface: Interface, check: Check) -> Failure:
        """The smallest case found that still fails this check."""
        failure = check.failures[0]
        deadline = time.monotonic() + SHRINK_SECONDS
        for _ in range(SHRINK_ROUNDS):
            if _is_slow(failure.answer) or time.monotonic() > deadline:
                break
            candidates = smaller_cases(failure.case)
            if not interface.has_turn:
                candidates = [case for case in candidates if case.maximizing]
            smaller = self.first_failure(interface, check, candidates[:SHRINK_BATCH])
            if smaller is None:
                break
            failure = smaller
        return failure

    def first_failure(self, interface: Interface, check: Check, cases: Sequence[Case]) -> Failure | None:
        answers = self.run(interface, cases).answers
        for case, answer in zip(cases, answers, strict=False):
            if wrong := check.judge(interface, case, answer):
                return Failure(case, answer, wrong)
        return None


def _is_slow(answer: Answer) -> bool:
    return answer.get("error", {}).get("type") in ("TimeUp", "Died", "MemoryError")


def _why_not_loaded(about: dict[str, Any]) -> str:
    error = about.get("error", {})
    if about.get("reason") == "signature":
        return str(error["message"])
    where = f" in line {error['line']}" if error.get("line") else ""
    if error.get("type") == "TimeUp":
        return f"the program does not finish loading{where}; only define functions at the top level"
    return f"the program cannot be loaded: {error.get('type')}: {error.get('message')}{where}"
