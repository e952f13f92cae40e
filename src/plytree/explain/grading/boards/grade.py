"""Grades a program on its own game: finds out how it wants to be called, asks it many positions, judges the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plytree.explain.grading.answers import Answer, BoardFound
from plytree.explain.grading.boards.positions import TITLES, BoardCase, positions
from plytree.explain.grading.boards.styles import BoardStyle, find_reading, styles
from plytree.explain.grading.bugs import BUGS
from plytree.explain.grading.checks import Check, Failure, judge_unchanged, no_answer
from plytree.explain.grading.diagnosis import Diagnosis, by_behaviour, direct_evidence
from plytree.explain.grading.reading import Reading
from plytree.explain.grading.roles import prunes, roles_of
from plytree.explain.grading.sandbox import StudentSession
from plytree.explain.grading.source import Function, Source
from plytree.explain.grading.styles import Style
from plytree.explain.grading.trees import Case

MEETING, MOST_STYLES, SECONDS = 12, 120, 1.0
ASKED = {(3, 3): 100, (6, 7): 60}
WATCHED = 12
SMALL = 4  # empty cells: so small that every known mistake can be tried on it
ACCIDENT = 0.8
HOPELESS = 6  # ways to call it with one form of board, all of which fail


@dataclass(frozen=True)
class MetBoard:
    """A style with what it scored at the meeting."""

    style: BoardStyle
    right: int
    of: int
    answered: int

    @property
    def may_say_more(self) -> bool:
        """Only the move was understood, of an answer that has more parts."""
        return self.style.reading.value is None and bool(self.style.reading.move)

    @property
    def is_it(self) -> bool:
        return self.right >= ACCIDENT * self.of


def look(session: StudentSession) -> tuple[BoardFound, ...]:
    """What in the program looks like a board."""
    answer = session.ask({"look": "boards"})
    return answer.boards if answer else ()


def meet_board(
    session: StudentSession, source: Source, function: Function, found: Sequence[BoardFound]
) -> MetBoard | None:
    """The style in which the function answers best; None if it answers in none."""
    searching = source.searching(function)
    watch = {f.name: {"node": ""} for part in searching for f in part.everything()}
    base = BoardStyle(
        function, roles_of(function), BoardFound("argument", (), "rows", 3, 3, (" ",)), ("X", "O", " "),
        owner=source.classes.get(function.cls), prunes=prunes(function, source), watch=watch,
    )  # fmt: skip
    tried: list[MetBoard] = []
    failed: Counter[BoardFound] = Counter()
    for style in styles(source, function, found, base):
        if failed[style.board] >= HOPELESS:
            continue
        met = _try(session, style)
        if met is None or len(tried) >= MOST_STYLES:
            break
        tried.append(met)
        failed[style.board] += not met.answered
        if (met.right == met.of and not met.may_say_more) or session.gave_up:
            break
    best = max(tried, key=lambda met: (met.right, not met.may_say_more), default=None)
    if best is None or best.is_it:
        return best
    most = max(tried, key=lambda met: met.answered)
    return most if most.answered else None


def _try(session: StudentSession, style: BoardStyle) -> MetBoard | None:
    cases = [style.fit(case) for case in positions(style.shape, MEETING, 5)]
    before, gave_up = session.errors_in_a_row, session.gave_up
    answers: list[Answer] = []
    for part in (cases[:2], cases[2:]):  # most wrong ways fail at once
        seconds = min(SECONDS, session.bounds.seconds)
        got = session.ask_all([{**style.call(case), "seconds": seconds} for case in part])
        answers += got
        if all(answer.error for answer in got):
            break
    session.errors_in_a_row = before
    if session.gave_up == "errors" and session.timeouts == 0:
        session.gave_up = gave_up
    if not answers:
        return None
    asked = cases[: len(answers)]
    found, right = find_reading(style, asked, answers)
    return MetBoard(found, right, len(cases), sum(answer.error is None for answer in answers))


# ---- the checks ----------------------------------------------------------------------------------------------------


def judge_value(style: Any, case: Any, answer: Answer) -> str:
    """Won, drawn or lost must be right; how large the number is, is the program's own affair."""
    if style.reading.value is None:
        return judge_move(style, case, answer)
    if wrong := no_answer(style, answer):
        return wrong
    if style.value_for_max(case, answer) == case.value:
        return ""
    word = {1: "MAX wins", 0: "a draw", -1: "MIN wins"}[case.value]
    return f"expected {word}, got {answer.shown}"


def judge_move(style: Any, case: Any, answer: Answer) -> str:
    if wrong := no_answer(style, answer):
        return wrong
    if answer.move in case.best:
        return ""
    wanted = " or ".join(str(move) for move in sorted(case.best))
    what = "cell" if case.shape == (3, 3) else "column"
    word = {1: "MAX wins", 0: "a draw", -1: "MIN wins"}[case.value]
    return f"expected {what} {wanted} ({word}), got {answer.shown}"


def judge_positions(style: Any, case: Any, answer: Answer) -> str:
    if wrong := no_answer(style, answer):
        return wrong
    every, inner = case.positions
    if answer.calls >= every or answer.calls in (every - 1, inner, inner - 1):
        return f"searched all {every} positions, alpha-beta cuts many of them off"
    return ""


def make_checks(style: BoardStyle, seed: int) -> list[Check]:
    def cases(count: int, which: int, watch: str = "") -> list[Any]:
        return [replace(style.fit(case), watch=watch) for case in positions(style.shape, count, which)]

    title, asked = TITLES[style.shape], cases(ASKED[style.shape], seed + 100)
    only_moves = style.reading.value is None
    what = "move" if only_moves else "value"
    checks = [Check("value", f"{what} of {len(asked)} positions of {title}", 50, judge_value, asked)]
    if style.with_move and not only_moves:
        checks.append(Check("move", "the move that gives the value", 20, judge_move, asked, True))
    checks.append(Check("again", "the same answers when asked again", 5, judge_value, asked[:40][::-1], True))
    if style.prunes:
        watched = [case for case in cases(ASKED[style.shape], seed + 100, "positions") if case.positions[0] > 60][
            -WATCHED:
        ]
        checks.append(Check("leaves", "cuts off what cannot matter", 20, judge_positions, watched, True))
    checks.append(Check("unchanged", "the board stays as it was", 5, judge_unchanged, asked))
    return checks


def forgive_chance(checks: Sequence[Check]) -> None:
    """A search that prunes may still see all of a few positions."""
    for check in checks:
        counted = [f for f in check.failures if not f.answer.error]
        if check.name == "leaves" and len(counted) * 2 < len(check.answers):
            check.failures = [f for f in check.failures if f.answer.error]


def diagnose_board(style: BoardStyle, checks: Sequence[Check]) -> Diagnosis | None:
    """The same library of mistakes as for trees, tried on the game trees of small positions."""
    failed = {check.name: check for check in checks if check.failures and not check.skipped}
    if not failed:
        return None
    direct = direct_evidence(style, failed)
    if direct:
        return direct
    if "value" in failed and style.reading.value is not None:
        found = by_behaviour(_as_trees(style), *_tree_checks(style, failed["value"]), lambda cases: [])
        if found.bug.name != "unknown":
            return replace(found, certain=False)
    if set(failed) == {"again"}:
        return Diagnosis(BUGS["remembers"], "the same positions gave other answers later")
    alone = {"leaves": "not-pruning", "move": "wrong-move"}
    for name, bug in alone.items():
        if set(failed) == {name}:
            check = failed[name]
            evidence = f"only this failed: {check.title}, {len(check.failures)} of {len(check.answers)} times"
            return Diagnosis(BUGS[bug], evidence, certain=name == "leaves")
    return Diagnosis(BUGS["unknown"], f"failed: {', '.join(check.title for check in failed.values())}", certain=False)


def _as_trees(style: BoardStyle) -> Style:
    return Style(style.function, {}, roots=(True, False), prunes=style.prunes, reading=Reading((), None), trees="board")


def _tree_checks(style: BoardStyle, check: Check) -> tuple[list[Check], dict[str, Check]]:
    cases: list[Case] = []
    answers: list[Answer] = []
    failures: list[Failure] = []
    for board, answer in zip(check.cases, check.answers, strict=False):
        assert isinstance(board, BoardCase)
        value = style.value_for_max(board, answer)
        if board.empty <= SMALL and value is not None:
            case, simple = Case(board.tree(), board.maximizing), replace(answer, value=value)
            cases.append(case)
            answers.append(simple)
            if value != board.value:
                failures.append(Failure(case, simple, ""))
    made = Check("value", check.title, 0, check.judge, cases, answers=answers, failures=failures)
    return [made], {"value": made}
