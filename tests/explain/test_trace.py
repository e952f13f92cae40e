"""A trace tells the truth about a search, for any tree and any variant."""

from __future__ import annotations

import random

import pytest

from plytree import InputError
from plytree.explain.node import TraceNode
from plytree.explain.trace import Trace, explain
from plytree.games.placing.tictactoe import TicTacToe
from plytree.games.trees.random_trees import random_tree, uneven_tree
from plytree.search.textbook.algorithms import VARIANTS
from plytree.search.textbook.tree import INF, GameTree, PaperTree

CLASSIC = "[[3,5],[2,9]]"
CHESS_PROGRAM = "[[3,5,10],[2,7,8],[2,7,3]]"
REMARK = "[[3],[[9],[2,1],[8]]]"  # B with D = 3; C with E = 9, F = 2 and G, as in the lecture's remark


def on_paper(trace: Trace) -> dict[str, tuple[float | None, float | None, float | None, str]]:
    return {n.name: (n.alpha, n.beta, n.value, n.bound) for n in trace.nodes() if not n.is_leaf}


def names(trace: Trace, paths: tuple[tuple[int, ...], ...]) -> list[str]:
    return [trace.node(path).name for path in paths]


class TestTheTreesOfTheSources:
    def test_the_smallest_one(self) -> None:
        trace = explain(PaperTree(CLASSIC))
        assert on_paper(trace) == {
            "A": (3, INF, 3, "exact"),
            "B": (-INF, 3, 3, "exact"),
            "C": (3, 2, 2, "upper"),
        }
        assert (trace.value, trace.move, trace.line) == (3, 0, (0, 0))
        assert trace.cut == ((1, 1),)
        assert trace.node((1,)).cut_by == ()
        assert (trace.leaves_seen, trace.leaves_total) == (3, 4)

    def test_the_chess_programs_one(self) -> None:
        trace = explain(PaperTree(CHESS_PROGRAM))
        assert on_paper(trace) == {
            "A": (3, INF, 3, "exact"),
            "B": (-INF, 3, 3, "exact"),
            "C": (3, 2, 2, "upper"),
            "D": (3, 2, 2, "upper"),
        }
        assert trace.cut == ((1, 1), (1, 2), (2, 1), (2, 2))
        assert names(trace, trace.cut) == ["I", "J", "L", "M"]

    @pytest.mark.parametrize(
        ("variant", "f", "c"),
        [
            ("fail-soft", (3, 9, 2, "exact"), (3, 2, 2, "upper")),
            ("no-v", (3, 9, 3, "upper"), (3, 3, 3, "upper")),
            ("fail-hard", (3, 9, 3, "upper"), (3, 3, 3, "upper")),
        ],
    )
    def test_the_lectures_remark(self, variant: str, f: tuple[float, ...], c: tuple[float, ...]) -> None:
        """In C one has [3, 9] after E and hands it to F, where v is 2; with v, F answers 2, without it 3."""
        trace = explain(PaperTree(REMARK), variant)
        paper = on_paper(trace)
        assert paper["F"] == f
        assert paper["C"] == c
        assert trace.node((1,)).windows[1][:2] == (3, 9)
        assert names(trace, trace.cut) == ["G"]
        assert trace.value == 3
        assert trace.move == 0

    def test_a_deep_cut_names_the_ancestor_far_above(self) -> None:
        trace = explain(PaperTree("[5,[[[4,9],7],3]]"))
        deep = trace.node((1, 0, 0))
        assert deep.cuts == ((1, 0, 0, 1),)
        assert deep.cut_by == ()

    def test_minimax_leaves_the_windows_alone(self) -> None:
        assert on_paper(explain(PaperTree(CLASSIC), "minimax"))["C"] == (-INF, INF, 2, "exact")


def check_facts(trace: Trace, exact: dict[tuple[int, ...], float]) -> None:
    root = trace.root
    assert root.bound == "exact"
    assert root.value == exact[()]
    assert trace.move is not None
    assert exact[trace.move,] == exact[()]
    under_cuts = sum(trace.node(path).shape.leaves or 0 for path in trace.cut)
    assert trace.leaves_seen + under_cuts == trace.leaves_total
    for node in trace.nodes():
        if not node.visited:
            assert node.is_cut
            continue
        assert node.value is not None
        true = exact[node.path]
        assert {"exact": node.value == true, "lower": node.value <= true, "upper": node.value >= true}[node.bound]
        if node.cuts:
            check_cut(trace, node)


def check_cut(trace: Trace, node: TraceNode) -> None:
    """Whatever the skipped children are worth, the named ancestor would not come here."""
    assert node.cut_by is not None
    judge = trace.node(node.cut_by)
    assert node.path[: len(judge.path)] == judge.path
    assert judge.kind != node.kind
    best = node.windows[-1][2]
    assert best is not None
    held = [w[0] if judge.kind == "max" else w[1] for w in judge.windows]
    if node.kind == "min":
        assert any(best <= bound for bound in held)
        assert judge.best is not None
        assert judge.best >= best
    else:
        assert any(best >= bound for bound in held)
        assert judge.best is not None
        assert judge.best <= best


def test_ten_thousand_random_trees() -> None:
    chance, variants = random.Random(7), list(VARIANTS)
    for number in range(10_000):
        make = random_tree if number % 2 else uneven_tree
        tree = PaperTree(make(chance, chance.randint(1, 4), 3, chance.choice((2, 9, 50))))
        exact = {node.path: node.value for node in explain(tree, "minimax").nodes()}
        check_facts(explain(tree, variants[number % len(variants)]), exact)  # type: ignore[arg-type]


class TestStepping:
    def test_back_undoes_forward(self) -> None:
        trace = explain(PaperTree(CHESS_PROGRAM))
        for step in range(len(trace.events)):
            now = trace.at(step)
            assert now.forward().back() == now
            assert now.forward().steps == step + 1
        assert trace.forward() is trace
        assert trace.at(0).back().steps == 0
        assert trace.at(len(trace.events)) == trace

    def test_a_node_is_open_between_enter_and_return(self) -> None:
        trace = explain(PaperTree(CLASSIC))
        begin = trace.at(2)
        assert [begin.node(path).bound for path in ((), (0,), (1,))] == ["open", "open", "unvisited"]
        assert not any(node.is_cut for node in begin.nodes())
        assert begin.value is None
        assert begin.move is None
        after_b = trace.at(7)
        assert (after_b.root.alpha, after_b.root.best) == (3, 3)

    def test_wrong_steps_and_paths_are_named(self) -> None:
        trace = explain(PaperTree(CLASSIC))
        with pytest.raises(InputError, match="14 is not a step of this trace; expected 0 to 13"):
            trace.at(14)
        with pytest.raises(InputError, match=r"\[3\] leads to no node"):
            trace.node([3])


class TestGames:
    def test_a_position_is_a_tree_of_moves(self) -> None:
        game = TicTacToe()
        trace = explain(GameTree(game, game.from_text("XX.OO...."), depth=2))
        assert trace.value == 1
        assert [child.shape.move for child in trace.root.children] == ["3", "6", "7", "8", "9"]
        assert trace.node((1, 0)).name == "6 3"
        assert trace.leaves_total == 1 + 4 * 4

    def test_a_search_beyond_measure_is_stopped(self) -> None:
        with pytest.raises(InputError, match="visits more than 100 nodes"):
            explain(GameTree(TicTacToe()), "minimax", max_visits=100)


def test_names_are_given_breadth_first_around_those_that_are_taken() -> None:
    trace = explain(PaperTree('[{"name":"B","children":[1,2]},[3,{"name":"A","value":4}]]'))
    assert {node.path: node.name for node in trace.nodes()} == {
        (): "C", (0,): "B", (1,): "D", (0, 0): "E", (0, 1): "F", (1, 0): "G", (1, 1): "A",
    }  # fmt: skip
