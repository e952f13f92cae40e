"""Grade a student's program: find its search, run it on many trees, judge every answer, name the likely bug."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.explain.grading import source as sources
from plytree.explain.grading.answers import Answer, BoardFound, Error, clean
from plytree.explain.grading.boards.grade import MetBoard, diagnose_board, forgive_chance, look, meet_board
from plytree.explain.grading.boards.grade import make_checks as make_board_checks
from plytree.explain.grading.boards.styles import BoardStyle
from plytree.explain.grading.checks import PRUNES, Check, Failure, judge_value, make_checks, seen_leaves
from plytree.explain.grading.diagnosis import Alone, Diagnosis, diagnose
from plytree.explain.grading.meeting import Met, meet, takes_lists
from plytree.explain.grading.roles import choose, others, searches
from plytree.explain.grading.sandbox import Bounds, Loaded, StudentSession
from plytree.explain.grading.source import Function, Source
from plytree.explain.grading.styles import Style
from plytree.explain.grading.trees import Case, smaller_cases

SHRINK_ROUNDS, SHRINK_BATCH, SHRINK_SECONDS = 60, 250, 15.0
SHAPES = ("auto", "value", "move")
ROOTS = {"auto": (), "max": (True,), "min": (False,)}
ASSIGNMENTS = ("", "alphabeta", "negamax", "minimax")
MOST_FUNCTIONS = 4  # that are tried before one says that none takes trees


@dataclass(frozen=True)
class Options:
    """How to grade; `function` is a name or its beginning, `assignment` the kind of search that was asked for."""

    shape: str = "auto"
    trees: int = 2000
    seed: int = 1
    bounds: Bounds = field(default_factory=Bounds)
    function: str = ""
    assignment: str = ""
    prune: str = "auto"
    root: str = "auto"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("shape", self.shape, SHAPES), ("prune", self.prune, PRUNES), ("root", self.root, tuple(ROOTS)),
            ("assignment", self.assignment, ASSIGNMENTS),
        ):  # fmt: skip
            if value not in known:
                expected = ", ".join(word for word in known if word)
                raise InputError(f"{value!r} is not a {name}; expected one of {expected}")


@dataclass
class Grade:
    """The whole result; `report.py` shows it."""

    program: str
    seed: int
    style: Style | BoardStyle | None = None
    checks: list[Check] = field(default_factory=list)
    smallest: dict[str, Failure] = field(default_factory=dict)  # the smallest failing case of a check
    diagnosis: Diagnosis | None = None
    error: str = ""  # why nothing could be graded
    ungradable: bool = False  # there is no function that could be called
    advice: str = ""  # what to write so that it can be graded
    notes: list[str] = field(default_factory=list)  # what else is worth saying
    isolation: str = ""
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


def grade(program: Path, options: Options | None = None, *, siblings: bool = True) -> Grade:
    """Grade a program; InputError if there is no such file, everything the program does wrong is in the result.

    `siblings`: may it import other files of its folder?
    """
    if not program.is_file():
        raise InputError(f"{str(program)!r} is not a file; expected a Python program to grade")
    options = options or Options()
    started = time.monotonic()
    result = Grade(program=clean(str(program)), seed=options.seed)
    with StudentSession(program, options.bounds, siblings=siblings) as session:
        _Grader(session, options, result).grade()
        result.isolation, result.printed = session.isolation, session.printed
    result.seconds = time.monotonic() - started
    return result


class _Grader:
    def __init__(self, session: StudentSession, options: Options, result: Grade) -> None:
        self.session, self.options, self.result = session, options, result
        self.source = sources.read(session.source)

    def ask(self, style: Style, cases: Sequence[Case]) -> list[Answer]:
        answers = self.session.ask_all([style.call(case) for case in cases])
        return [style.read(case, answer) for case, answer in zip(cases, answers, strict=False)]

    def grade(self) -> None:
        result = self.result
        if self.source.error:
            result.error = f"the program cannot be loaded: {self.source.error}"
            return
        loaded = self.session.load()
        if loaded.error:
            result.error = _why_not_loaded(loaded.error)
            return
        result.notes += _loading_notes(loaded)
        candidates = choose(self.source, self.options.function, self.options.assignment)
        if not candidates:
            self._nothing_found()
            return
        boards = look(self.session)
        board = self._meet_board(candidates, boards) if boards else None
        if not (board and board.is_it):
            met = self._meet(candidates)
            if met and self._callable(met) and (met.is_it or not board):
                self._say_others(met.style.function, candidates)
                self._grade_trees(met)
                return
            board = board or self._meet_board(candidates, ())
            if board is None or not (boards or board.is_it):
                self._not_callable(met, candidates[0][1])
                return
        self._say_others(board.style.function, candidates)
        self._grade_board(board.style)

    def _meet_board(self, candidates: Sequence[tuple[str, Function]], boards: Sequence[BoardFound]) -> MetBoard | None:
        best: MetBoard | None = None
        for _, function in candidates[:MOST_FUNCTIONS]:
            met = meet_board(self.session, self.source, function, boards)
            if met and (best is None or met.right > best.right):
                best = met
            if best and best.is_it:
                break
        return best

    def _grade_board(self, style: BoardStyle) -> None:
        result = self.result
        result.style, result.checks = style, make_board_checks(style, self.options.seed)
        self.session.restart()
        self._ask_checks(style)
        forgive_chance(result.checks)
        self._skip_checks()
        result.diagnosis = diagnose_board(style, result.checks)
        result.smallest = {c.name: c.failures[0] for c in result.checks if c.failures and not c.skipped}

    def _grade_trees(self, met: Met) -> None:
        result, options, style = self.result, self.options, met.style
        result.style = style
        wanted = options.shape == "move"
        style = replace(style, reading=replace(style.reading)) if wanted else style
        result.checks = make_checks(style, options.trees, options.seed, options.prune, largest_number(self.source))
        if wanted and not style.with_move:
            result.checks.append(self._missing_move(result.checks[0]))
        result.style = style = self._run_checks(style, met)
        alone = self._alone(style)
        result.diagnosis = diagnose(style, result.checks, alone, lambda cases: self.ask(style, cases))
        shown = [check for check in result.checks if check.failures and not check.skipped]
        if shown and shown[0].name == "value":
            shown = shown[:1]  # the others most likely fail for the same reason
        for check in shown[:3]:
            kept = alone.value_right or check.name == "repeats"
            result.smallest[check.name] = check.failures[0] if kept else self._shrink(style, check)

    def _missing_move(self, first: Check) -> Check:
        from plytree.explain.grading.checks import judge_move

        return Check("move", "the move that gives the value", 20, judge_move, first.cases, True)

    def _meet(self, candidates: Sequence[tuple[str, Function]]) -> Met | None:
        """The first function that takes a tree at all; where one has a wrapper, whichever answers better."""
        best: Met | None = None
        for _, function in candidates[:MOST_FUNCTIONS]:
            met = meet(self.session, self.source, function, ROOTS[self.options.root])
            if met and (best is None or (met.answered and not best.answered)):
                best = met
            if best and self._callable(best):
                break
        return best

    def _callable(self, met: Met) -> bool:
        """It answers, or what it dies of is its own fault and not that of the way it is called."""
        error = met.first_error
        return (
            bool(met.answered)
            or takes_lists(self.source, met.style.function)
            or (
                error is not None
                and error.type
                not in ("AttributeError", "TypeError", "KeyError", "IndexError", "ValueError", "NameError")
            )
        )

    def _run_checks(self, style: Style, met: Met) -> Style:
        """All cases in one process, so that a program that remembers earlier calls is found out."""
        checks = self.result.checks
        if self.session.gave_up:  # the meeting was too much for it already: judge what is known
            checks[0].cases = list(met.cases)
            checks[0].judge_all(style, met.answers)
            for check in checks[1:]:
                check.skipped = "not reached"
            return style
        self.session.restart()
        self._ask_checks(style)
        style = self._conventions(style)
        self._skip_checks()
        return style

    def _ask_checks(self, style: Any) -> None:
        checks = self.result.checks
        distinct: dict[int, tuple[int, int]] = {}  # checks that look at the same answers share the calls
        cases: list[Case] = []
        for check in checks:
            if id(check.cases) not in distinct:
                distinct[id(check.cases)] = (len(cases), len(cases) + len(check.cases))
                cases += check.cases
        answers = self.session.ask_all([style.call(case) for case in cases])
        for check in checks:
            begin, end = distinct[id(check.cases)]
            check.judge_all(style, answers[begin:end])

    def _skip_checks(self) -> None:
        checks = self.result.checks
        value_is_wrong = any(check.failures for check in checks if check.name == "value")
        for check in checks:
            if check.needs_value and value_is_wrong:
                check.skipped = "first make the values right"
            elif len(check.answers) < len(check.cases) and not check.failures:
                check.skipped = "not reached"

    def _conventions(self, style: Style) -> Style:
        """Cuts only beyond the bound, if that explains all leaves too many; what a counter counts."""
        leaves = next(check for check in self.result.checks if check.name == "leaves")
        if leaves.failures and style.prunes and self.options.prune != "equal":
            strict = replace(style, strict=True)
            again = replace(leaves, failures=[])
            again.judge_all(strict, leaves.answers)
            if not again.failures:
                leaves.failures, style = [], strict
        if style.prunes and all(
            seen_leaves(style, c, a) is None for c, a in zip(leaves.cases, leaves.answers, strict=False)
        ):
            self.result.notes.append("which leaves it looks at cannot be seen; its calls were counted instead")
        order = _order(leaves)
        if order:
            self.result.notes.append(order)
        return replace(style, reading=replace(style.reading, counter=_counter(leaves)))

    def _alone(self, style: Style) -> Alone:
        """Wrong answers again, each in a process of its own."""
        checks = {check.name: check for check in self.result.checks}
        wrong = [f for name in ("value", "again") if name in checks for f in checks[name].failures]
        repeats = checks["repeats"].failures if "repeats" in checks else []
        value_right = bool(wrong) and not any(self._wrong_alone(style, f) for f in _few(wrong))
        if not wrong and repeats:
            value_right = not any(self._wrong_alone(style, f) for f in _few(repeats))
        repeats_wrong = any(self._wrong_alone(style, f) for f in _few(repeats)) if value_right or not wrong else False
        return Alone(
            value_right and bool(_few(wrong) or _few(repeats)), repeats_wrong, self._mutable_default(style.function)
        )

    def _wrong_alone(self, style: Style, failure: Failure) -> bool:
        self.session.restart()
        answers = self.ask(style, [failure.case])
        self.session.restart()
        return not answers or bool(judge_value(style, failure.case, answers[0]))

    def _mutable_default(self, function: Function) -> str:
        for part in self.source.reached(function):
            for parameter in part.parameters:
                if isinstance(parameter.default, list | dict | set):
                    return f"{part.name}({parameter.name}={parameter.default!r})"
        return ""

    def _shrink(self, style: Style, check: Check) -> Failure:
        """The smallest case found that still fails this check."""
        failure = check.failures[0]
        deadline = time.monotonic() + SHRINK_SECONDS
        for _ in range(SHRINK_ROUNDS):
            if _is_slow(failure.answer) or time.monotonic() > deadline or style.trees != "any":
                break
            candidates = [case for case in smaller_cases(failure.case) if case.maximizing in style.roots]
            smaller = self._first_failure(style, check, candidates[:SHRINK_BATCH])
            if smaller is None:
                break
            failure = smaller
        return failure

    def _first_failure(self, style: Style, check: Check, cases: Sequence[Case]) -> Failure | None:
        for begin in range(0, len(cases), 24):  # mostly one of the first fails
            batch = cases[begin : begin + 24]
            for case, answer in zip(batch, self.ask(style, batch), strict=False):
                if wrong := check.judge(style, case, answer):
                    return Failure(case, answer, wrong)
        return None

    # ---- when there is nothing to grade ----------------------------------------------------------------------------

    def _say_others(self, graded: Function, candidates: Sequence[tuple[str, Function]]) -> None:
        rest = others(self.source, graded, searches(self.source))
        if rest:
            names = ", ".join(f"{function.title} (line {function.line})" for function in rest[:6])
            self.result.notes.append(f"graded: {graded.title}; not graded: {names} (choose with --function)")
        empty = [
            f.title
            for f in self.source.functions
            if f.empty and re.search("mini?max|alpha|negamax|action", f.title, re.I)
        ]
        if empty:
            self.result.notes.append(f"not written yet: {', '.join(empty[:4])}")

    def _nothing_found(self) -> None:
        names = ", ".join(sorted({f.title for f in self.source.functions})[:8]) or "no function at all"
        looked = (
            f"a function {self.options.function!r}"
            if self.options.function
            else "alphabeta, negamax, minimax or max_value"
        )
        self.result.ungradable = True
        self.result.error = f"no function to grade: looked for {looked}, but the program defines {names}"

    def _not_callable(self, met: Met | None, function: Function) -> None:
        result = self.result
        why = f" ({met.first_error})" if met and met.first_error else ""
        result.ungradable = True
        result.error = f"{function.title} does not take nested lists{why}"
        result.advice = ADVICE.format(name=function.title)


ADVICE = """To have it graded, write a function like this beside it, with your own rules in place of the comments:

    def alphabeta(node, alpha, beta, maximizing):
        if not isinstance(node, list):      # a leaf: its value, for MAX
            return node
        best = -inf if maximizing else inf
        for child in node:                  # the moves: a list's elements
            value = alphabeta(child, alpha, beta, not maximizing)
            # ... as in {name}: keep the best, raise alpha or lower beta, stop at a cut
        return best"""


def _few(failures: Sequence[Failure]) -> list[Failure]:
    return [f for f in failures if f.answer.value is not None][:3]


def _is_slow(answer: Answer) -> bool:
    return answer.error is not None and answer.error.type in ("TimeUp", "Died", "MemoryError", "Forged")


def largest_number(source: Source) -> float:
    """The number that the program itself names as its infinity; 10**9 if it names none."""
    named = [
        abs(value)
        for name, value in source.constants.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and 50 <= abs(value) < math.inf
        and re.fullmatch(r"_?(max|min|inf|infinity|infinite|plus_?inf|minus_?inf|neg_?inf)\w*", name, re.I)
    ]  # fmt: skip
    return min([*named, 10**9])


def _order(leaves: Check) -> str:
    """A word on programs that do not take the children from left to right."""
    seen = [a.leaves for a in leaves.answers if a.leaves and len(a.leaves) > 1]
    if not seen or all(list(found) == sorted(found) for found in seen):
        return ""
    if all(list(found) == sorted(found, reverse=True) for found in seen):
        return "takes the children from right to left"
    return "takes the children in an order of its own; cuts are judged for that order"


def _counter(leaves: Check) -> str:
    """What a third number in the answers counts, where it fits on all trees."""
    pairs = [
        (a, a.part) for a in leaves.answers if a.part and a.leaves is not None and a.part.length and a.part.length > 2
    ]
    if len(pairs) < 5:
        return ""
    for key in ("[2]", "[1]", "[3]"):
        found = [(a, part.at((key,))) for a, part in pairs]
        for title, count in (
            ("the leaves", lambda a: len(a.leaves or ())),
            ("inner nodes, without leaves", lambda a: a.inner),
            ("all nodes, leaves too", lambda a: a.inner + len(a.leaves or ())),
        ):
            if all(part is not None and part.number == count(a) for a, part in found):
                return title
    return ""


def _why_not_loaded(error: Error) -> str:
    where = f" in line {error.line}" if error.line else ""
    if error.type == "TimeUp":
        return f"the program does not finish loading{where}; only define functions at the top level"
    return f"the program cannot be loaded: {error}"


def _loading_notes(loaded: Loaded) -> list[str]:
    """What the file does when it is run, as far as it is not what one wants there."""
    notes: list[str] = []
    for line, defines, error in loaded.notes:
        if error.type == "NameError" and notes:
            continue  # follows from what failed before
        what = {
            "ReadsInput": "reads input()", "SystemExit": "ends the program", "TimeUp": "does not end in time",
        }.get(error.type, f"fails with {replace(error, line=None)}")  # fmt: skip
        notes.append(f"when the file is run, line {line} {what}{'' if defines else '; only the functions were graded'}")
    if loaded.standins:
        notes.append(f"not installed here, replaced by stand-ins: {', '.join(loaded.standins)}")
    return notes
