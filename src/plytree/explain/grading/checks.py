"""What a student's function must do: each check has cases and says of one answer what is wrong with it, if anything."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plytree.explain.grading.answers import Answer
from plytree.explain.grading.styles import Style, enlarged
from plytree.explain.grading.trees import (
    Case,
    Tree,
    complete_binary,
    count_nodes,
    height,
    leaf_values,
    minimax,
    move_values,
    proves,
    random_tree,
    random_trees,
    reordered,
    with_repeats,
)
from plytree.explain.grading.variants import RIGHT, STRICT, run_variant
from plytree.games.contract.game import Game
from plytree.games.placing.tictactoe import TicTacToe

Judge = Callable[[Any, Any, Answer], str]  # "" if the answer is right, else what is wrong with it
WATCHED = 250  # trees: a lost deep cut shows on few of them
PRUNES = ("auto", "equal", "strict")


@dataclass(frozen=True)
class Failure:
    case: Any  # a Case, or a position of a board game
    answer: Answer
    wrong: str


@dataclass
class Check:
    """One line of the report."""

    name: str
    title: str
    points: int
    judge: Judge
    cases: list[Any]
    needs_value: bool = False  # says nothing while values are wrong
    answers: list[Answer] = field(default_factory=list)  # one for each case that was reached
    failures: list[Failure] = field(default_factory=list)
    skipped: str = ""  # why the check says nothing

    @property
    def passed(self) -> bool:
        return not self.failures and not self.skipped

    def judge_all(self, style: Any, answers: Sequence[Answer]) -> None:
        """Take the answers in the order of the cases; the failures are sorted, the smallest case first."""
        self.answers = [style.read(case, answer) for case, answer in zip(self.cases, answers, strict=False)]
        self.failures = []
        for case, answer in zip(self.cases, self.answers, strict=False):
            if wrong := self.judge(style, case, answer):
                self.failures.append(Failure(case, answer, wrong))
        self.failures.sort(key=lambda failure: failure.case.size)


def no_answer(style: Any, answer: Answer) -> str:
    """What is wrong with an answer that does not hold what it should."""
    if answer.error:
        if answer.error.type == "TimeUp":
            return f"no answer within the time limit{f' in line {answer.error.line}' if answer.error.line else ''}"
        return str(answer.error)
    if style.reading.value is not None and answer.value is None:
        return f"returned {answer.shown or 'nothing'}, which has no number for a value"
    return ""


def judge_value(style: Style, case: Case, answer: Answer) -> str:
    if wrong := no_answer(style, answer):
        return wrong
    if style.reading.value is None:
        return judge_move(style, case, answer)
    value, right = style.value_for_max(case, answer), minimax(enlarged(case))
    if value == right:
        return ""
    mover = style.view != "max" and not case.maximizing
    return f"expected {_n(-right if mover else right)}, got {answer.shown}"


def judge_window(style: Style, case: Case, answer: Answer) -> str:
    """Below alpha and above beta a bound is enough, inside the window the value must be exact."""
    if wrong := no_answer(style, answer):
        return wrong
    value, right = style.value_for_max(case, answer), minimax(case)
    if value is None:
        return f"returned {answer.shown}, which is not a number"
    window = f"with the window ({_n(case.alpha)}, {_n(case.beta)})"
    low, high = (
        (right, case.alpha) if right <= case.alpha else (case.beta, right) if right >= case.beta else (right, right)
    )
    if low < high and not low <= value <= high:
        return f"the value is {_n(right)}; {window} expected a number from {_n(low)} to {_n(high)}, got {_n(value)}"
    if low == high and value != right:
        return f"expected {_n(right)} {window}, got {_n(value)}"
    return ""


def judge_move(style: Style, case: Case, answer: Answer) -> str:
    if wrong := no_answer(style, answer):
        return wrong
    if not style.with_move:
        return f"returned {answer.shown}, expected a pair (value, move)"
    values, right = move_values(case), minimax(case)
    best = [number for number, value in enumerate(values) if value == right]
    move = answer.move
    if move in best:
        return ""
    wanted = " or ".join(str(number) for number in best)
    if move is not None and 0 <= move < len(values):
        return f"expected move {wanted} (value {_n(right)}), got move {move}, whose value is {_n(values[move])}"
    return f"expected move {wanted}, got {answer.shown}; a move is the index of a child of the root, from 0"


def judge_leaves(style: Style, case: Case, answer: Answer) -> str:
    """No leaf beyond those that alpha-beta needs for the children in the program's own order."""
    if wrong := no_answer(style, answer):
        return wrong
    if answer.repeated:
        return f"searched {answer.repeated} nodes again that it had searched before"
    if not style.prunes:
        return ""
    total = sum(1 for _ in leaf_values(case.tree))
    variant = STRICT if style.strict else RIGHT
    leaves = seen_leaves(style, case, answer)
    if leaves is None:  # it cannot be seen which, but perhaps how many
        needed = len(run_variant(variant, case).leaves)
        if answer.calls >= count_nodes(case.tree) and needed < total:
            return f"searched all {count_nodes(case.tree)} nodes, alpha-beta cuts off {total - needed} leaves"
        return ""
    allowed = len(run_variant(variant, reordered(case, leaves)).leaves)
    if len(leaves) > allowed:
        return f"looked at {len(leaves)} of {total} leaves, alpha-beta needs only {allowed}"
    return ""


def judge_strictly(style: Style, case: Case, answer: Answer) -> str:
    """As `judge_leaves`, and a cut on equality is a mistake too."""
    if wrong := judge_leaves(style, case, answer):
        return wrong
    leaves = seen_leaves(style, case, answer)
    if leaves is not None and style.prunes:
        needed = len(run_variant(STRICT, reordered(case, leaves)).leaves)
        if len(leaves) < needed:
            return f"cuts on equality: looked at {len(leaves)} leaves, cuts only beyond the bound leave {needed}"
    return ""


def seen_leaves(style: Style, case: Case, answer: Answer) -> tuple[int, ...] | None:
    """The leaves that the program looked at, if what was seen of it can be true: they must prove its value."""
    if not answer.leaves or any(leaf >= count_nodes(case.tree) for leaf in answer.leaves):
        return None
    value = style.value_for_max(case, answer)
    big = enlarged(case)
    if value is not None and value == minimax(big) and not proves(big, answer.leaves, value):
        return None
    return answer.leaves


def judge_unchanged(style: Any, case: Any, answer: Answer) -> str:
    return "it is not the same after the call" if answer.mutated else ""


def _n(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else str(value).replace("inf", "infinity")


# ---- cases ------------------------------------------------------------------------------------------------------

LECTURE = (
    [[3, 5], [2, 9]],
    [[3, 5, 10], [2, 7, 8], [2, 7, 3]],
    [[8, 7, 3], [2, [4, 1]], 5],
    [[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7]]],
)


def make_checks(style: Style, count: int, seed: int, prune: str = "auto", most: float = 10**9) -> list[Check]:
    """The checks that apply to such a function, with reproducible cases; no number is larger than `most`."""
    rng = random.Random(seed)
    few = max(20, count // 8)
    binary = style.trees != "any"

    def cases(trees: list[Tree], **more: Any) -> list[Case]:
        return [Case(tree, style.roots[number % len(style.roots)], **more) for number, tree in enumerate(trees)]

    def trees(number: int, most_leaves: int = 40) -> list[Tree]:
        return _binary_trees(rng, number, style.trees) if binary else random_trees(rng, number, most_leaves)

    usual = sorted([*([] if binary else LECTURE), *trees(count)], key=lambda tree: Case(tree).size)
    value_cases = cases(usual)
    watched = cases(trees(max(WATCHED, 2 * few)), watch="leaves")
    moves_only = style.reading.value is None
    what = "move" if moves_only else "value"
    checks = [Check("value", f"{what} of {len(value_cases)} trees", 40, judge_value, value_cases)]
    if not binary:
        checks += [
            Check(
                "numbers", f"{what}s of trees with large numbers", 5, judge_value, cases(_large_trees(rng, few, most))
            ),
            Check("games", f"{what}s of endings of tic-tac-toe", 10, judge_value, cases(_endings(rng, 30))),
            Check(
                "repeats", f"{what}s of trees with repeated parts", 5, judge_value, cases(with_repeats(rng, few)), True
            ),
        ]
    if style.trees != "binary 3":
        large = complete_binary(rng, 10, -50, 50) if binary else _even_tree(rng, 6, 4)
        checks.append(Check("big", f"a tree with {1024 if binary else 4096} leaves", 5, judge_value, cases([large])))
    checks.append(
        Check("again", "the same answers when asked again", 5, judge_value, value_cases[: 2 * few][::-1], True)
    )
    if style.with_move and not moves_only:
        checks.append(Check("move", "the move that gives the value", 20, judge_move, value_cases, True))
    if style.has_window and not moves_only and not binary:
        windows = _windows(rng, style.roots, few)
        checks.append(Check("window", "bounds outside a narrow window", 10, judge_window, windows, True))
    if style.has_limit and not moves_only:
        checks.append(Check("depth", "values at a limited depth", 15, judge_value, _limited(rng, style.roots, 2 * few)))
    title = "no leaf that alpha-beta cuts off" if style.prunes else "no node searched twice"
    judge = judge_strictly if prune == "strict" else judge_leaves
    checks.append(Check("leaves", title, 20, judge, watched, True))
    if style.form == "list":
        checks.append(Check("unchanged", "the argument stays as it was", 5, judge_unchanged, value_cases))
    return checks


def _binary_trees(rng: random.Random, count: int, kind: str) -> list[Tree]:
    trees = []
    for _ in range(count):
        low, high = rng.choice(((0, 2), (0, 9), (-9, 9), (-9, -1), (0, 99)))
        trees.append(complete_binary(rng, 3 if kind == "binary 3" else rng.randint(1, 5), low, high))
    return sorted(trees, key=lambda tree: Case(tree).size)


def _large_trees(rng: random.Random, count: int, most: float) -> list[Tree]:
    """Half of the trees hold numbers of one sign only: there a finite stand-in for infinity shows."""
    trees = []
    for number in range(count):
        top = int(min(most, 10**9)) - 1
        low, high = ((-top, top), (top // 10, top), (-top, -(top // 10)))[number % 3]
        trees.append(random_tree(rng, rng.randint(1, 3), 3, low, high))
    return sorted(trees, key=lambda tree: Case(tree).size)


def _even_tree(rng: random.Random, depth: int, branching: int) -> Tree:
    return [_even_tree(rng, depth - 1, branching) for _ in range(branching)] if depth else rng.randint(-50, 50)


def _windows(rng: random.Random, turns: tuple[bool, ...], count: int) -> list[Case]:
    cases = []
    for number, tree in enumerate(random_trees(rng, count, most_leaves=20)):
        alpha = rng.randint(-8, 8)
        cases.append(Case(tree, turns[number % len(turns)], alpha, alpha + rng.randint(1, 8)))
    return cases


def _limited(rng: random.Random, turns: tuple[bool, ...], count: int) -> list[Case]:
    cases = []
    for number, tree in enumerate(random_trees(rng, count, most_leaves=20)):
        estimates = tuple(rng.randint(-9, 9) for _ in range(count_nodes(tree)))
        depth = rng.randint(1, height(tree))
        cases.append(Case(tree, turns[number % len(turns)], depth=depth, estimates=estimates))
    return cases


def _endings(rng: random.Random, count: int) -> list[Tree]:
    """Endings of a real game, played out: a tree each, values for the player to move at its root."""
    game = TicTacToe()
    trees: list[Tree] = []
    while len(trees) < count:
        state = game.initial()
        for _ in range(rng.randint(4, 7)):
            if game.result(state) is None:
                state = game.play(state, rng.choice(list(game.moves(state))))
        if game.result(state) is None:
            trees.append(unroll(game, state))
    return sorted(trees, key=lambda tree: Case(tree).size)


def unroll(game: Game[Any], state: Any, sign: int = 1) -> Tree:
    """The whole tree below a state as nested lists, values for the player to move at the top."""
    result = game.result(state)
    if result is not None:
        return sign * result
    return [unroll(game, game.play(state, move), -sign) for move in game.moves(state)]
