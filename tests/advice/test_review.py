"""A review says what each move did to the value of the game."""

from __future__ import annotations

import random

import pytest

from plytree.advice.review import review
from plytree.errors import GameError
from plytree.games.catalog import load_game
from plytree.games.placing.connect4 import ConnectFour
from plytree.search.limits import Limits
from plytree.search.score import Kind, Score
from plytree.solvers.connect4 import Solver

SMALL = ConnectFour(5, 4)


def columns(text: str) -> list[int]:
    return [int(letter) - 1 for letter in text]


def random_game(seed: int) -> list[int]:
    rng, state, moves = random.Random(seed), SMALL.initial(), []
    while SMALL.result(state) is None:
        moves.append(rng.choice(SMALL.moves(state)))
        state = SMALL.play(state, moves[-1])
    return moves


def test_a_missed_block_loses_the_game_and_is_named() -> None:
    found = review(SMALL, columns("1121314"))
    assert found.exact
    lost = found.moves[found.first_losing - 1] if found.first_losing else None
    assert lost is not None
    assert lost.after.kind is Kind.LOSS
    assert "-> lost in" in lost.verdict
    assert lost.mistake
    assert lost.move not in lost.best


def test_every_verdict_agrees_with_the_solver() -> None:
    solver = Solver(5, 4)
    for seed in range(12):
        moves = random_game(seed)
        found = review(SMALL, moves)
        state = SMALL.initial()
        assert [m.move for m in found.moves] == moves
        for move in found.moves:
            scores = solver.analyse(state)
            best = max(scores.values())
            assert (move.verdict == "best") == (scores[move.move] == best)
            assert move.mistake == ((scores[move.move] > 0) - (scores[move.move] < 0) != (best > 0) - (best < 0))
            if move.verdict != "best":
                assert set(move.best) == {m for m, score in scores.items() if score == best}
            state = SMALL.play(state, move.move)


def test_the_winning_move_is_best_and_wins_in_one() -> None:
    last = review(SMALL, columns("1121314")).moves[-1]
    assert last.verdict == "best"
    assert last.before == last.after == Score.win(1)


def test_values_are_seen_from_the_first_player() -> None:
    found = review(SMALL, columns("1121314"))
    assert len(found.values) == len(found.moves)
    assert set(found.values) <= {-1.0, 0.0, 1.0}
    assert found.to_json()["moves"][0]["move"] == "1"


def test_other_games_are_reviewed_by_the_engine() -> None:
    game = load_game("tictactoe")
    found = review(game, [0, 1, 4, 2, 8], limits=Limits(depth=9))
    assert found.exact
    assert found.first_losing == 2
    assert found.moves[1].verdict.startswith("draw -> lost in")


def test_what_the_engine_cannot_prove_is_an_estimate() -> None:
    game = load_game("othello")
    moves = []
    state = game.initial()
    for _ in range(3):
        moves.append(next(iter(game.moves(state))))
        state = game.play(state, moves[-1])
    found = review(game, moves, limits=Limits(depth=2))
    assert not found.exact
    assert all(not m.before.proven for m in found.moves)


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(GameError, match="move 5"):
        review(SMALL, columns("11119"))
