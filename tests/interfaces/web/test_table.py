"""A visitor's table: turns, going back and forth, and the link that brings a game back."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.interfaces.web.seats import Seat
from plytree.interfaces.web.table import Phase, Table

HUMAN, ENGINE = Seat("human"), Seat("engine")


def table(*seats: Seat) -> Table:
    return Table("tictactoe", load_game("tictactoe"), seats=list(seats or (HUMAN, ENGINE)))


def test_a_new_table_waits_for_the_visitor() -> None:
    assert table().phase is Phase.HUMAN
    assert table(ENGINE, HUMAN).phase is Phase.COMPUTER


def test_the_visitor_moves_only_in_his_turn() -> None:
    game = table()
    game.move(4)
    assert game.phase is Phase.COMPUTER
    with pytest.raises(InputError, match="not your turn"):
        game.move(0)


@pytest.mark.parametrize("sent", ["4", None, 4.0, True, [4], {"id": 4}, -1, 99, 10**30])
def test_what_a_browser_sends_is_not_trusted(sent: object) -> None:
    game = table()
    with pytest.raises(InputError):
        game.move(sent)
    assert game.session.moves == []


def test_undo_takes_back_the_answer_too_and_redo_brings_both_back() -> None:
    game = table()
    game.move(4)
    game.answer(0)
    game.undo()
    assert game.session.moves == []
    assert game.phase is Phase.HUMAN
    game.redo()
    assert game.session.moves == [4, 0]


def test_undo_between_two_humans_takes_back_one_move() -> None:
    game = table(HUMAN, HUMAN)
    game.move(4)
    game.move(0)
    game.undo()
    assert game.session.moves == [4]


def test_undo_while_the_computer_thinks_takes_back_only_the_visitors_move() -> None:
    game = table()
    game.move(4)
    game.undo()
    assert game.session.moves == []


def test_jumping_back_to_the_computers_turn_lets_it_wait() -> None:
    game = table()
    game.move(4)
    game.answer(0)
    game.jump(1)
    assert game.phase is Phase.PAUSED
    assert game.session.undone == [0]


def test_resigning_counts_for_the_other_side_and_can_be_undone() -> None:
    game = table()
    game.move(4)  # the engine's turn: it is still the visitor who resigns
    game.resign()
    assert game.session.outcome is not None
    assert game.session.outcome.winner == 1
    assert "resigned" in game.outcome_words(game.session.outcome)
    game.undo()
    assert game.session.outcome is None
    assert game.session.moves == [4]


def test_the_words_for_the_end() -> None:
    game = table()
    game.set_up(moves="1,4,2,5,3")
    assert game.session.outcome is not None
    assert game.outcome_words(game.session.outcome) == "You win with X!"


@given(st.lists(st.integers(0, 8), max_size=9))
def test_a_link_brings_the_game_back(choices: list[int]) -> None:
    game = table(HUMAN, HUMAN)
    for choice in choices:
        legal = game.session.legal_moves()
        if legal:
            game.move(legal[choice % len(legal)])
    query = dict(parse_qsl(game.query()))
    again = table()
    again.seats = [Seat.read(query["first"]), Seat.read(query["second"])]
    again.set_up(query.get("position", ""), query.get("moves", ""))
    assert again.session.states == game.session.states
    assert again.query() == game.query()


def test_a_link_with_an_illegal_move_changes_nothing() -> None:
    game = table()
    game.move(4)
    for position, moves in (("", "5,5"), ("XXXXXXXXX", ""), ("", "1,4,2,5,3,9"), ("x" * 5000, "")):
        with pytest.raises(InputError):
            game.set_up(position, moves)
    assert game.session.moves == [4]


@pytest.mark.parametrize("text", ["", "nobody", "depth:0", "depth:1000", "level:x", "file.py:Player", "engine.py"])
def test_seats_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="is not a player"):
        Seat.read(text)


@pytest.mark.parametrize("text", ["human", "engine", "depth:6", "level:3", "random", "perfect", "mcts"])
def test_seats_read_back(text: str) -> None:
    assert str(Seat.read(text)) == text
