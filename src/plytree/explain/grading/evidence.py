"""What a program did on many trees, and how far a search with a known mistake does the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from plytree.explain.grading.answers import Answer
from plytree.explain.grading.bugs import BUGS, Bug, suspects
from plytree.explain.grading.checks import Check
from plytree.explain.grading.styles import LARGE, Style, Window, enlarged
from plytree.explain.grading.trees import INFINITY, Case, Indexed, leaf_values, random_trees
from plytree.explain.grading.variants import PLAIN, RIGHT, Variant, run_variant

SAMPLE = 120  # trees of each check
TRIALS, ENOUGH = 400, 30  # trees tried, and used, to tell two explanations apart


@dataclass(frozen=True)
class Observation:
    """What the program did on one case, from MAX's view."""

    case: Case
    index: Indexed
    value: float
    move: int | None
    leaves: tuple[int, ...] | None
    windows: tuple[Window, ...] | None


def observed(style: Style, case: Case, answer: Answer) -> Observation | None:
    """None if there was no value."""
    value = style.value_for_max(case, answer)
    if value is None:
        return None
    windows = style.windows_for_max(case, answer) if case.watch and style.prunes else None
    real = enlarged(case)
    return Observation(real, Indexed(real.tree), value, answer.move, answer.leaves if case.watch else None, windows)


def observe(style: Style, checks: Sequence[Check], most: int = SAMPLE) -> list[Observation]:
    """What the program did on a sample of the cases of each check, failing ones well represented and first."""
    failing: list[tuple[Case, Answer]] = []
    others: list[tuple[Case, Answer]] = []
    for check in checks:
        if check.name not in ("move", "unchanged", "again", "big", "repeats"):  # the same cases, or too large ones
            pairs = list(zip(check.cases, check.answers, strict=False))
            failing += [(f.case, f.answer) for f in check.failures[:: len(check.failures) // most + 1]]
            others += pairs[:: len(pairs) // most + 1]
    seen = [observed(style, case, answer) for case, answer in failing + others]
    return [observation for observation in seen if observation]


def agreement(variant: Variant, seen: Sequence[Observation], with_move: bool, at_least: float = 0.0) -> float:
    """The share of observations that a variant reproduces: value, move, leaves in their order, windows.

    0 as soon as it cannot reach `at_least` any more.
    """
    missed, may_miss = 0, (1 - at_least) * len(seen)
    for observation in seen:
        missed += not same(variant, observation, with_move)
        if missed > may_miss:
            return 0.0
    return 1 - missed / max(1, len(seen))


def same(variant: Variant, observation: Observation, with_move: bool) -> bool:
    found = run_variant(variant, observation.case, observation.index)
    full_window = observation.case.alpha == -INFINITY and observation.case.beta == INFINITY
    return (
        found.value == observation.value
        and (not with_move or not full_window or found.move == observation.move)
        and (observation.leaves is None or found.leaves == observation.leaves)
        and (observation.windows is None or found.windows == observation.windows)
    )


@dataclass(frozen=True)
class Explanation:
    """A bug, the variant that shows it, and on which share of the observations it does the same."""

    bug: Bug
    variant: Variant
    share: float


def explanations(
    variants: Sequence[tuple[Bug, Variant]], seen: Sequence[Observation], with_move: bool, at_least: float
) -> list[Explanation]:
    """The best variant of each bug that agrees so much, best first; of equals the simpler bug."""
    best: dict[str, Explanation] = {}
    for bug, variant in variants:
        share = agreement(variant, seen, with_move, at_least)
        if share >= at_least and (bug.name not in best or share > best[bug.name].share):
            best[bug.name] = Explanation(bug, variant, share)
    return sorted(best.values(), key=lambda found: -found.share)


def separating_cases(style: Style, one: Variant, two: Variant) -> list[Case]:
    """Trees on which two explanations give different values, or look at different leaves."""
    rng, found = random.Random(11), []
    for number, tree in enumerate(random_trees(rng, TRIALS, most_leaves=24) if style.trees == "any" else []):
        case = Case(tree, style.roots[number % len(style.roots)], watch="leaves")
        if style.has_window and number % 2:
            alpha = LARGE + rng.randint(-5, 50)
            case = replace(case, alpha=alpha, beta=alpha + rng.randint(1, 20))
        real = enlarged(case)
        first, second = run_variant(one, real), run_variant(two, real)
        if (first.value, first.leaves, first.windows) != (second.value, second.leaves, second.windows):
            found.append(case)
            if len(found) == ENOUGH:
                break
    return found


def told_apart(
    style: Style, found: Sequence[Explanation], ask: Callable[[Sequence[Case]], Sequence[Observation | None]]
) -> tuple[list[Explanation], bool]:
    """The leading explanations again after asking the program where they differ; True if one is left."""
    while len(found) > 1 and found[0].share - found[1].share < 0.01:
        cases = separating_cases(style, found[0].variant, found[1].variant)
        seen = [observation for observation in ask(cases) if observation]
        if len(seen) < 3:  # they do the same nearly everywhere
            return list(found), False
        shares = [agreement(e.variant, seen, False) for e in found[:2]]
        if shares[0] == shares[1]:
            return list(found), False
        winner, loser = (found[0], found[1]) if shares[0] > shares[1] else (found[1], found[0])
        found = [winner, *(e for e in found[2:] if e is not loser)]
    return list(found), True


def right_forms(prunes: bool) -> list[Variant]:
    return [RIGHT, Variant(fail="hard")] if prunes else [PLAIN]


def all_suspects(style: Style, seen: Sequence[Observation]) -> list[tuple[Bug, Variant]]:
    """The mistakes that such a program can make, and starts that show: answers that stand nowhere in the tree."""
    prunes = style.prunes
    beside = set() if style.has_limit else {"too-deep", "estimate-sign"}
    beside |= set() if style.with_move else {"tie-handling", "wrong-move"}
    strangers = Counter(
        abs(o.value) for o in seen if o.value not in o.case.estimates and o.value not in set(leaf_values(o.case.tree))
    )
    cut = "other" if prunes else "never"
    odd = [
        (BUGS["bad-start"], Variant(start=-value, cut=cut, plain=not prunes))
        for value, _ in strangers.most_common(3)
        if value not in (0, INFINITY)
    ]
    return [*(pair for pair in suspects(prunes) if pair[0].name not in beside), *odd]
