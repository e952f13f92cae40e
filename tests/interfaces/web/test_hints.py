"""Hints: exact where the solver answers, else what a short search sees."""

from __future__ import annotations

import asyncio

import pytest

from plytree.interfaces.web.exact import solver_board, solver_ready
from plytree.interfaces.web.hints import Hints, short, value_moves
from plytree.interfaces.web.services import Services
from plytree.search.score import Score
from plytree.solvers.native import solve_function


@pytest.fixture(scope="module")
def services() -> Services:
    return Services(workers=1, max_seconds=60)


def hints(services: Services, name: str, position: str) -> Hints:
    game = services.game(name)
    return asyncio.run(value_moves(services, "me", name, game, game.from_text(position), []))


def test_every_legal_move_has_a_value(services: Services) -> None:
    found = hints(services, "tictactoe", "XX.OO....")
    assert set(found.scores) == {2, 5, 6, 7, 8}
    assert found.scores[2] == Score.win(1)
    assert found.scores[8] == Score.loss(2)
    marks = found.marks()
    assert [move for move, mark in marks.items() if mark["best"]] == [2]
    assert (marks[2]["kind"], marks[2]["text"]) == ("win", "1")


def test_late_connect_four_is_exact_once_the_solver_is_compiled(services: Services) -> None:
    solve_function(7, 6)
    game = services.game("connect4")
    position = "444444333333222222"
    board = solver_board(game, game.from_text(position))
    assert board is not None
    assert solver_ready(board)
    found = hints(services, "connect4", position)
    assert found.exact
    assert set(found.scores) == {0, 4, 5, 6}


def test_where_the_solver_would_take_long_it_is_not_asked(services: Services) -> None:
    for name in ("connect4:8x7", "connect4:6x5x3", "othello"):
        game = services.game(name)
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
