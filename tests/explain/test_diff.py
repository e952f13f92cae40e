"""Two variants side by side, and the smallest trees that tell them apart."""

from __future__ import annotations

import sys

import pytest

from plytree import InputError
from plytree.explain.diff import compare, render_difference
from plytree.explain.separate import (
    Player,
    all_trees,
    find_difference,
    most_telling_difference,
    render_separation,
    shrink,
)
from plytree.games.trees.handtree import Tree, parse_tree
from plytree.search.textbook.tree import PaperTree

separate = sys.modules["plytree.explain.separate"]  # `plytree.explain` is also a function
REMARK = PaperTree("[[3],[[9],[2,1],[8]]]")


class TestLockstep:
    def test_the_first_step_that_differs(self) -> None:
        difference = compare(REMARK, "fail-soft", "no-v")
        assert difference.step is not None
        assert difference.first.events[: difference.step] == difference.second.events[: difference.step]
        here, there = difference.event(difference.first), difference.event(difference.second)
        assert here is not None
        assert there is not None
        assert (here.kind, here.path, here.value) == ("update", (1, 1), 2)  # v = 2 in F; without v nothing changes
        assert (there.kind, there.path) == ("leaf", (1, 1, 1))

    def test_it_matters_for_the_move_where_a_bound_passes_for_the_best(self) -> None:
        difference = compare(REMARK, "fail-soft", "no-v")
        assert difference.matters
        assert difference.wrong(difference.second, "last") == [1]
        assert difference.wrong(difference.second, "first") == []
        assert "no-v hands 3 up for C, which is really worth 2" in render_difference(difference)

    def test_the_same_runs(self) -> None:
        difference = compare(REMARK, "fail-hard", "functional")
        assert difference.step is None
        assert difference.same_visits
        assert not difference.matters
        assert "do the same on this tree" in render_difference(difference)

    def test_a_difference_that_does_not_matter(self) -> None:
        difference = compare(PaperTree("[[3,5],[2,9]]"), "fail-soft", "minimax")
        assert not difference.same_visits
        assert not difference.matters
        assert "with every tie rule both choose a best move" in render_difference(difference)

    def test_a_tree_of_one_leaf(self) -> None:
        assert "do the same" in render_difference(compare(PaperTree("4"), "fail-soft", "minimax"))


class TestSmallestSeparation:
    def test_of_two_variants(self) -> None:
        found = find_difference(Player("fail-soft", "last"), Player("no-v", "last"))
        assert str(found.tree) == "[2,[[1]]]"
        assert found.smallest
        assert "no-v: C (WRONG)" in render_separation(found)

    def test_of_two_tie_rules(self) -> None:
        found = find_difference(Player("fail-soft", "first"), Player("fail-soft", "last"))
        assert str(found.tree) == "[2,[2,1]]"
        assert "fail-soft with >= (last best) chooses C (WRONG)" in render_separation(found)

    def test_the_widening_window_needs_four_leaves(self) -> None:
        found = find_difference(Player("fail-soft"), Player("listing"), by="leaves")
        assert found.tree is not None
        assert found.smallest
        assert sum(1 for node in found.tree.nodes() if node.is_leaf) == 4
        assert not compare(PaperTree(found.tree), "fail-soft", "listing").same_visits

    def test_the_most_telling_one_comes_first(self) -> None:
        assert most_telling_difference("fail-soft", "no-v").by == "move"

    def test_nothing_separates_the_loop_and_its_functional_form(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(separate, "MOST_LEAVES", 3)
        monkeypatch.setattr(separate, "RANDOM_TREES", 100)
        found = most_telling_difference("fail-hard", "functional")
        assert found.tree is None
        assert "do not differ by steps on any of" in render_separation(found)
        assert find_difference(Player("no-v"), Player("no-v")).tried == 0

    def test_a_random_find_is_shrunk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(separate, "MOST_LEAVES", 1)
        found = find_difference(Player("fail-soft", "last"), Player("no-v", "last"))
        assert found.tree is not None
        assert not found.smallest
        assert sum(1 for _ in found.tree.nodes()) <= 6

    def test_every_small_tree_is_tried_once(self) -> None:
        texts = [str(tree) for tree in all_trees()]
        assert len(texts) == len(set(texts)) == 59_624
        assert texts[0] == "[1]"

    def test_wrong_names_are_told(self) -> None:
        with pytest.raises(InputError, match="'alpha' is not a variant"):
            Player("alpha")
        with pytest.raises(InputError, match="'lucky' is not a tie rule"):
            Player("no-v", "lucky")  # type: ignore[arg-type]
        with pytest.raises(InputError, match="'colour' is not a way to differ"):
            find_difference(Player("no-v"), Player("listing"), "colour")  # type: ignore[arg-type]


def test_shrinking_leaves_what_is_needed() -> None:
    def has_a_nine(tree: Tree) -> bool:
        return any(node.value == 9 for node in tree.nodes())

    assert str(shrink(parse_tree("[[1,[9,2]],[3,4],5]"), has_a_nine)) == "[9]"
