"""The stream of events that the engine's search gives in Python."""

from plytree import Techniques, load_game
from plytree.search.alphabeta.observe import trace

TREE = "handtree:[[3,12,8],[2,4,6],[14,5,2]]"


def events(game, depth, techniques=None):
    seen = []
    found = trace(load_game(game), None, depth, techniques, seen.append)
    return seen, found


def test_the_tree_of_the_textbook_is_searched_with_its_cut():
    seen, found = events(TREE, 9)
    assert found.score.value == 3
    assert [event.path for event in seen if event.kind == "leaf"] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (2, 2),
    ]  # fmt: skip
    assert [(event.path, event.value) for event in seen if event.kind == "cut"] == [((1,), 2)]
    assert seen[-1].kind == "return"
    assert seen[-1].value == 3


def test_windows_are_seen_by_the_player_at_the_root():
    seen, _ = events(TREE, 9)
    entered = {event.path: (event.alpha, event.beta) for event in seen if event.kind == "enter"}
    assert entered[(1,)] == (3, float("inf"))


def test_the_table_and_killers_tell_when_they_help():
    seen, _ = events("tictactoe", 5, Techniques.none(table=True, killers=True, iterative=True))
    assert {event.kind for event in seen} == {"enter", "leaf", "update", "cut", "return", "table", "killer"}
