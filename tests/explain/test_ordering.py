"""The best order of children: proven against all orders of small trees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from plytree import InputError
from plytree.explain.ordering import best_order, render_order
from plytree.explain.trace import explain
from plytree.games.trees.handtree import Tree, parse_tree
from plytree.games.trees.random_trees import random_tree, uneven_tree
from plytree.search.textbook.algorithms import search
from plytree.search.textbook.tree import PaperTree


def all_orders(tree: Tree) -> Iterator[Tree]:
    if tree.is_leaf:
        yield tree
        return
    for children in product(*(list(all_orders(child)) for child in tree.children)):
        for order in permutations(children):
            yield Tree(children=order)


@pytest.mark.parametrize("variant", ["fail-soft", "fail-hard", "no-v", "negamax", "functional"])
def test_no_order_is_better_than_the_best_one(variant: str) -> None:
    chance = random.Random(3)
    for _ in range(25):
        tree = uneven_tree(chance, 3, 3, 4)
        if sum(1 for _ in tree.nodes()) > 11:
            continue
        found = best_order(tree, variant)
        fewest = min(explain(PaperTree(order), variant).leaves_seen for order in all_orders(tree))
        assert found.best == found.minimum == fewest
        assert found.is_exact


def test_the_order_changes_nothing_but_the_order() -> None:
    chance = random.Random(5)
    for _ in range(200):
        tree = random_tree(chance, 4, 4, 9)
        found = best_order(tree)
        assert search(PaperTree(found.tree)) == search(PaperTree(tree))
        assert sorted(str(leaf.value) for leaf in found.tree.nodes()) == sorted(str(n.value) for n in tree.nodes())
        assert found.best == found.minimum <= found.given <= found.total
        assert found.shape_minimum <= found.minimum


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (3, 2), (2, 3), (3, 4), (5, 3)])
def test_the_minimum_of_a_uniform_tree_is_knuth_and_moores(width: int, depth: int) -> None:
    tree = random_tree(random.Random(1), depth, width, 10**6, narrowest=width)
    assert best_order(tree).shape_minimum == width ** ((depth + 1) // 2) + width ** (depth // 2) - 1
    assert best_order(tree).best == best_order(tree).shape_minimum  # with all leaves different it is always reached


def test_it_says_when_nothing_better_exists() -> None:
    best = best_order(parse_tree("[[3,5,10],[2,7,8],[2,7,3]]"))
    assert (best.given, best.best, best.shape_minimum) == (5, 5, 5)
    assert best.nothing_better
    assert "Nothing better exists" in render_order(best)
    worse = best_order(parse_tree("[[9,2],[5,3]]"))
    assert (worse.given, worse.best) == (4, 3)
    assert str(worse.tree) == "[[3,5],[2,9]]"
    assert "No order of these children visits fewer than 3 leaves" in render_order(worse)


def test_names_move_with_their_nodes() -> None:
    found = best_order(parse_tree('[{"name":"bad","children":[9,2]},{"name":"good","children":[5,3]}]'))
    assert [child.name for child in found.tree.children] == ["good", "bad"]


def test_the_widening_variant_never_gets_a_worse_order_than_given() -> None:
    chance = random.Random(11)
    for _ in range(200):
        found = best_order(random_tree(chance, 5, 3, 9), "listing")
        assert found.minimum <= found.best <= found.given
        assert found.is_exact or "The best found for listing" in render_order(found)


def test_minimax_has_no_best_order() -> None:
    with pytest.raises(InputError, match="minimax visits all leaves in every order"):
        best_order(parse_tree("[1,2]"), "minimax")
