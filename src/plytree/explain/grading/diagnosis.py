"""Which bug explains what a program did: direct evidence first, then the variant that behaves the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plytree.explain.grading.answers import Answer
from plytree.explain.grading.bugs import BUGS, Bug
from plytree.explain.grading.checks import Check, Failure
from plytree.explain.grading.evidence import (
    Observation,
    agreement,
    all_suspects,
    explanations,
    observe,
    observed,
    right_forms,
    told_apart,
)
from plytree.explain.grading.styles import Style
from plytree.explain.grading.trees import Case, height

SURE, LIKELY = 0.995, 0.93  # share of trees on which a variant must behave like the program
SEPARATES = 3  # trees on which a right program must differ from the bug before anybody is certain
Ask = Callable[[Sequence[Case]], Sequence[Answer]]


@dataclass(frozen=True)
class Diagnosis:
    """The likely bug and the evidence for it, in a sentence."""

    bug: Bug
    evidence: str
    certain: bool = True


@dataclass(frozen=True)
class Alone:
    """What single cases gave in a process of their own."""

    value_right: bool = False  # wrong values are right there: the program remembers earlier calls
    repeats_wrong: bool = False  # trees with repeated parts are wrong even there
    mutable_default: str = ""  # the parameter whose default is a list, dict or set


def diagnose(style: Style, checks: Sequence[Check], alone: Alone, ask: Ask) -> Diagnosis | None:
    """The likely bug; None if every check passed."""
    failed = {check.name: check for check in checks if check.failures}
    if not failed:
        return None
    direct = direct_evidence(style, failed)
    if direct and direct.bug.name not in ("searches-twice",):
        return direct
    if style.prunes and alone.repeats_wrong and (alone.value_right or set(failed) <= {"repeats", "leaves"}):
        count = len(failed["repeats"].failures) if "repeats" in failed else 0
        evidence = f"wrong on {count} trees with repeated parts, right on trees without, each in a fresh process"
        return Diagnosis(BUGS["table-bounds"], evidence, certain=count >= SEPARATES)
    if alone.value_right:
        failure = next(
            failed[name] for name in ("value", "again", "repeats", "numbers", "games") if name in failed
        ).failures[0]
        evidence = (
            f"{failure.case.tree} alone is searched right, after other trees the answer is {failure.answer.shown}"
        )
        if alone.mutable_default:
            return Diagnosis(BUGS["mutable-default"], f"{evidence}; {alone.mutable_default} has such a default")
        return Diagnosis(BUGS["remembers"], evidence)
    return direct or by_behaviour(style, checks, failed, ask)


# ---- evidence that speaks for itself ----------------------------------------------------------------------------


def direct_evidence(style: Any, failed: dict[str, Check]) -> Diagnosis | None:
    if "unchanged" in failed:
        check = failed["unchanged"]
        count = f"{len(check.failures)} of {len(check.answers)}"
        return Diagnosis(BUGS["mutates-argument"], f"what it was given was different after {count} calls")
    failures = [failure for check in failed.values() for failure in check.failures]
    valueless = [f.answer for f in failures if not f.answer.error and f.answer.value is None]
    valueless = valueless if style.reading.value is not None else []
    errors = [failure for failure in failures if failure.answer.error]
    kinds = {failure.answer.error.type for failure in errors if failure.answer.error}
    if errors and not (valueless and kinds == {"TypeError"}):
        return _from_error(errors)
    if valueless:
        return _from_valueless(valueless)
    if set(failed) == {"move"}:
        strange = [f for f in failures if f.answer.move is None]
        if strange:
            evidence = f"the move in {strange[0].answer.shown} is not the index of a child"
            return Diagnosis(BUGS["wrong-move"], evidence)
    if set(failed) == {"leaves"} and all(failure.answer.repeated for failure in failures):
        return Diagnosis(BUGS["searches-twice"], f"nodes were searched again on {len(failures)} trees")
    return None


def _from_valueless(answers: Sequence[Answer]) -> Diagnosis:
    nothing = [a for a in answers if a.part is None or a.part.type == "NoneType" or _first_is_none(a)]
    evidence = f"the answer was {answers[0].shown} on {len(answers)} trees"
    return Diagnosis(BUGS["returns-none" if nothing else "wrong-type"], evidence)


def _first_is_none(answer: Answer) -> bool:
    first = answer.part.at(("[0]",)) if answer.part else None
    return first is not None and first.type == "NoneType"


def _from_error(errors: Sequence[Failure]) -> Diagnosis:
    kind, count = Counter(failure.answer.error.type for failure in errors if failure.answer.error).most_common(1)[0]
    same = [failure for failure in errors if failure.answer.error and failure.answer.error.type == kind]
    error = same[0].answer.error
    assert error is not None
    where = f" in line {error.line}" if error.line else ""
    evidence = f"{error}, {count} times"
    message = error.message
    if kind == "TimeUp":
        return Diagnosis(BUGS["too-slow"], f"{count} calls did not end within the time limit{where}")
    if kind == "Forged":
        return Diagnosis(BUGS["forged"], message)
    if kind == "TypeError" and "NoneType" in message:
        return _from_none(message, evidence, same)
    if kind == "TypeError" and "not supported between" in message and re.search("'(list|tuple|str)'", message):
        return Diagnosis(BUGS["wrong-type"], evidence + "; a recursive call did not return a number")
    if kind == "TypeError" and all(isinstance(f.case, Case) and _uneven(f.case) for f in same):
        return Diagnosis(BUGS["leaf-above-limit"], evidence + ", and only on trees with leaves at different depths")
    overflow = kind == "RecursionError" or (kind == "Died" and "SIGSEGV" in message)
    forbidden = kind == "PermissionError" or "a graded program may not" in message
    named = "recursion" if overflow else "forbidden" if forbidden else {"MemoryError": "memory"}.get(kind, "crash")
    return Diagnosis(BUGS[named], evidence)


def _from_none(message: str, evidence: str, failures: Sequence[Failure]) -> Diagnosis:
    """`value > best` fails on None: which of the two is it? A tree of one level has no recursive call but to leaves."""
    best_is_none = message.endswith("'NoneType'") and any(
        isinstance(f.case, Case) and height(f.case.tree) == 1 for f in failures
    )
    if best_is_none:
        return Diagnosis(BUGS["bad-start"], evidence + "; a value is compared with None", certain=False)
    return Diagnosis(BUGS["returns-none"], evidence + "; a recursive call returned nothing")


def _uneven(case: Case) -> bool:
    def shortest(tree: Any) -> int:
        return 1 + min(map(shortest, tree)) if isinstance(tree, list) else 0

    return shortest(case.tree) < height(case.tree)


# ---- evidence from behaviour ------------------------------------------------------------------------------------


def by_behaviour(style: Style, checks: Sequence[Check], failed: dict[str, Check], ask: Ask) -> Diagnosis:
    seen = observe(style, checks)
    with_move = style.with_move and style.reading.value is not None
    variants = all_suspects(style, seen)
    without_windows = [replace(o, windows=None) for o in seen]
    values_only = [replace(o, leaves=None) for o in without_windows]

    def ask_more(cases: Sequence[Case]) -> list[Observation | None]:
        answers = [style.read(case, answer) for case, answer in zip(cases, ask(cases), strict=False)]
        return [observed(style, case, answer) for case, answer in zip(cases, answers, strict=False)]

    for compared, share, what in (
        (seen, SURE, "does the same"),
        (without_windows, SURE, "looks at the same leaves"),
        (values_only, SURE, "gives the same answers"),
        (seen, LIKELY, "does the same"),
        (values_only, LIKELY, "gives the same answers"),
    ):
        if not compared:
            break
        right = max(agreement(form, compared, with_move) for form in right_forms(style.prunes))
        found = [e for e in explanations(variants, compared, with_move, share) if e.share > right]
        if not found:
            continue
        found, only = told_apart(style, found, ask_more)
        count, right_count = round(found[0].share * len(seen)), round(right * len(seen))
        evidence = (
            f"a program with just this mistake {what} on {count} of {len(seen)} trees, a right one on {right_count}"
        )
        rivals = [e.bug.title for e in found[1:3] if not only and found[0].share - e.share < 0.01]
        if rivals:
            evidence += f"; it may also be: {', or: '.join(rivals)}"
        certain = share == SURE and count - right_count >= SEPARATES and not rivals
        return Diagnosis(found[0].bug, evidence, certain)
    return _by_failed_checks(failed)


def _by_failed_checks(failed: dict[str, Check]) -> Diagnosis:
    """What the failed checks alone say, where no variant fits."""
    alone = {
        "leaves": "not-pruning", "move": "wrong-move", "depth": "too-deep", "numbers": "bad-start",
        "repeats": "remembers",
    }  # fmt: skip
    for name, bug in alone.items():
        if set(failed) == {name}:
            check = failed[name]
            return Diagnosis(BUGS[bug], f"only this failed: {check.title}, {len(check.failures)} times", certain=False)
    return Diagnosis(BUGS["unknown"], f"failed: {', '.join(check.title for check in failed.values())}", certain=False)
