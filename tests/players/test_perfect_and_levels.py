"""The perfect player gives nothing away; levels make mistakes, less of them the higher they are."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.players.level import LEVELS
from plytree.players.player import make_player
from plytree.solvers.connect4 import Solver

SMALL = ConnectFour(5, 4)


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def positions(count: int) -> list[State]:
    """Positions in which some move gives the value away and another keeps it."""
    rng, solver, found = random.Random(1), Solver(5, 4), []
    while len(found) < count:
        state = SMALL.initial()
        for _ in range(rng.randrange(12)):
            state = SMALL.play(state, rng.choice(SMALL.moves(state)))
            if SMALL.result(state) is not None:
                break
        else:
            if len({sign(score) for score in solver.analyse(state).values()}) > 1:
                found.append(state)
    return found


def test_perfect_never_gives_value_away() -> None:
    player, solver, rng = make_player("perfect", SMALL), Solver(5, 4), random.Random(5)
    for game in range(20):
        state, turn = SMALL.initial(), game % 2
        while SMALL.result(state) is None:
            if turn == 0:
                move = player.choose(state, []).move
                scores = solver.analyse(state)
                assert scores[move] == max(scores.values())
            else:
                move = rng.choice(SMALL.moves(state))
            state, turn = SMALL.play(state, move), 1 - turn


def test_perfect_says_how_long_it_takes() -> None:
    choice = make_player("perfect", SMALL).choose(SMALL.from_text("112233"), [])
    assert choice.move == 3
    assert str(choice.score) == "wins in 1"


@pytest.mark.parametrize(("game", "why"), [("tictactoe", "only Connect Four"), ("connect4:8x7", "too big")])
def test_perfect_refuses_what_it_cannot_play(game: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        make_player("perfect", load_game(game))


def test_higher_levels_give_away_less() -> None:
    solver, states = Solver(5, 4), positions(60)
    lost = {}
    for level in (1, 5, 9):
        player = make_player(f"level:{level},seed=1", SMALL)
        lost[level] = 0
        for state in states:
            scores = solver.analyse(state)
            lost[level] += sign(scores[player.choose(state, []).move]) < sign(max(scores.values()))
    assert lost[1] > lost[5] > lost[9]


def test_the_same_seed_makes_the_same_mistakes() -> None:
    states = positions(10)
    first, second = (make_player("level:2,seed=7", SMALL) for _ in range(2))
    assert [first.choose(s, []).move for s in states] == [second.choose(s, []).move for s in states]


def test_levels_play_other_games_too() -> None:
    game = load_game("tictactoe")
    state = game.initial()
    player = make_player("level:3", game)
    while game.result(state) is None:
        state = game.play(state, player.choose(state, []).move)


def test_ten_levels_each_at_least_as_careful_as_the_last() -> None:
    levels = [LEVELS[number] for number in range(1, 11)]
    for lower, higher in pairwise(levels):
        assert lower.depth <= higher.depth
        assert lower.careless >= higher.careless


@pytest.mark.parametrize("level", ["0", "11", "x"])
def test_a_level_that_is_none_is_refused(level: str) -> None:
    with pytest.raises(InputError, match=f"{level}.*is not a level"):
        make_player(f"level:{level}", SMALL)
