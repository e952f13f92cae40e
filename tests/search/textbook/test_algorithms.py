"""The lectures' algorithms: right values, their window contracts, and what they visit."""

from __future__ import annotations

import ast
import inspect
import random
import textwrap
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plytree import Game, InputError
from plytree.games.placing.tictactoe import State, TicTacToe
from plytree.games.trees.handtree import HandTree, Tree
from plytree.games.trees.random_trees import random_tree
from plytree.search.textbook import algorithms as textbook
from plytree.search.textbook.algorithms import VARIANTS, listing, search, trace_events
from plytree.search.textbook.tree import INF, WIN, GameTree, PaperTree

ALPHA_BETA = [name for name in VARIANTS if name != "minimax"]
CLASSIC = "[[3,5],[2,9]]"
CHESS_PROGRAM = "[[3,5,10],[2,7,8],[2,7,3]]"
REMARK = "[[3,4],[[9,1],[2,0],[8]]]"  # MAX nodes below a MIN node, as in the lecture's remark
trees = st.recursive(
    st.integers(-9, 9).map(Tree),
    lambda below: st.lists(below, min_size=1, max_size=4).map(lambda children: Tree(children=tuple(children))),
)


def leaves_seen(tree: str | Tree, variant: str) -> list[tuple[int, ...]]:
    return [event.path for event in trace_events(PaperTree(tree), variant) if event.kind == "leaf"]


class Stones(NamedTuple):
    left: int
    turn: int


class TakeAndGoOn(Game[Stones]):
    """Take 1 to 3 of 7 stones; who takes exactly one moves again. Who takes the last stone wins."""

    num_moves = max_moves = 4

    def initial(self) -> Stones:
        return Stones(7, 0)

    def moves(self, s: Stones) -> list[int]:
        return [n for n in (1, 2, 3) if n <= s.left]

    def play(self, s: Stones, move: int) -> Stones:
        return Stones(s.left - move, s.turn if move == 1 and s.left > 1 else 1 - s.turn)

    def result(self, s: Stones) -> int | None:
        return -1 if s.left == 0 else None

    def to_move(self, s: Stones) -> int:
        return s.turn


@pytest.mark.parametrize("variant", VARIANTS)
class TestEveryVariant:
    @settings(max_examples=100)
    @given(tree=trees)
    def test_finds_the_minimax_value_of_any_tree(self, variant: str, tree: Tree) -> None:
        assert search(PaperTree(tree), variant) == search(PaperTree(tree), "minimax")

    def test_is_the_same_over_a_tree_and_over_the_game_on_it(self, variant: str) -> None:
        for seed in range(40):
            tree = random_tree(random.Random(seed), 4, 3, 9)
            assert trace_events(PaperTree(tree), variant) == trace_events(GameTree(HandTree(tree)), variant)

    def test_finds_the_value_of_game_positions(self, variant: str) -> None:
        game, chance = TicTacToe(), random.Random(4)
        for _ in range(12):
            state = game.initial()
            for _ in range(4):
                if game.result(state) is None:
                    state = game.play(state, chance.choice(game.moves(state)))
            assert search(GameTree(game, state), variant) == search(GameTree(game, state), "minimax")

    def test_lets_a_player_move_twice(self, variant: str) -> None:
        for left in range(1, 9):
            tree = GameTree(TakeAndGoOn(), Stones(left, 1))
            assert search(tree, variant) == search(tree, "minimax")

    def test_stops_at_the_depth_limit_and_asks_the_evaluation(self, variant: str) -> None:
        inner = '[{"value": 4, "children": [1]}, {"value": 6, "children": [2]}]'
        assert search(PaperTree(inner, depth=1), variant) == 6
        assert search(GameTree(TicTacToe(), depth=3, evaluate=lambda s: 5), variant) == -5  # MIN is to move at ply 3

    def test_ranks_a_won_game_above_every_estimate(self, variant: str) -> None:
        x_wins = TicTacToe().from_text("XX.OO....")
        assert search(GameTree(TicTacToe(), x_wins, depth=1, evaluate=lambda s: 900), variant) == WIN - 1

    def test_sees_a_single_leaf_as_its_value(self, variant: str) -> None:
        assert search(PaperTree("7"), variant) == 7
        assert search(PaperTree("2.5"), variant) == 2.5


class TestWindowContracts:
    """The docstring of textbook.py, as assertions, for windows of every kind and roots of both players."""

    @settings(max_examples=300)
    @given(tree=trees, alpha=st.integers(-10, 9), width=st.integers(1, 8), below=st.booleans())
    def test_answers_obey_their_window(self, tree: Tree, alpha: int, width: int, below: bool) -> None:
        paper = PaperTree(Tree(children=(tree,)) if below else tree)
        node = next(paper.children(paper.root)) if below else paper.root  # a MIN node or a MAX node
        exact, beta = search(paper, "minimax", node=node), alpha + width
        clamped = max(alpha, min(beta, exact))
        for variant in ("fail-soft", "listing", "negamax"):
            v = search(paper, variant, node=node, alpha=alpha, beta=beta)
            assert exact <= v if v <= alpha else exact >= v if v >= beta else exact == v
        if node.value is None:
            for variant in ("fail-hard", "functional"):
                assert search(paper, variant, node=node, alpha=alpha, beta=beta) == clamped
            v = search(paper, "no-v", node=node, alpha=alpha, beta=beta)
            assert max(alpha, min(beta, v)) == clamped
            assert v >= alpha if node.is_max else v <= beta
            assert exact >= v if v >= beta else exact <= v if v <= alpha else exact == v

    def test_an_empty_window_is_refused(self) -> None:
        with pytest.raises(InputError, match="alpha < beta"):
            search(PaperTree(CLASSIC), alpha=3, beta=3)

    def test_an_unknown_variant_is_named(self) -> None:
        with pytest.raises(InputError, match="'ab' is not a variant; expected one of minimax"):
            search(PaperTree(CLASSIC), "ab")


class TestWhatIsVisited:
    @pytest.mark.parametrize("variant", ALPHA_BETA)
    def test_the_sources_trees(self, variant: str) -> None:
        assert leaves_seen(CLASSIC, variant) == [(0, 0), (0, 1), (1, 0)]
        assert leaves_seen(CHESS_PROGRAM, variant) == [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]

    @settings(max_examples=200)
    @given(tree=trees)
    def test_the_functional_form_prunes_exactly_like_the_loop(self, tree: Tree) -> None:
        assert trace_events(PaperTree(tree), "functional") == trace_events(PaperTree(tree), "fail-hard")

    def test_the_functional_form_plays_exactly_the_moves_the_loop_plays(self) -> None:
        counts = {}
        for variant in ("functional", "fail-hard", "minimax"):
            played: list[int] = []

            class Counting(TicTacToe):
                def play(self, s: State, move: int, played: list[int] = played) -> State:
                    played.append(move)
                    return super().play(s, move)

            search(GameTree(Counting(), TicTacToe().from_text("XO.......")), variant)
            counts[variant] = len(played)
        assert counts["functional"] == counts["fail-hard"] < counts["minimax"] / 5

    def test_a_very_wide_node_is_no_recursion(self) -> None:
        wide = Tree(children=tuple(Tree(n % 7) for n in range(50_000)))
        assert search(PaperTree(wide), "functional") == 6

    @settings(max_examples=100)
    @given(tree=trees)
    def test_negamax_does_what_max_value_and_min_value_do(self, tree: Tree) -> None:
        assert trace_events(PaperTree(tree), "negamax") == trace_events(PaperTree(tree), "fail-soft")

    def test_the_widening_window_of_the_listing_cuts_less(self) -> None:
        seen = [
            (len(leaves_seen(tree, "listing")), len(leaves_seen(tree, "fail-soft")))
            for tree in (random_tree(random.Random(seed), 5, 3, 20) for seed in range(300))
        ]
        assert all(listed >= soft for listed, soft in seen)
        assert any(listed > soft for listed, soft in seen)

    @pytest.mark.parametrize("tree", ["[2,[[1,[2,1]]]]", "[[-2,[[-1,[-2,-1]]]]]"], ids=["alpha", "beta"])
    def test_the_listing_widens_both_ends_of_its_window(self, tree: str) -> None:
        assert len(leaves_seen(tree, "fail-soft")) == 3
        assert len(leaves_seen(tree, "listing")) == 4


def test_the_functional_form_is_functional() -> None:
    """One expression for each function: no assignment, no loop, one return."""
    outer = ast.parse(textwrap.dedent(inspect.getsource(textbook.functional))).body[0]
    assert isinstance(outer, ast.FunctionDef)
    inner = [statement for statement in outer.body if isinstance(statement, ast.FunctionDef)]
    assert [function.name for function in inner] == ["alpha_beta", "highest", "lowest"]
    for function in inner:
        assert [type(statement) for statement in function.body] == [ast.Return]
        assert not any(isinstance(part, ast.NamedExpr | ast.comprehension) for part in ast.walk(function))


class TestTheStream:
    def test_tells_every_step_in_order(self) -> None:
        assert [tuple(event) for event in trace_events(PaperTree(CLASSIC), "fail-soft")] == [
            ("enter", (), -INF, INF, None),
            ("enter", (0,), -INF, INF, None),
            ("leaf", (0, 0), -INF, INF, 3),
            ("update", (0,), -INF, 3, 3),
            ("leaf", (0, 1), -INF, 3, 5),
            ("return", (0,), -INF, 3, 3),
            ("update", (), 3, INF, 3),
            ("enter", (1,), 3, INF, None),
            ("leaf", (1, 0), 3, INF, 2),
            ("update", (1,), 3, 2, 2),
            ("cut", (1,), 3, 2, 2),
            ("return", (1,), 3, 2, 2),
            ("return", (), 3, INF, 3),
        ]

    def test_the_fail_hard_answer_stays_in_its_window(self) -> None:
        returned = {e.path: e.value for e in trace_events(PaperTree(CLASSIC), "fail-hard") if e.kind == "return"}
        assert returned == {(0,): 3, (1,): 3, (): 3}

    def test_the_lectures_remark_about_the_variant_without_v(self) -> None:
        """In C the window is [3, 9] after E; F is worth 2. With v, C becomes [3, 2]; without it [3, 3]."""
        window = {
            variant: [e[2:] for e in trace_events(PaperTree(REMARK), variant) if e.kind == "cut" and e.path == (1,)]
            for variant in ("fail-soft", "no-v", "fail-hard")
        }
        assert window == {"fail-soft": [(3, 2, 2)], "no-v": [(3, 3, 3)], "fail-hard": [(3, 3, 3)]}

    def test_a_cut_that_cuts_nothing_is_not_told(self) -> None:
        assert not [event for event in trace_events(PaperTree("[[3,5],[9,2]]"), "fail-soft") if event.kind == "cut"]


def test_the_listing_read_literally_misjudges_a_game_that_ends_early() -> None:
    tree = PaperTree("[[3,5],4]")
    assert listing(tree)(tree.root, -INF, INF) == 4
    assert listing(tree, literal=True)(tree.root, -INF, INF) == INF
