"""Perft: the counts of small trees, and of tic-tac-toe as published."""

import pytest

from plytree import InputError, load_game
from plytree.search.perft.perft import Counts, divide, perft


def test_tictactoe_has_549946_nodes_and_255168_games():
    # S. Schaefer, MathRec Solutions (Tic-Tac-Toe), 2002: 255168 games; 549946 nodes with the root
    assert perft(load_game("tictactoe"), 9) == Counts(leaves=127872, nodes=549946, finished=255168)


def test_a_hand_tree_can_be_counted_by_hand():
    game = load_game("handtree:[[8,7,3],[2,[4,1]],5]")
    assert perft(game, 0) == Counts(leaves=1, nodes=1, finished=0)
    assert perft(game, 1) == Counts(leaves=3, nodes=4, finished=1)
    assert perft(game, 2) == Counts(leaves=5, nodes=9, finished=5)
    assert perft(game, 9) == Counts(leaves=0, nodes=11, finished=7)


def test_the_moves_of_the_root_add_up_to_the_whole():
    game = load_game("othello")
    parts = divide(game, 5)
    assert sum(parts.values(), Counts(leaves=0, nodes=1, finished=0)) == perft(game, 5)
    assert {part.leaves for part in parts.values()} == {349}  # the four first moves are images of each other


@pytest.mark.parametrize("depth", [-1, 901])
def test_an_impossible_depth_is_refused(depth):
    with pytest.raises(InputError, match=f"^depth {depth} cannot be counted"):
        perft(load_game("nim"), depth)
