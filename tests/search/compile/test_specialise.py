"""The core's source for one game holds no trace of hooks that the game has not written."""

import ast
import inspect

from plytree import load_game
from plytree.search.alphabeta import core
from plytree.search.compile.bindings import constants
from plytree.search.compile.specialise import specialise


def source(spec, switches):
    values = {**constants(load_game(spec)), "observed": False}
    return ast.unparse(specialise(core, values, switches))


def test_what_a_game_does_not_have_is_cut_out():
    text = source("tictactoe", {})
    absent = (
        "quiesce",
        "pass_turn",
        "in_check",
        "reduction",
        "pruning",
        "razoring",
        "null_move",
        "singular",
        "repeated",
    )
    for name in (*absent, "observe", "tell", "to_move", "game.has"):
        assert name not in text.replace("wins_have_distance", ""), name
    assert "probe(" in text
    assert "if kind == 2 and move == table_move" in text  # modules' constants are put in


def test_the_search_itself_asks_nothing_about_the_game():
    tree = ast.parse(inspect.getsource(core))
    (negamax,) = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    asked = {
        node.attr for node in ast.walk(negamax) if isinstance(node, ast.Attribute) and node.attr.startswith("has_")
    }
    assert asked == set()


def test_switches_that_are_given_are_no_longer_asked_for():
    everything = source("tictactoe", {})
    assert "w.use_table" in everything
    assert "w.use_table" not in source("tictactoe", {"table": False})
    assert "= probe(" not in source("tictactoe", {"table": False})


def test_a_game_with_a_turn_hook_keeps_the_question_who_moves():
    assert "to_move(game, w, ply + 1)" in source("dots:2x2", {})
