"""Weights of a person's evaluation, learned from games: what is put in comes out, and files say what is wrong."""

import json
import random

import pytest

from plytree import load_game
from plytree.errors import InputError
from plytree.learning.learned import judged_by
from plytree.learning.weights import check_game, fit, play_games, save_weights, with_weights
from plytree.players.player import make_player


def test_the_evaluation_is_the_sum_of_weights_times_features():
    for spec in ("connect4", "othello"):
        game, dice = load_game(spec), random.Random(1)
        check_game(game)
        state, seen = game.initial(), 0
        for _ in range(20):
            total = sum(w * f for w, f in zip(game.weights, game.features(state), strict=True))
            assert game.evaluate(state) == total
            seen += total != 0
            state = game.play(state, dice.choice(list(game.moves(state))))
            if game.result(state) is not None:
                break
        assert seen


def test_weights_that_made_the_results_are_found_again():
    """Results drawn by the odds of known weights: the fit finds those, and which feature is useless."""
    game, dice = load_game("connect4"), random.Random(2)
    true, rows = (60.0, 0.0, 5.0), []
    for number in range(12_000):
        features = [dice.choice((-1, 0, 0, 1)), dice.choice((-1, 0, 1)), dice.randint(-8, 8)]
        seen = sum(w * f for w, f in zip(true, features, strict=True))
        won = float(dice.random() < 1 / (1 + 2.718281828 ** (-seen / 40)))
        rows.append([features, seen, won, number // 20])
    found = fit(game, rows)
    assert found.unit == pytest.approx(1 / 40, rel=0.1)
    assert [weight.after for weight in found.weights] == pytest.approx(true, abs=4)
    assert [weight.is_sure for weight in found.weights] == [True, False, True]
    assert found.error_after < found.error_before


def test_games_are_the_same_for_the_same_seed_and_serve_to_learn_from(tmp_path):
    order = {"game": "connect4:5x4", "depth": 2, "weights": [120, 40, 2], "first": 0, "games": 10}
    rows = play_games(order, 7)
    assert rows == play_games(order, 7)
    assert {row[2] for row in rows} <= {0.0, 0.5, 1.0}
    game = load_game("connect4:5x4")
    found = fit(game, [[*row[:3], i // 5] for i, row in enumerate(rows)])
    path = tmp_path / "w"
    save_weights(path, game, found)
    assert judged_by(game, str(path)).weights == found.values
    player = make_player(f"engine:depth=2,mode=python,eval={path}", game)
    assert player.choose(game.initial()).move in range(5)


def test_what_is_wrong_is_said(tmp_path):
    game, path = load_game("connect4"), tmp_path / "w"
    with pytest.raises(InputError, match="has no weights"):
        check_game(load_game("tictactoe"))
    with pytest.raises(InputError, match="3 weights, not 2"):
        with_weights(game, (1, 2))
    with pytest.raises(InputError, match="too few"):
        fit(game, [[[1, 0, 0], 1.0, 1.0, 0]])
    right = {"format": "plytree weights 1", "game": "othello", "weights": [1, 2]}
    for content in ("{", "{}", json.dumps({**right, "weights": "x"}), json.dumps({**right, "format": 1})):
        path.write_text(content)
        with pytest.raises(InputError, match="no file of weights"):
            judged_by(game, str(path))
    path.write_text(json.dumps(right))
    with pytest.raises(InputError, match="othello"):
        judged_by(game, str(path))
    with pytest.raises(InputError, match="cannot be read"):
        judged_by(game, str(tmp_path / "missing"))
