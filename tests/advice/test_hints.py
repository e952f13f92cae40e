"""Hints: exact where the solver answers, else what a short search sees."""

from __future__ import annotations

import pytest

from plytree import load_game
from plytree.advice.exact import solver_board, solver_ready
from plytree.advice.hints import EXACT, Hints, adviser, make_adviser, short
from plytree.search.limits import Limits
from plytree.search.score import Score
from plytree.solvers.native import solve_function


def hints(name: str, position: str) -> Hints:
    game = load_game(name)
    state = game.from_text(position)
    who = adviser(game, state)
    thinking = make_adviser(who, game).start(state, (), Limits(seconds=1), multipv=len(list(game.moves(state))))
    return Hints.of(thinking.result(), who)


def test_every_legal_move_has_a_value() -> None:
    found = hints("tictactoe", "XX.OO....")
    assert set(found.scores) == {2, 5, 6, 7, 8}
    assert found.scores[2] == Score.win(1)
    assert found.scores[8] == Score.loss(2)
    marks = found.marks()
    assert [move for move, mark in marks.items() if mark["best"]] == [2]
    assert (marks[2]["kind"], marks[2]["text"]) == ("win", "1")


def test_late_connect_four_is_exact_once_the_solver_is_compiled() -> None:
    solve_function(7, 6)
    game = load_game("connect4")
    position = "444444333333222222"
    board = solver_board(game, game.from_text(position))
    assert board is not None
    assert solver_ready(board)
    found = hints("connect4", position)
    assert found.exact
    assert set(found.scores) == {0, 4, 5, 6}


def test_an_opening_of_connect_four_is_exact_without_any_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plytree.advice.hints.solver_ready", lambda board: False)
    found = hints("connect4", "")
    assert found.exact
    assert [move for move, score in found.scores.items() if score.kind == "win"] == [3]


def test_a_single_move_has_its_worth_too() -> None:
    assert hints("tictactoe", "XOXXOOOX.").scores == {8: Score.draw()}


def test_large_boards_are_exact_when_few_squares_are_left() -> None:
    game = load_game("connect4:8x7")
    state = game.from_text("1" * 7 + "2" * 7 + "4" * 7 + "5" * 7)
    assert solver_board(game, state) is not None
    assert make_adviser(EXACT, game).name == "perfect"


def test_where_the_solver_would_take_long_it_is_not_asked() -> None:
    for name in ("connect4:8x7", "connect4:6x5x3", "othello"):
        game = load_game(name)
        assert solver_board(game, game.initial()) is None


@pytest.mark.parametrize(
    ("score", "pawn", "text"),
    [
        (Score.win(7), 0, "7"), (Score.loss(6), 0, "6"), (Score.draw(), 0, "="), (Score.estimate(40), 0, "+40"),
        (Score.estimate(-140), 100, "-1.4"), (Score.utility(-8), 0, "8"), (Score.estimate(0), 0, "0"),
    ],
)  # fmt: skip
def test_scores_in_few_letters(score: Score, pawn: int, text: str) -> None:
    assert short(score, pawn) == text
