"""The line of distances: why a move keeps the win."""

from __future__ import annotations

import pytest

from plytree.errors import InputError
from plytree.explain.distances import line_of_distances, tell
from plytree.games.catalog import load_game
from plytree.search.score import Score
from plytree.solvers.endings.tables import SHIPPED, Endings

PAWN = "8/8/8/8/8/8/4P1k1/2K5 w - - 0 1"


def test_each_move_brings_the_end_one_ply_nearer() -> None:
    rules, tables = load_game("chess"), Endings(SHIPPED)
    steps = line_of_distances(rules, tables, rules.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 0 1"))
    assert [step.score.plies for step in steps] == list(range(21, 0, -1))
    told = tell(steps).splitlines()
    assert told[0].startswith(" 1. Ra4 keeps the win: 20 plies left. slower: Ra5 (26), Kd1 (28)")
    assert told[1].startswith(" 2. K")
    assert "holds out longest: 19 plies left" in told[1]
    assert told[-1].endswith("#" + told[-1].split("#")[1])
    assert "that is the end" in told[-1]
    assert "hält den Gewinn: noch 20 Halbzüge" in tell(steps, "de")


def test_a_move_that_gives_it_away_is_named() -> None:
    rules, tables = load_game("chess"), Endings(SHIPPED)
    state = rules.from_text("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1")
    steps = line_of_distances(rules, tables, state, rules.read_move(state, "e3"))
    assert steps[0].move == "e3"
    assert steps[0].score == Score.draw()
    assert len(steps) == 1
    assert "keeps the draw" in tell(steps)


def test_what_tables_do_not_know_is_a_sentence() -> None:
    rules = load_game("chess")
    with pytest.raises(InputError, match="do not know this position"):
        line_of_distances(rules, Endings(SHIPPED), rules.initial())
