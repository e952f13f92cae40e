"""Native code and Python find the same; without techniques both equal plain minimax; techniques keep the value."""

import random

import pytest
from reference import minimax

from plytree import Engine, Limits, Techniques
from plytree.search.course import to_score

GAMES = ["tictactoe", "connect4:5x4", "nim:3,5,7", "othello:4", "dots:2x2"]
KEEP_THE_VALUE = ("iterative", "killers", "history", "order", "pvs", "aspiration")
EVERY = Techniques.names()


def random_techniques(chance, among):
    return Techniques.none(**{name: chance.random() < 0.5 for name in among})


def searched(game, engine, state, depth, techniques):
    engine.techniques = techniques
    engine.clear()
    return engine.search(state, Limits(depth=depth))


def python_engine(game, techniques):
    return Engine(game, mode="python", techniques=techniques, table_mb=22)  # as many buckets as 8 MB of native code


@pytest.mark.parametrize("spec", GAMES)
def test_native_code_and_python_visit_the_same_nodes_and_find_the_same(native, positions, spec):
    """For any combination of techniques, on any position, at any depth."""
    game, engine = native(spec)
    chance = random.Random(3)
    for state in positions(spec, 40, 1):
        techniques, depth = random_techniques(chance, EVERY), chance.randint(1, 4)
        there = searched(game, engine, state, depth, techniques)
        here = python_engine(game, techniques).search(state, Limits(depth=depth))
        assert there.mode == "native"
        assert (there.move, there.score) == (here.move, here.score)
        assert there.nodes == here.nodes
        assert [each.pv for each in there.iterations] == [each.pv for each in here.iterations]


@pytest.mark.parametrize("spec", GAMES)
def test_without_techniques_the_search_is_minimax(native, positions, spec):
    game, engine = native(spec)
    for state in positions(spec, 60, 2):
        for depth in (1, 2, 3):
            found = searched(game, engine, state, depth, Techniques.none())
            value, move = minimax(game, state, depth)
            assert found.move == move
            assert found.score._rank() == to_score(game, value, found.score.proven)._rank()


@pytest.mark.parametrize("spec", GAMES)
def test_techniques_that_only_save_work_keep_the_value(native, positions, spec):
    game, engine = native(spec)
    chance = random.Random(5)
    for state in positions(spec, 60, 3):
        depth, techniques = chance.randint(1, 4), random_techniques(chance, KEEP_THE_VALUE)
        found = searched(game, engine, state, depth, techniques)
        value, _ = minimax(game, state, min(depth, found.depth))
        assert found.score._rank() == to_score(game, value, found.score.proven)._rank()


@pytest.mark.parametrize("spec", ["tictactoe", "nim:3,5,7", "dots:2x2"])
def test_a_proven_score_is_the_true_value_also_out_of_a_used_table(native, positions, spec):
    """Nothing is cleared between the positions, so that most answers come from the table."""
    game, engine = native(spec)
    engine.techniques = Techniques()
    engine.clear()
    for state in [state for state in positions(spec, 60, 4) if len(list(game.moves(state))) <= 6]:
        found = engine.search(state)
        assert found.score.proven
        assert found.score == to_score(game, minimax(game, state, 99)[0], True)


def test_native_code_knows_how_a_game_ends_that_has_no_move_left(native):
    """Else a random game that comes to a mate would make the check before first use refuse the code."""
    game, engine = native("chess")
    kernel = engine.workshop.bench(Techniques()).kernel
    for fen, result in (("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", -1), ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", 0)):
        state = game.from_text(fen)
        assert kernel.mode == "native"
        assert kernel.examine(kernel.new_memory(), state) == (result, 0, [])
        assert game.result(state) == result
