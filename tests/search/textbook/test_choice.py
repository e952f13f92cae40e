"""Ties: where a bound is taken for a value, and how often that goes wrong."""

from __future__ import annotations

import random

import pytest

from plytree import InputError
from plytree.games.placing.tictactoe import TicTacToe
from plytree.games.trees.random_trees import random_tree, uneven_tree
from plytree.search.textbook.algorithms import VARIANTS
from plytree.search.textbook.choice import TIES, Ties, best_actions, best_next, root_values
from plytree.search.textbook.tree import GameTree, PaperTree

TREES = 2_000  # the rates in docs/algorithms.md are measured on 10,000
REMARK = PaperTree("[[3,4],[[9,1],[2,0],[8]]]")  # the right move is worth 2, and without v it comes back as 3
Rates = dict[tuple[str, str], float]


@pytest.fixture(scope="module")
def wrong() -> Rates:
    """How often a tie rule lets MAX choose a move that is not the best: depth 4, 1 to 3 children, leaves 0 to 9."""
    chance, count = random.Random(1), dict.fromkeys(((v, t) for v in VARIANTS for t in TIES), 0)
    for _ in range(TREES):
        tree = PaperTree(random_tree(chance, 4, 3, 9))
        exact = root_values(tree, "minimax")
        for variant in VARIANTS:
            values = root_values(tree, variant)
            for ties in TIES:
                count[variant, ties] += any(exact[i] != max(exact) for i in best_actions(values, ties))
    return {key: number / TREES for key, number in count.items()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_best_is_never_wrong(wrong: Rates, variant: str) -> None:
    assert wrong[variant, "first"] == 0


@pytest.mark.parametrize("variant", ["no-v", "fail-hard", "functional"])
def test_the_last_best_is_wrong_in_a_third_where_alpha_is_returned(wrong: Rates, variant: str) -> None:
    assert wrong[variant, "last"] == pytest.approx(0.35, abs=0.03)


@pytest.mark.parametrize("variant", ["fail-soft", "negamax"])
def test_the_last_best_is_sometimes_wrong_even_with_v(wrong: Rates, variant: str) -> None:
    assert wrong[variant, "last"] == pytest.approx(0.08, abs=0.02)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_slides_rule_has_the_same_trap(wrong: Rates, variant: str) -> None:
    assert wrong[variant, "any"] >= wrong[variant, "last"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("ties", TIES)
def test_a_full_window_for_each_child_is_right_with_every_tie_rule(variant: str, ties: Ties) -> None:
    chance = random.Random(2)
    for _ in range(100):
        tree = PaperTree(uneven_tree(chance, 4, 3, 4))
        exact = root_values(tree, "minimax")
        index, value = best_next(tree, variant, ties=ties, full_window=True, chance=chance)
        assert value == exact[index] == max(exact)


def test_a_bound_is_taken_for_a_value() -> None:
    assert root_values(REMARK, "no-v") == [3, 3]
    assert best_actions(root_values(REMARK, "no-v"), "any") == [0, 1]
    assert best_next(REMARK, "no-v", ties="last") == (1, 3)
    assert best_next(REMARK, "no-v") == best_next(REMARK, "fail-soft", ties="last") == (0, 3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_exercises_tic_tac_toe_move(variant: str) -> None:
    game = TicTacToe()
    for text in ("XX.OO....", "XX..O...."):  # X wins on 3; O must stop it there
        state = game.from_text(text)
        index, _ = best_next(GameTree(game, state), variant)
        assert game.moves(state)[index] == 2


def test_wrong_input_is_named() -> None:
    with pytest.raises(InputError, match="the root is a leaf"):
        best_next(PaperTree("3"))
    with pytest.raises(InputError, match="'least' is not a tie rule; expected one of first, last, any"):
        best_next(PaperTree("[1,2]"), ties="least")  # type: ignore[arg-type]
