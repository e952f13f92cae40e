"""Which bug explains what a program did: direct evidence first, then the variant that behaves the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plytree.explain.grading.bugs import BUGS, Bug, suspects
from plytree.explain.grading.calls import Interface, Window, enlarged
from plytree.explain.grading.checks import Answer, Check, Failure
from plytree.explain.grading.trees import INFINITY, Case, Indexed, height, leaf_values, minimax
from plytree.explain.grading.variants import RIGHT, Variant, run_variant

SURE, LIKELY = 0.995, 0.93  # share of trees on which a variant must behave like the program


@dataclass(frozen=True)
class Diagnosis:
    """The likely bug and the evidence for it, in a sentence."""

    bug: Bug
    evidence: str
    certain: bool = True


@dataclass(frozen=True)
class Observation:
    """What the program did on one case, from MAX's view."""

    case: Case
    index: Indexed
    value: float
    move: int | None
    leaves: tuple[int, ...] | None
    windows: tuple[Window, ...] | None


def diagnose(interface: Interface, checks: Sequence[Check], with_move: bool, right_alone: bool) -> Diagnosis | None:
    """The likely bug; None if every check passed. `right_alone`: wrong values are right in a process of their own."""
    failed = {check.name: check for check in checks if check.failures}
    if not failed:
        return None
    if right_alone:
        failure = (failed.get("value") or failed["again"]).failures[0]
        evidence = (
            f"{failure.case.tree} alone is searched right, after other trees the answer is {failure.answer['shown']}"
        )
        return Diagnosis(BUGS["remembers"], evidence)
    return _direct(interface, failed) or _by_behaviour(interface, checks, failed, with_move)


# ---- evidence that speaks for itself ----------------------------------------------------------------------------


def _direct(interface: Interface, failed: dict[str, Check]) -> Diagnosis | None:
    if "unchanged" in failed:
        check = failed["unchanged"]
        count = f"{len(check.failures)} of {len(check.answers)}"
        return Diagnosis(BUGS["mutates-argument"], f"the tree was different after {count} calls")
    failures = [failure for check in failed.values() for failure in check.failures]
    valueless = [f.answer for f in failures if "error" not in f.answer and f.answer.get("value") is None]
    errors = [failure for failure in failures if "error" in failure.answer]
    if errors and not (valueless and all(f.answer["error"]["type"] == "TypeError" for f in errors)):
        return _from_error(errors)
    if valueless:
        nothing = any(answer["kind"] == "none" or answer.get("first_is_none") for answer in valueless)
        evidence = f"the answer was {valueless[0]['shown']} on {len(valueless)} trees"
        return Diagnosis(BUGS["returns-none" if nothing else "wrong-type"], evidence)
    if "value" in failed and _is_reversed(interface, failed["value"].failures):
        return Diagnosis(BUGS["pair-reversed"], "the second part of the answer is the right value on every tree")
    if set(failed) == {"move"}:
        strange = [f for f in failures if not isinstance(f.answer.get("move"), int)]
        if strange:
            evidence = f"the second part of {strange[0].answer['shown']} is not the index of a child"
            return Diagnosis(BUGS["wrong-move"], evidence)
    if set(failed) == {"leaves"} and all(failure.answer.get("repeated") for failure in failures):
        return Diagnosis(BUGS["searches-twice"], f"nodes were searched again on {len(failures)} trees")
    return None


def _from_error(errors: Sequence[Failure]) -> Diagnosis:
    kind, count = Counter(failure.answer["error"]["type"] for failure in errors).most_common(1)[0]
    same = [failure for failure in errors if failure.answer["error"]["type"] == kind]
    error: dict[str, Any] = same[0].answer["error"]
    where = f" in line {error['line']}" if error.get("line") else ""
    evidence = f"{kind}{': ' + error['message'] if error['message'] else ''}{where}, {count} times"
    message = error["message"]
    if kind == "TimeUp":
        return Diagnosis(BUGS["too-slow"], f"{count} calls did not end within the time limit{where}")
    if kind == "TypeError" and "NoneType" in message:
        return _from_none(message, evidence, same)
    if kind == "TypeError" and "not supported between" in message and re.search("'(list|tuple|str)'", message):
        return Diagnosis(BUGS["wrong-type"], evidence + "; a recursive call did not return a number")
    if kind == "TypeError" and all(_uneven(failure.case) for failure in same):
        return Diagnosis(BUGS["leaf-above-limit"], evidence + ", and only on trees with leaves at different depths")
    overflow = kind == "RecursionError" or (kind == "Died" and "SIGSEGV" in message)
    name = "recursion" if overflow else {"MemoryError": "memory", "PermissionError": "forbidden"}.get(kind, "crash")
    return Diagnosis(BUGS[name], evidence)


def _from_none(message: str, evidence: str, failures: Sequence[Failure]) -> Diagnosis:
    """`value > best` fails on None: which of the two is it? A tree of one level has no recursive call but to leaves."""
    best_is_none = message.endswith("'NoneType'") and any(height(failure.case.tree) == 1 for failure in failures)
    if best_is_none:
        return Diagnosis(BUGS["bad-start"], evidence + "; a value is compared with None", certain=False)
    return Diagnosis(BUGS["returns-none"], evidence + "; a recursive call returned nothing")


def _uneven(case: Case) -> bool:
    def shortest(tree: Any) -> int:
        return 1 + min(map(shortest, tree)) if isinstance(tree, list) else 0

    return shortest(case.tree) < height(case.tree)


def _is_reversed(interface: Interface, failures: Sequence[Failure]) -> bool:
    pairs = [f for f in failures if f.answer.get("kind") == "pair" and f.answer.get("move") is not None]
    right = [interface.value_for_max(f.case, {"value": f.answer["move"]}) == minimax(f.case) for f in pairs]
    return len(right) > 10 and all(right)


# ---- evidence from behaviour ------------------------------------------------------------------------------------


def _by_behaviour(
    interface: Interface, checks: Sequence[Check], failed: dict[str, Check], with_move: bool
) -> Diagnosis:
    seen = observe(interface, checks)
    variants = [*suspects(interface.has_window), *_odd_starts(seen, interface.has_window)]
    without_windows = [replace(o, windows=None) for o in seen]
    values_only = [replace(o, leaves=None) for o in without_windows]
    for compared, share, what in (
        (seen, SURE, "does the same"),
        (without_windows, SURE, "looks at the same leaves"),
        (values_only, SURE, "gives the same answers"),
        (seen, LIKELY, "does the same"),
        (values_only, LIKELY, "gives the same answers"),
    ):
        right = max(agreement(form, compared, with_move) for form in _right_forms(interface.has_window))
        found = _closest(variants, compared, with_move, share)
        if found and found[1] > right:
            count, right_count = round(found[1] * len(seen)), round(right * len(seen))
            evidence = (
                f"a program with just this mistake {what} on {count} of {len(seen)} trees, a right one on {right_count}"
            )
            return Diagnosis(found[0], evidence, certain=share == SURE)
    return _by_failed_checks(failed)


def _by_failed_checks(failed: dict[str, Check]) -> Diagnosis:
    """What the failed checks alone say, where no variant fits."""
    alone = {"leaves": "not-pruning", "move": "wrong-move", "depth": "too-deep", "numbers": "bad-start"}
    for name, bug in alone.items():
        if set(failed) == {name}:
            check = failed[name]
            return Diagnosis(BUGS[bug], f"only this failed: {check.title}, {len(check.failures)} times", certain=False)
    return Diagnosis(BUGS["unknown"], f"failed: {', '.join(check.title for check in failed.values())}", certain=False)


def observe(interface: Interface, checks: Sequence[Check], most: int = 120) -> list[Observation]:
    """What the program did on a sample of the cases of each check, failing ones well represented and first."""
    failing: list[tuple[Case, Answer]] = []
    others: list[tuple[Case, Answer]] = []
    for check in checks:
        if check.name not in ("move", "unchanged", "again", "big"):  # the same cases again, or too large ones
            pairs = list(zip(check.cases, check.answers, strict=False))
            failing += [(f.case, f.answer) for f in check.failures[:: len(check.failures) // most + 1]]
            others += pairs[:: len(pairs) // most + 1]
    seen: list[Observation] = []
    for case, answer in failing + others:
        value = interface.value_for_max(case, answer)
        if value is not None:
            leaves = answer.get("leaves") if case.watch else None
            windows = interface.windows_for_max(case, answer) if case.watch and interface.has_window else None
            real, searched = enlarged(case), None if leaves is None else tuple(leaves)
            seen.append(Observation(real, Indexed(real.tree), value, answer.get("move"), searched, windows))
    return seen


def agreement(variant: Variant, seen: Sequence[Observation], with_move: bool, at_least: float = 0.0) -> float:
    """The share of observations that a variant reproduces: value, move, leaves in their order, windows.

    0 as soon as it cannot reach `at_least` any more.
    """
    missed, may_miss = 0, (1 - at_least) * len(seen)
    for observation in seen:
        missed += not _same(variant, observation, with_move)
        if missed > may_miss:
            return 0.0
    return 1 - missed / max(1, len(seen))


def _same(variant: Variant, observation: Observation, with_move: bool) -> bool:
    found = run_variant(variant, observation.case, observation.index)
    full_window = observation.case.alpha == -INFINITY and observation.case.beta == INFINITY
    return (
        found.value == observation.value
        and (not with_move or not full_window or found.move == observation.move)
        and (observation.leaves is None or found.leaves == observation.leaves)
        and (observation.windows is None or found.windows == observation.windows)
    )


def _closest(
    variants: Sequence[tuple[Bug, Variant]], seen: Sequence[Observation], with_move: bool, at_least: float
) -> tuple[Bug, float] | None:
    """The bug of the variant that agrees best, the first of equals; None if none agrees so much."""
    best: tuple[Bug, float] | None = None
    for bug, variant in variants:
        share = agreement(variant, seen, with_move, at_least)
        if share >= at_least and (best is None or share > best[1]):
            best = (bug, share)
    return best


def _right_forms(with_window: bool) -> list[Variant]:
    return [RIGHT, Variant(fail="hard")] if with_window else [Variant(cut="never")]


def _odd_starts(seen: Sequence[Observation], with_window: bool) -> list[tuple[Bug, Variant]]:
    """Starts that show in the answers: a number that stands nowhere in the tree."""
    strangers = Counter(
        abs(o.value) for o in seen if o.value not in o.case.estimates and o.value not in set(leaf_values(o.case.tree))
    )
    cut = "other" if with_window else "never"
    return [
        (BUGS["bad-start"], Variant(start=-value, cut=cut, fail="soft"))
        for value, _ in strangers.most_common(3)
        if value not in (0, INFINITY)
    ]
