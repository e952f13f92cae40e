"""The parallel tree gives what plain minimax gives, in Python and in native code, with any number of threads."""

import pytest

from plytree.games.catalog import load_game
from plytree.games.trees.handtree import HandTree
from plytree.search.engine import Engine
from plytree.search.levelwise.engine import ParallelTree
from plytree.search.limits import Limits
from plytree.search.score import Score
from plytree.search.techniques import Techniques

MODES = ["python", "native"]


def minimax_score(game, state, depth):
    return Engine(game, mode="python", techniques=Techniques.none()).search(state, Limits(depth=depth)).score


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("threads", [1, 3])
def test_values_of_positions_equal_plain_alpha_beta(mode, threads):
    game = load_game("tictactoe")
    tree = ParallelTree(game, threads=threads, mode=mode)
    assert tree.mode_now == mode
    for text in ("XO.......", "XOX.O....", "X...O...."):
        state = game.from_text(text)
        for depth in (1, 2, 3, 9):
            found = tree.search(state, Limits(depth=depth))
            assert found.score == minimax_score(game, state, depth)
            assert found.move in game.moves(state)
            replayed = state
            for move in found.pv:
                assert move in game.moves(replayed)
                replayed = game.play(replayed, move)


def test_one_iteration_for_each_depth_with_all_nodes_of_that_depth():
    found = ParallelTree(load_game("tictactoe"), mode="python").search(limits=Limits(depth=3))
    assert [(i.depth, i.nodes) for i in found.iterations] == [(1, 1 + 9), (2, 1 + 9 + 72), (3, 1 + 9 + 72 + 504)]


def test_the_memory_limit_ends_the_growing_not_the_search():
    tree = ParallelTree(load_game("tictactoe"), memory_mb=0.001, mode="python")
    found = tree.search()
    assert 1 <= found.depth < 9
    assert found.move is not None


def test_the_time_limit_gives_the_best_move_so_far():
    game = load_game("connect4")
    found = ParallelTree(game, mode="python").search(limits=Limits(seconds=0.3))
    assert found.move in game.moves(game.initial())
    assert found.depth >= 1


def test_finished_games_have_no_move():
    game = load_game("tictactoe")
    found = ParallelTree(game, mode="python").search(game.from_text("XXXOO...."))
    assert (found.move, found.depth) == (None, 0)


def test_utilities_of_a_hand_tree():
    tree = ParallelTree(HandTree("[[8,7,3],[2,[4,1]],5]"), mode="python")
    found = tree.search()
    assert found.score == Score.utility(5)
