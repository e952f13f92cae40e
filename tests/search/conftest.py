"""Native engines are dear to compile: one for each game and test run."""

import random
import sys
from functools import cache
from pathlib import Path

import pytest

from plytree import Engine, load_game

sys.path.insert(0, str(Path(__file__).parent))  # the helpers beside the tests: reference.py, uncompilable.py


@cache
def _native_bench(spec):
    game = load_game(spec)
    engine = Engine(game, mode="native", table_mb=8)
    assert engine.mode_now == "native", engine.note
    return game, engine


@pytest.fixture(scope="session")
def native():
    """native("tictactoe") -> the game and an engine that runs it as native code."""
    return _native_bench


@cache
def _positions(spec, number, seed):
    """Different unfinished positions of random games; fewer if the game is small."""
    game, chance, found = load_game(spec), random.Random(seed), {}
    for _ in range(20 * number):
        if len(found) == number:
            break
        state, line = game.initial(), []
        while game.result(state) is None:
            line.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))
        found[chance.choice(line)] = None
    return list(found)


@pytest.fixture(scope="session")
def positions():
    return _positions
