"""What a student's function must do: each check has cases and says of one answer what is wrong with it, if anything."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plytree.explain.grading.calls import Interface
from plytree.explain.grading.trees import (
    Case,
    Tree,
    count_nodes,
    height,
    leaf_values,
    minimax,
    move_values,
    random_tree,
    random_trees,
)
from plytree.explain.grading.variants import RIGHT, run_variant
from plytree.games.contract.game import Game
from plytree.games.placing.tictactoe import TicTacToe

Answer = Mapping[str, Any]
Judge = Callable[[Interface, Case, Answer], str]  # "" if the answer is right, else what is wrong with it


@dataclass(frozen=True)
class Failure:
    case: Case
    answer: Answer
    wrong: str


@dataclass
class Check:
    """One line of the report."""

    name: str
    title: str
    points: int
    judge: Judge
    cases: list[Case]
    needs_value: bool = False  # says nothing while values are wrong
    answers: list[Answer] = field(default_factory=list)  # one for each case that was reached
    failures: list[Failure] = field(default_factory=list)
    skipped: str = ""  # why the check says nothing

    @property
    def passed(self) -> bool:
        return not self.failures and not self.skipped

    def judge_all(self, interface: Interface, answers: Sequence[Answer]) -> None:
        """Take the answers in the order of the cases; the failures are sorted, the smallest case first."""
        self.answers = list(answers)
        for case, answer in zip(self.cases, self.answers, strict=False):
            if wrong := self.judge(interface, case, answer):
                self.failures.append(Failure(case, answer, wrong))
        self.failures.sort(key=lambda failure: failure.case.size)


def no_answer(answer: Answer) -> str:
    """What is wrong with an answer that holds no value at all."""
    if "error" in answer:
        error = answer["error"]
        where = f" in line {error['line']}" if error.get("line") else ""
        if error["type"] == "TimeUp":
            return f"no answer within the time limit{where}"
        return f"{error['type']}{': ' + error['message'] if error['message'] else ''}{where}"
    if answer.get("value") is None:
        return f"returned {answer.get('shown', 'nothing')}, which has no number for a value"
    return ""


def judge_value(interface: Interface, case: Case, answer: Answer) -> str:
    if wrong := no_answer(answer):
        return wrong
    value, right = interface.value_for_max(case, answer), minimax(case)
    if value == right:
        return ""
    mover = interface.view != "max" and not case.maximizing
    return f"expected {_n(-right if mover else right)}, got {answer['shown']}"


def judge_window(interface: Interface, case: Case, answer: Answer) -> str:
    """Below alpha and above beta a bound is enough, inside the window the value must be exact."""
    if wrong := no_answer(answer):
        return wrong
    value, right = interface.value_for_max(case, answer), minimax(case)
    if value is None:
        return f"returned {answer['shown']}, which is not a number"
    window = f"with the window ({_n(case.alpha)}, {_n(case.beta)})"
    low, high = (
        (right, case.alpha) if right <= case.alpha else (case.beta, right) if right >= case.beta else (right, right)
    )
    if low < high and not low <= value <= high:
        return f"the value is {_n(right)}; {window} expected a number from {_n(low)} to {_n(high)}, got {_n(value)}"
    if low == high and value != right:
        return f"expected {_n(right)} {window}, got {_n(value)}"
    return ""


def judge_move(interface: Interface, case: Case, answer: Answer) -> str:
    if wrong := no_answer(answer):
        return wrong
    if answer.get("kind") != "pair":
        return f"returned {answer['shown']}, expected a pair (value, move)"
    values, right = move_values(case), minimax(case)
    best = [number for number, value in enumerate(values) if value == right]
    move = answer.get("move")
    if move in best:
        return ""
    wanted = " or ".join(str(number) for number in best)
    if isinstance(move, int) and 0 <= move < len(values):
        return f"expected move {wanted} (value {_n(right)}), got move {move}, whose value is {_n(values[move])}"
    return f"expected move {wanted}, got {answer['shown']}; a move is the index of a child of the root, from 0"


def judge_leaves(interface: Interface, case: Case, answer: Answer) -> str:
    if wrong := no_answer(answer):
        return wrong
    leaves = answer.get("leaves")
    if leaves is None:
        return ""  # the program hides which leaves it looks at
    if answer.get("repeated"):
        return f"searched {answer['repeated']} nodes again that it had searched before"
    allowed = run_variant(RIGHT, case).leaves if interface.has_window else range(count_nodes(case.tree))
    if len(leaves) > len(allowed):
        total = sum(1 for _ in leaf_values(case.tree))
        return f"looked at {len(leaves)} of {total} leaves, alpha-beta needs only {len(allowed)}"
    return ""


def judge_unchanged(interface: Interface, case: Case, answer: Answer) -> str:
    return "the tree is not the same after the call" if answer.get("mutated") else ""


def _n(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else str(value).replace("inf", "infinity")


# ---- cases ------------------------------------------------------------------------------------------------------

LECTURE = (
    [[3, 5], [2, 9]],
    [[3, 5, 10], [2, 7, 8], [2, 7, 3]],
    [[8, 7, 3], [2, [4, 1]], 5],
    [[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7]]],
)


def make_checks(interface: Interface, with_move: bool, count: int, seed: int) -> list[Check]:
    """The checks that apply to such a function, with reproducible cases."""
    rng = random.Random(seed)
    turns = (True, False) if interface.has_turn else (True,)
    few = max(20, count // 8)

    def cases(trees: list[Tree], **more: Any) -> list[Case]:
        return [Case(tree, turns[number % len(turns)], **more) for number, tree in enumerate(trees)]

    trees = sorted([*LECTURE, *random_trees(rng, count)], key=lambda tree: Case(tree).size)
    value_cases = cases(trees)
    watched = cases(random_trees(rng, 2 * few), watch="leaves")
    checks = [
        Check("value", f"value of {len(value_cases)} trees", 40, judge_value, value_cases),
        Check("numbers", "values of trees with large numbers", 5, judge_value, cases(_large_trees(rng, few))),
        Check("games", "values of endings of tic-tac-toe", 10, judge_value, cases(_endings(rng, 30))),
        Check("big", "a tree with 4096 leaves", 5, judge_value, cases([_even_tree(rng, 6, 4)])),
        Check("again", "the same answers when asked again", 5, judge_value, value_cases[: 2 * few][::-1], True),
    ]
    if with_move:
        checks.append(Check("move", "the move that gives the value", 20, judge_move, value_cases, True))
    if interface.has_window:
        checks.append(
            Check("window", "bounds outside a narrow window", 10, judge_window, _windows(rng, turns, few), True)
        )
    if interface.has_limit:
        checks.append(Check("depth", "values at a limited depth", 15, judge_value, _limited(rng, turns, 2 * few)))
    title = "no leaf that alpha-beta cuts off" if interface.has_window else "no node searched twice"
    checks.append(Check("leaves", title, 20, judge_leaves, watched, True))
    checks.append(Check("unchanged", "the argument stays as it was", 5, judge_unchanged, value_cases))
    return checks


def _large_trees(rng: random.Random, count: int) -> list[Tree]:
    """Half of the trees hold numbers of one sign only: there a finite stand-in for infinity shows."""
    trees = []
    for number in range(count):
        low, high = ((-(10**9), 10**9), (10**8, 10**9), (-(10**9), -(10**8)))[number % 3]
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
