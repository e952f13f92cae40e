"""The smallest tree that tells two algorithms or tie rules apart, so that one can show why a rule matters.

All trees are tried: by number of leaves, then of nodes, then in a fixed order. Only how the leaves compare matters to
the algorithms, so it is enough to try the leaves in every weak order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, get_args

from plytree.errors import InputError
from plytree.explain.diff import RULE, compare, render_difference, verdict
from plytree.explain.text import draw
from plytree.games.trees.handtree import Tree
from plytree.games.trees.random_trees import uneven_tree
from plytree.search.textbook.algorithms import VARIANTS, search, trace_events
from plytree.search.textbook.choice import TIES, Ties, best_actions, root_values
from plytree.search.textbook.tree import Node, PaperTree

By = Literal["move", "leaves", "steps"]
BY: tuple[By, ...] = get_args(By)
MOST_LEAVES, MOST_NODES = 4, 9  # all trees up to this size are tried, then random ones
RANDOM_TREES = 5_000


@dataclass(frozen=True)
class Player:
    """A variant with a tie rule."""

    variant: str
    ties: Ties = "first"

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise InputError(f"{self.variant!r} is not a variant; expected one of {', '.join(VARIANTS)}")
        if self.ties not in TIES:
            raise InputError(f"{self.ties!r} is not a tie rule; expected one of {', '.join(TIES)}")

    def errs(self, tree: PaperTree) -> bool:
        """May it choose a move that is not the best?"""
        exact = root_values(tree, "minimax", full_window=True)
        chosen = best_actions(root_values(tree, self.variant), self.ties)
        return any(exact[index] != max(exact) for index in chosen)


@dataclass(frozen=True)
class Separation:
    """A tree that separates two players, or None; `smallest` if every smaller tree has been tried."""

    first: Player
    second: Player
    by: By
    tree: Tree | None
    smallest: bool
    tried: int


def find_difference(first: Player, second: Player, by: By = "move") -> Separation:
    """The smallest tree on which two players differ.

    By move: one may choose a move that is not the best, the other never does. By leaves: they visit different leaves.
    By steps: their windows or answers differ anywhere.
    """
    if by not in BY:
        raise InputError(f"{by!r} is not a way to differ; expected one of {', '.join(BY)}")
    differ = _criterion(first, second, by)
    if first == second or (by != "move" and first.variant == second.variant):
        return Separation(first, second, by, None, True, 0)
    tried = 0
    for tree in all_trees():
        tried += 1
        if differ(tree):
            return Separation(first, second, by, tree, True, tried)
    chance = random.Random(1)
    for _ in range(RANDOM_TREES):
        tree = uneven_tree(chance, 5, 3, 9)
        tried += 1
        if differ(tree):
            return Separation(first, second, by, shrink(tree, differ), False, tried)
    return Separation(first, second, by, None, False, tried)


def most_telling_difference(first: str, second: str) -> Separation:
    """The difference of two variants that matters most: the move with `>=`, else the leaves visited, else any step."""
    steps = find_difference(Player(first), Player(second), "steps")
    if steps.tree is None:
        return steps
    move = find_difference(Player(first, "last"), Player(second, "last"), "move")
    if move.tree is not None:
        return move
    leaves = find_difference(Player(first), Player(second), "leaves")
    return steps if leaves.tree is None else leaves


def render_separation(found: Separation) -> str:
    """The finding in words, with what both do on the tree."""
    players = [found.first, found.second]
    names = [f"{p.variant} with {RULE[p.ties]}" if found.by == "move" else p.variant for p in players]
    if found.tree is None:
        return (
            f"{names[0]} and {names[1]} do not differ by {found.by} on any of {found.tried} trees: all with up to "
            f"{MOST_LEAVES} leaves and {MOST_NODES} nodes, then random ones.\n"
        )
    kind = "A smallest tree" if found.smallest else "A tree (there may be smaller ones)"
    head = f"{kind} on which {names[0]} and {names[1]} differ by {found.by}: {found.tree}\n\n"
    if found.first.variant != found.second.variant:
        return head + render_difference(compare(PaperTree(found.tree), found.first.variant, found.second.variant))
    difference = compare(PaperTree(found.tree), found.first.variant, found.second.variant)
    lines = [
        f"  {name} chooses {verdict(difference, difference.first, player.ties)}"
        for name, player in zip(names, players, strict=True)
    ]
    return head + "\n".join([*lines, "", *draw(difference.first)]) + "\n"


def separation_to_json(found: Separation) -> dict[str, object]:
    return {
        "first": [found.first.variant, found.first.ties],
        "second": [found.second.variant, found.second.ties],
        "by": found.by,
        "tree": None if found.tree is None else found.tree.to_json(),
        "smallest": found.tree is not None and found.smallest,
        "tried": found.tried,
    }


def _criterion(first: Player, second: Player, by: By) -> Callable[[Tree], bool]:
    def by_move(tree: Tree) -> bool:
        return first.errs(PaperTree(tree)) != second.errs(PaperTree(tree))

    def by_leaves(tree: Tree) -> bool:
        return visited_leaves(tree, first.variant) != visited_leaves(tree, second.variant)

    def by_steps(tree: Tree) -> bool:
        return trace_events(PaperTree(tree), first.variant) != trace_events(PaperTree(tree), second.variant)

    return {"move": by_move, "leaves": by_leaves, "steps": by_steps}[by]


class _Recording(PaperTree):
    """Notes which leaves are visited, at less cost than events."""

    def __init__(self, tree: Tree):
        super().__init__(tree)
        self.seen: list[int] = []

    def _node(self, state: Tree, parent: Node | None, nth: int, move: int) -> Node:
        if state.is_leaf:
            self.seen.append(id(state))
        return super()._node(state, parent, nth, move)


def visited_leaves(tree: Tree, variant: str) -> list[int]:
    """The leaves that a variant visits, in order, as ids of the parts of this tree."""
    recording = _Recording(tree)
    search(recording, variant)
    return recording.seen


def all_trees() -> Iterator[Tree]:
    """All small trees, by leaves, then nodes; the leaves take every weak order, as numbers from 1 on."""
    for leaves in range(1, MOST_LEAVES + 1):
        for nodes in range(leaves + 1, MOST_NODES + 1):
            for shape in shapes(nodes):
                if _leaf_count(shape) == leaves:
                    for values in weak_orders(leaves):
                        yield _filled(shape, iter(values))


Form = tuple["Form", ...]  # a shape: its children; () is a leaf


@cache
def shapes(nodes: int) -> tuple[Form, ...]:
    """All ordered trees with so many nodes.

    >>> [len(shapes(n)) for n in range(1, 7)]
    [1, 1, 2, 5, 14, 42]
    """
    return tuple(_forests(nodes - 1))


def _forests(nodes: int) -> Iterator[Form]:
    if nodes == 0:
        yield ()
    for first in range(1, nodes + 1):
        for tree, rest in product(shapes(first), tuple(_forests(nodes - first))):
            yield (tree, *rest)


@cache
def weak_orders(count: int) -> tuple[tuple[int, ...], ...]:
    """All ways in which so many numbers can compare, as numbers from 1 without a gap.

    >>> weak_orders(2)
    ((1, 1), (1, 2), (2, 1))
    >>> [len(weak_orders(n)) for n in range(1, 6)]
    [1, 3, 13, 75, 541]
    """
    every = product(range(1, count + 1), repeat=count)
    return tuple(values for values in every if set(values) == set(range(1, max(values) + 1)))


def _leaf_count(shape: Form) -> int:
    return sum(_leaf_count(child) for child in shape) or 1


def _filled(shape: Form, values: Iterator[int]) -> Tree:
    if not shape:
        return Tree(next(values))
    return Tree(children=tuple(_filled(child, values) for child in shape))


def shrink(tree: Tree, holds: Callable[[Tree], bool]) -> Tree:
    """A tree that still `holds` but no longer if any one node is dropped or replaced by its own child or a leaf."""
    smaller = next((t for t in _smaller(tree) if not t.is_leaf and holds(t)), None)
    while smaller is not None:
        tree = smaller
        smaller = next((t for t in _smaller(tree) if not t.is_leaf and holds(t)), None)
    return tree


def _smaller(tree: Tree) -> Iterator[Tree]:
    """Every tree with one part taken out."""
    if tree.is_leaf:
        return
    yield from tree.children
    yield from (Tree(leaf.value) for leaf in tree.nodes() if leaf.is_leaf)
    for index, child in enumerate(tree.children):
        rest = tree.children[:index], tree.children[index + 1 :]
        if len(tree.children) > 1:
            yield Tree(children=(*rest[0], *rest[1]))
        yield from (Tree(children=(*rest[0], part, *rest[1])) for part in _smaller(child))
