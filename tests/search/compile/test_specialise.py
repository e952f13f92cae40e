"""The core's source for one game holds no trace of hooks that the game has not written."""

import ast

from plytree import load_game
from plytree.search.alphabeta import core
from plytree.search.compile.bindings import constants
from plytree.search.compile.specialise import specialise


def source(spec, switches):
    values = {**constants(load_game(spec)), "observed": False}
    return ast.unparse(specialise(core, values, switches))


def test_what_a_game_does_not_have_is_cut_out():
    text = next(part for part in source("tictactoe", {}).split("\n\n") if part.startswith("def negamax"))
    for name in (
        "quiesce",
        "pass_turn",
        "in_check",
        "reduction",
        "hopeless",
        "repeated",
        "observe",
        "to_move",
        "game.has",
    ):
        assert name not in text
    assert "probe(" in text


def test_switches_that_are_given_are_no_longer_asked_for():
    everything = source("tictactoe", {})
    assert "w.use_table" in everything
    assert "w.use_table" not in source("tictactoe", {"table": False})
    assert "= probe(" not in source("tictactoe", {"table": False})


def test_a_game_with_a_turn_hook_keeps_the_question_who_moves():
    assert "to_move(game, w, ply + 1)" in source("dots:2x2", {})
