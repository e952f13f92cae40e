"""The engine's search as a trace: the same facts, with table and killers."""

from __future__ import annotations

import random

import pytest

from plytree import InputError, Techniques, load_game
from plytree.explain.engine_trace import explain_engine, named_techniques
from plytree.explain.render import FORMATS, render
from plytree.explain.trace import explain
from plytree.explain.words import story
from plytree.games.trees.handtree import HandTree
from plytree.games.trees.random_trees import random_tree
from plytree.search.textbook.tree import GameTree


def position(game: str, text: str, depth: int) -> GameTree:
    rules = load_game(game)
    return GameTree(rules, rules.from_text(text), depth)


def test_plain_alpha_beta_is_the_lectures() -> None:
    chance = random.Random(2)
    for _ in range(30):
        tree = GameTree(HandTree(random_tree(chance, 4, 3, 9)), depth=9)
        engine, textbook = explain_engine(tree), explain(tree, "negamax")
        assert engine.events == textbook.events
        assert (engine.value, engine.cut, engine.line) == (textbook.value, textbook.cut, textbook.line)


def test_the_table_answers_and_killers_come_early() -> None:
    tree = position("connect4", "44535", 4)
    trace = explain_engine(tree, named_techniques(["table", "killers", "iterative"]))
    assert trace.value == explain(tree).value
    assert sum(event.kind == "enter" and not event.path for event in trace.events) == 1  # the last iteration only
    assert any(node.table_hit for node in trace.nodes())
    assert any(node.killer for node in trace.nodes())
    told = " ".join(text for _, text in story(trace))
    assert "The table knows" in told
    assert "is a killer move and is tried early" in told
    picture = render(trace, "svg")
    assert picture.count(">table<") == sum(node.table_hit and not node.killer for node in trace.nodes())
    assert ">killer<" in picture
    assert trace.leaves_seen < explain(tree).leaves_seen


def test_the_principal_line_goes_to_the_child_that_was_the_best_first() -> None:
    trace = explain_engine(position("connect4", "4453", 3), named_techniques(["table", "killers", "iterative"]))
    nodes = [trace.node(trace.line[:length]) for length in range(len(trace.line) + 1)]
    assert len(nodes) == 4
    assert all(node.bound == "exact" and node.value == trace.value for node in nodes)


def test_all_techniques_together_find_the_same_value() -> None:
    tree = position("connect4", "4453", 4)
    trace = explain_engine(tree, Techniques())
    assert trace.value == explain(tree).value
    for name in FORMATS:
        assert render(trace, name)


def test_windows_and_values_are_on_one_scale() -> None:
    """A window that ends inside the wins still lies above every estimate."""
    trace = explain_engine(position("connect4", "4453", 3))
    for node in trace.nodes():
        for alpha, beta, value in node.windows:
            if value is not None and node.bound == "exact" and not node.is_leaf:
                assert alpha <= value or value <= beta
        if node.windows:
            assert node.windows[0][0] < node.windows[0][1]


def test_wrong_input_is_named() -> None:
    with pytest.raises(InputError, match="'magic' is not a technique; expected some of iterative, table"):
        named_techniques(["magic"])
    with pytest.raises(InputError, match="needs a depth"):
        explain_engine(GameTree(load_game("tictactoe")))
    with pytest.raises(InputError, match="the game is over"):
        explain_engine(position("tictactoe", "XXXOO....", 2))
    with pytest.raises(InputError, match="visits more than 5 nodes"):
        explain_engine(position("tictactoe", "X........", 4), max_visits=5)
