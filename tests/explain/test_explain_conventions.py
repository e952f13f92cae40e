"""Conventions of other courses: MIN at the root, tuples, lettered leaves, strict cuts, cutoffs after the last child."""

import random

import pytest

from plytree.errors import InputError
from plytree.explain import svg, text, words
from plytree.explain.trace import explain
from plytree.games.trees.handtree import Tree, parse_tree, with_leaves
from plytree.games.trees.random_trees import uneven_tree
from plytree.interfaces.cli.main import main
from plytree.search.textbook.tree import PaperTree


def negated(tree):
    return Tree(None if tree.value is None else -tree.value, tuple(map(negated, tree.children)), tree.name)


@pytest.mark.parametrize("variant", ["minimax", "fail-soft", "strict", "fail-hard", "no-v", "listing", "negamax"])
def test_min_at_the_root_is_max_on_the_negated_tree(variant):
    for seed in range(25):
        tree = uneven_tree(random.Random(seed), 4, 3, 9)
        as_min = explain(PaperTree(tree, max_begins=False), variant)
        as_max = explain(PaperTree(negated(tree)), variant)
        assert as_min.value == -as_max.value
        assert [e.path for e in as_min.events if e.kind == "leaf"] == [
            e.path for e in as_max.events if e.kind == "leaf"
        ]
        assert as_min.move == as_max.move
        assert as_min.choices() == as_max.choices()


def test_min_at_the_root_in_words():
    trace = explain(PaperTree("[[3,5],[2,9]]", max_begins=False))
    assert trace.value == 5
    assert words.sentence(trace, 0) == "Start at A (MIN) with alpha = -inf, beta = +inf."
    assert "MIN" in svg.render(trace) or "min" in svg.render(trace)


def test_strict_cuts_only_beyond_the_bound():
    equal = "[[3,5],[3,9]]"
    assert explain(PaperTree(equal), "fail-soft").leaves_seen == 3
    assert explain(PaperTree(equal), "strict").leaves_seen == 4
    beyond = explain(PaperTree("[[3,5],[2,9]]"), "strict")
    assert beyond.leaves_seen == 3
    assert "2 < alpha 3 from A, so G is never visited" in text.render_text(beyond)


def test_cutoffs_after_the_last_child_on_wish():
    tree = PaperTree("[[3,5],[9,2]]")
    assert "cutoff" not in text.render_text(explain(tree))
    shown = explain(tree, last_cuts=True)
    assert "2 <= alpha 3 from A: a cutoff, but no child is left to skip." in text.render_text(shown)
    assert "ein Schnitt, aber kein Kind ist mehr übrig" in text.render_text(shown, "de")
    assert shown.cut == ()
    assert svg.render(shown)


@pytest.mark.parametrize(
    ("given", "same"),
    [
        ("((3,5),(2,9))", "[[3,5],[2,9]]"),
        ("((3,),(2,9),)", "[[3],[2,9]]"),
        ("[[a=3,b: 5],[c = -2]]", '[[{"name":"a","value":3},{"name":"b","value":5}],[{"name":"c","value":-2}]]'),
        ('[{"name":"a=1, (x)","value":2}]', '[{"name":"a=1, (x)","value":2}]'),
    ],
)
def test_tuples_and_letters(given, same):
    assert str(parse_tree(given)) == same


def test_leaves_that_are_letters_get_their_values():
    assert with_leaves("[[a,b],[aa,2]]", "a=3,b=-5,aa=1.5") == "[[a=3,b=-5],[aa=1.5,2]]"
    for values in ("a", "a=", "a=x", "z=3", "1=2", ""):
        with pytest.raises(InputError):
            with_leaves("[[a,b]]", values)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["[[a,b]]"], "'a' has no value"),
        (["[(3,4]]"], "but '(' is open"),
        (["[[3,4]]", "--root", "both"], "'both' is not a player"),
        (["--game", "tictactoe", "--root", "min"], "belongs to a tree"),
        (["[[3,4]]", "--root", "min", "--variant", "engine"], "the root is MAX"),
        (["[[3,4]]", "--root", "min", "--best-order"], "without --game, --depth or --root min"),
    ],
)
def test_wrong_wishes_get_a_sentence(capsys, arguments, said):
    with pytest.raises(SystemExit, match="2"):
        main(["explain", *arguments])
    assert said in capsys.readouterr().err
