"""A visitor's game: turns, going back and forth, and the link that brings a game back."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.interfaces.web.seats import Seat, chosen_seat, read_seat
from plytree.interfaces.web.visit import Phase, Visit
from plytree.search.limits import Limits

HUMAN, ENGINE = Seat("human"), Seat("engine")


def visit(*seats: Seat) -> Visit:
    return Visit("tictactoe", load_game("tictactoe"), seats=list(seats or (HUMAN, ENGINE)))


def test_a_new_game_waits_for_the_visitor() -> None:
    assert visit().phase is Phase.HUMAN
    assert visit(ENGINE, HUMAN).phase is Phase.COMPUTER


def test_the_visitor_moves_only_in_his_turn() -> None:
    game = visit()
    game.move(4)
    assert game.phase is Phase.COMPUTER
    with pytest.raises(InputError, match="not your turn"):
        game.move(0)


@pytest.mark.parametrize("sent", ["4", None, 4.0, True, [4], {"id": 4}, -1, 99, 10**30])
def test_what_a_browser_sends_is_not_trusted(sent: object) -> None:
    game = visit()
    with pytest.raises(InputError):
        game.move(sent)
    assert game.session.moves == []


def test_undo_takes_back_the_answer_too_and_redo_brings_both_back() -> None:
    game = visit()
    game.move(4)
    game.answer(0)
    game.undo()
    assert game.session.moves == []
    assert game.phase is Phase.HUMAN
    game.redo()
    assert game.session.moves == [4, 0]


def test_undo_between_two_humans_takes_back_one_move() -> None:
    game = visit(HUMAN, HUMAN)
    game.move(4)
    game.move(0)
    game.undo()
    assert game.session.moves == [4]


def test_undo_while_the_computer_thinks_takes_back_only_the_visitors_move() -> None:
    game = visit()
    game.move(4)
    game.undo()
    assert game.session.moves == []


def test_jumping_back_to_the_computers_turn_lets_it_wait() -> None:
    game = visit()
    game.move(4)
    game.answer(0)
    game.jump(1)
    assert game.phase is Phase.PAUSED
    assert game.session.undone == [0]


def test_resigning_counts_for_the_other_side_and_can_be_undone() -> None:
    game = visit()
    game.move(4)  # the engine's turn: it is still the visitor who resigns
    game.resign()
    assert game.session.outcome is not None
    assert game.session.outcome.winner == 1
    assert "resigned" in game.outcome_words(game.session.outcome)
    game.undo()
    assert game.session.outcome is None
    assert game.session.moves == [4]


def test_the_words_for_the_end() -> None:
    game = visit()
    game.set_up(moves="1,4,2,5,3")
    assert game.session.outcome is not None
    assert game.outcome_words(game.session.outcome) == "You win with X!"


@given(st.lists(st.integers(0, 8), max_size=9))
def test_a_link_brings_the_game_back(choices: list[int]) -> None:
    game = visit(HUMAN, HUMAN)
    for choice in choices:
        legal = game.session.legal_moves()
        if legal:
            game.move(legal[choice % len(legal)])
    query = dict(parse_qsl(game.query()))
    again = visit()
    again.seats = [read_seat(query["first"]), read_seat(query["second"])]
    again.set_up(query.get("position", ""), query.get("moves", ""))
    assert again.session.states == game.session.states
    assert again.query() == game.query()


def test_a_link_with_an_illegal_move_keeps_the_good_ones_and_says_which_is_bad() -> None:
    game = visit()
    with pytest.raises(InputError, match="move 3 of the list, '5', was left out"):
        game.set_up("", "5,1,5,2")
    assert game.session.moves == [4, 0]
    with pytest.raises(InputError, match="after the end of the game"):
        game.set_up("", "1,4,2,5,3,9")
    assert game.session.moves == [0, 3, 1, 4, 2]


def test_a_position_that_is_none_changes_nothing() -> None:
    game = visit()
    game.move(4)
    for position in ("XXXXXXXXX", "x" * 5000):
        with pytest.raises(InputError):
            game.set_up(position)
    assert game.session.moves == [4]


def test_a_new_game_is_taken_back() -> None:
    game = visit()
    game.move(4)
    game.restart()
    assert game.session.moves == []
    assert game.can_undo
    game.undo()
    assert game.session.moves == [4]


def test_the_sides_of_chess_have_their_names_whatever_the_start() -> None:
    game = Visit("chess", load_game("chess"))
    for position, names in (
        ("", ("White", "Black")),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", ("Black", "White")),  # mate: nobody is to move
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", ("White", "Black")),
    ):
        game.set_up(position)
        assert game.side_names() == names


def test_what_was_taken_in_chess_and_who_is_in_check() -> None:
    game = Visit("chess", load_game("chess"))
    assert game.captured() == ""
    game.set_up("rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")
    assert game.captured() == "♙  ♛  White +8"
    game.set_up("", "f3,e5,g4,Qh4#")
    assert game.threatened() == ((7, 4),)


@pytest.mark.parametrize(
    "text",
    [
        "", "nobody", "depth:6", "engine:depth=0", "engine:depth=1000", "engine:depth=2.5", "engine:time=nan",
        "level:x", "level:11", "level:1,level:2", "engine.py", "file.py:Player", "uci:/bin/sh", "xboard:sh", "tree",
        "engine:eval=/etc/passwd", "engine:hash=99999", "engine:threads=64", "engine:mode=native", "mcts:guide=x",
        "policy:x", "engine:-nothing",
        "random:time=1", "perfect:x", "engine:" + "-killers," * 40, "\0", "level:3,seed=-1",
    ],
)  # fmt: skip
def test_seats_that_are_none_get_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="is not a"):
        read_seat(text)


@pytest.mark.parametrize(
    "text",
    ["human", "engine", "engine:depth=6", "engine:time=0.5,-killers", "level:3", "random", "perfect", "mcts:nodes=99"],
)
def test_seats_read_back(text: str) -> None:
    assert str(read_seat(text)) == text


def test_the_menu_speaks_specs() -> None:
    assert [str(chosen_seat(key, 7)) for key in ("human", "time", "depth", "level")] == [
        "human", "engine", "engine:depth=7", "level:7"]  # fmt: skip
    seat = read_seat("engine:depth=7,-killers")
    assert (seat.key, seat.number, seat.show()) == ("depth", 7, "engine:depth=7,-killers")
    assert [read_seat(text).show() for text in ("engine", "engine:depth=6", "level:3", "mcts")] == [
        "Engine", "Engine, depth 6", "Level 3", "Monte Carlo tree search"]  # fmt: skip


def test_a_seat_thinks_as_its_spec_says_within_what_the_server_allows() -> None:
    def limits(text: str) -> Limits | None:
        return read_seat(text).limits(2.0, most=5.0)

    assert limits("engine") == limits("mcts") == Limits(seconds=2.0)
    assert limits("engine:time=99") == Limits(seconds=5.0)
    assert limits("engine:depth=6") == Limits(seconds=5.0, depth=6)
    assert limits("level:3") is limits("perfect") is limits("random") is None
