"""Hand trees: the text format with its errors, and the game on a tree."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plytree import Engine, GameError, InputError, Limits, load_game
from plytree.games.trees.handtree import MAX_DEPTH, HandTree, Tree, parse_tree, read_tree

TREES = st.recursive(
    st.builds(Tree, value=st.integers(-99, 99), name=st.sampled_from(["", "a", "leaf"])),
    lambda children: st.builds(
        Tree,
        value=st.none() | st.integers(-9, 9),
        children=st.lists(children, min_size=1, max_size=3).map(tuple),
        name=st.sampled_from(["", "b", 'ä"][']),
    ),
    max_leaves=12,
)


def minimax(tree: Tree, for_max: bool = True) -> float:
    if tree.is_leaf:
        return tree.value
    return (max if for_max else min)(minimax(child, not for_max) for child in tree.children)


def test_nested_lists_names_and_heuristics_are_read():
    tree = parse_tree('[3, {"name": "B", "value": 2.5, "children": [1, {"name": "x", "value": 4}]}]')
    assert tree == Tree(children=(Tree(3), Tree(2.5, (Tree(1), Tree(4, (), "x")), "B")))
    assert tree.labels() == ("1", "B")
    assert tree.children[1].labels() == ("1", "x")


@given(TREES)
def test_a_tree_written_as_text_is_read_back(tree):
    assert parse_tree(str(tree)) == tree


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the tree is empty"),
        ("[]", "the root is an empty list"),
        ("[1,[2,[]]]", "child 2.2 is an empty list"),
        ("[1,[2,3]", "'[' that is never closed at character 1"),
        ("[1,2]]", "']' too many at character 6"),
        ("[1,{2]", "']' at character 6, near '[1,{2]', but '{' is open since 4"),
        ('[1,"a"]', 'child 2 is "a"; expected a number'),
        ("[1,true]", "child 2 is true; expected a number"),
        ("[1,null]", "child 2 is null; expected a number"),
        ("[1,NaN]", "NaN is not a utility"),
        ("[1,-Infinity]", "-Infinity is not a utility"),
        ("[1,1e999]", "child 2 is inf; expected a number between"),
        (f"[1,{10**400}]", "expected a number between"),
        ("[1,2000000000]", "child 2 is 2000000000; expected a number between"),
        ("[1," + "9" * 5000 + "]", "the tree has a wrong number"),
        ("[1,,2]", "the tree is not JSON at character 4"),
        ("[1,x]", "the tree is not JSON at character 4"),
        ('[{"nam": "A", "value": 1}]', "child 1 has 'nam'; expected only name, value and children"),
        ('[{"name": "A"}]', "child 1 has neither value nor children"),
        ('[{"name": 7, "value": 1}]', "child 1 has the name '7'"),
        ('[{"children": [], "value": 1}]', "child 1 has the children []"),
        ('[{"value": 1, "value": 2}]', "twice"),
        ("[" * (MAX_DEPTH + 1) + "1" + "]" * (MAX_DEPTH + 1), f"deeper than {MAX_DEPTH} levels"),
        ("[" * 100_000, f"deeper than {MAX_DEPTH} levels"),
        ("[1," + "x" * 1_000_000 + "]", "the tree is not JSON at character 4"),
    ],
)
def test_a_wrong_tree_is_refused_with_the_place_in_one_short_sentence(text, sentence):
    with pytest.raises(InputError) as error:
        parse_tree(text)
    assert sentence in str(error.value)
    assert len(str(error.value)) < 200
    assert "\n" not in str(error.value)


def test_a_tree_as_deep_as_allowed_is_read_and_played():
    game = HandTree("[" * MAX_DEPTH + "7" + "]" * MAX_DEPTH)
    state = game.initial()
    for _ in range(MAX_DEPTH):
        state = game.play(state, 0)
    assert game.result(state) == 7


def test_a_tree_comes_from_a_file_or_from_standard_input(tmp_path, monkeypatch):
    file = tmp_path / "tree.json"
    file.write_text("[1, 2]\n")
    assert str(read_tree(str(file))) == "[1,2]"
    monkeypatch.setattr("sys.stdin", io.StringIO("[3, [4]]"))
    assert str(read_tree("-")) == "[3,[4]]"
    with pytest.raises(InputError, match=r"^'nothing.json' cannot be read .* expected a tree like"):
        read_tree("nothing.json")


@given(TREES)
def test_the_engine_plays_a_tree_to_its_minimax_value(tree):
    game = HandTree(tree)
    if tree.is_leaf:
        assert game.result(game.initial()) == tree.value
        return
    found = Engine(game, mode="python").search(limits=Limits(depth=50))
    value = minimax(tree)
    if game.max_utility > 1 and len(tree.children) > 1:  # a single move is played unseen
        assert found.score.value == value
    assert minimax(tree.children[found.move], for_max=False) == value


def test_heuristics_are_for_max_and_the_hook_turns_them_to_the_mover():
    game = HandTree('[{"value": 5, "children": [1, 2]}, 3]')
    state = game.play(game.initial(), 0)
    assert game.evaluate(state) == -5
    assert game.board(state).mover == "MIN"


def test_positions_are_paths_of_child_numbers():
    game = load_game("handtree:[[8,7,3],[2,[4,1]],5]")
    state = game.from_text("2.2.1")
    assert game.result(state) == -4  # three plies down MIN is to move
    assert game.to_text(state) == "2.2.1"
    for text in ("4", "2.2.1.1", "x", "1.0"):
        with pytest.raises(InputError, match=f"^{text!r} is not a node"):
            game.from_text(text)


def test_decimals_are_for_looking_at_only():
    with pytest.raises(GameError, match=r"^2\.5 is not a whole number"):
        HandTree("[1, 2.5]")
