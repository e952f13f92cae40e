"""Trees to grade with: random ones of every shape, the true answer, and smaller neighbours of a failing one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Tree = Any  # a number or a list of trees; mypy has no recursive union of list and int that lists would satisfy
INFINITY = math.inf


class Indexed:
    """A tree whose nodes are numbered in preorder: `children[n]`, `plies[n]`, and `values[n]` for leaves."""

    def __init__(self, tree: Tree) -> None:
        self.children: list[list[int]] = []
        self.values: list[int | None] = []
        self.plies: list[int] = []
        self._add(tree, 0)

    def _add(self, node: Tree, ply: int) -> int:
        number = len(self.children)
        self.plies.append(ply)
        self.children.append([])
        self.values.append(None if isinstance(node, list) else node)
        if isinstance(node, list):
            self.children[number] = [self._add(child, ply + 1) for child in node]
        return number


@dataclass(frozen=True)
class Case:
    """One call of the student's function: the tree and what else it is called with, always from MAX's view."""

    tree: Tree
    maximizing: bool = True
    alpha: float = -INFINITY
    beta: float = INFINITY
    depth: int | None = None  # None: the whole tree
    estimates: tuple[int, ...] = field(default=())  # for each node in preorder, where the depth is limited
    watch: str = ""  # not empty: note which leaves are visited, in which windows

    @property
    def size(self) -> tuple[int, int, int]:
        """Leaves, nodes and the sum of the numbers' sizes: the measure by which one case is smaller than another."""
        leaves = list(leaf_values(self.tree))
        window = sum(abs(bound) for bound in (self.alpha, self.beta) if math.isfinite(bound))
        return len(leaves), count_nodes(self.tree), int(sum(abs(leaf) for leaf in leaves) + window)


def leaf_values(tree: Tree) -> Iterator[int]:
    if isinstance(tree, list):
        for child in tree:
            yield from leaf_values(child)
    else:
        yield tree


def count_nodes(tree: Tree) -> int:
    return 1 + sum(map(count_nodes, tree)) if isinstance(tree, list) else 1


def height(tree: Tree) -> int:
    return 1 + max(map(height, tree)) if isinstance(tree, list) else 0


def minimax(case: Case) -> float:
    """The true value, for MAX: the oracle, and nothing else than the definition."""
    index = Indexed(case.tree)

    def value(node: int, maximizing: bool, depth: float) -> float:
        leaf = index.values[node]
        if leaf is not None:
            return leaf
        if depth == 0:
            return case.estimates[node]
        values = [value(child, not maximizing, depth - 1) for child in index.children[node]]
        return max(values) if maximizing else min(values)

    return value(0, case.maximizing, INFINITY if case.depth is None else case.depth)


def move_values(case: Case) -> list[float]:
    """The true value of each move at the root."""
    index, below, at = Indexed(case.tree), [], 1
    for child in case.tree:
        size = count_nodes(child)
        depth = None if case.depth is None else case.depth - 1
        below.append(minimax(Case(child, not case.maximizing, depth=depth, estimates=case.estimates[at : at + size])))
        at += size
    assert len(below) == len(index.children[0])
    return below


def random_tree(rng: random.Random, depth: int, branching: int, low: int, high: int, leaf_chance: float = 0.0) -> Tree:
    """A tree with 1 to `branching` children everywhere; below the root a leaf may come early."""

    def grow(left: int) -> Tree:
        if left == 0 or (left < depth and rng.random() < leaf_chance):
            return rng.randint(low, high)
        return [grow(left - 1) for _ in range(rng.randint(1, branching))]

    return grow(depth)


def complete_binary(rng: random.Random, tall: int, low: int, high: int) -> Tree:
    """A tree in which every inner node has two children and all leaves lie on one level."""
    return [complete_binary(rng, tall - 1, low, high) for _ in range(2)] if tall else rng.randint(low, high)


def random_trees(rng: random.Random, count: int, most_leaves: int = 40) -> list[Tree]:
    """Trees from tiny to middling, with many ties or none, with negative numbers or none; smallest first."""
    trees: list[Tree] = []
    while len(trees) < count:
        low, high = rng.choice(((0, 2), (0, 9), (-9, 9), (-9, -1), (0, 99)))
        tree = random_tree(rng, rng.randint(1, 5), rng.randint(2, 4), low, high, rng.choice((0.0, 0.0, 0.25)))
        if sum(1 for _ in leaf_values(tree)) <= most_leaves:
            trees.append(tree)
    return sorted(trees, key=lambda tree: Case(tree).size)


def with_leaves(tree: Tree, change: Any) -> Tree:
    """The same shape with every leaf changed: change(value)."""
    return [with_leaves(child, change) for child in tree] if isinstance(tree, list) else change(tree)


def smaller_cases(case: Case) -> list[Case]:
    """Smaller neighbours of a failing case, smallest first.

    A child is gone, a subtree is made a leaf or pulled up, a number is smaller, the window wider.
    """
    found: dict[str, Case] = {}
    for tree in _smaller_trees(case.tree):
        if isinstance(tree, list):
            # the estimates no longer fit the nodes: any will do, as the oracle uses the same ones
            small = replace(case, tree=tree, estimates=case.estimates[: count_nodes(tree)])
            found.setdefault(repr(tree), small)
    changed = list(found.values())
    if math.isfinite(case.alpha) or math.isfinite(case.beta):
        changed += [replace(case, alpha=-INFINITY), replace(case, beta=INFINITY)]
    if not case.maximizing:
        changed.append(replace(case, maximizing=True))
    return sorted((c for c in changed if c.size < case.size or c.maximizing != case.maximizing), key=lambda c: c.size)


def _smaller_trees(tree: Tree) -> Iterator[Tree]:
    if not isinstance(tree, list):
        sign = 1 if tree > 0 else -1
        nearby = (tree - sign,) if abs(tree) <= 20 else (sign * 10 ** (len(str(abs(tree))) - 1),)
        yield from (value for value in (0, 1, 2, 10 * sign, tree // 2, *nearby) if abs(value) < abs(tree))
        return
    yield from tree  # a child in place of the node
    for number, child in enumerate(tree):
        if len(tree) > 1:
            yield tree[:number] + tree[number + 1 :]
        if isinstance(child, list):
            yield [*tree[:number], next(leaf_values(child)), *tree[number + 1 :]]
            for grandchild in child:
                if isinstance(grandchild, list):
                    yield from ([*tree[:number], below, *tree[number + 1 :]] for below in grandchild)
        for smaller in _smaller_trees(child):
            yield [*tree[:number], smaller, *tree[number + 1 :]]


def reordered(case: Case, leaves: Sequence[int]) -> Case:
    """The case with every node's children in the order in which their first leaves were looked at, the others last."""
    first = {leaf: place for place, leaf in enumerate(leaves)}
    counter = 0

    def turn(node: Tree) -> tuple[float, Tree]:
        nonlocal counter
        number = counter
        counter += 1
        if not isinstance(node, list):
            return first.get(number, INFINITY), node
        below = sorted((turn(child) for child in node), key=lambda pair: pair[0])
        return below[0][0] if below else INFINITY, [tree for _, tree in below]

    return replace(case, tree=turn(case.tree)[1], estimates=())


def proves(case: Case, leaves: Sequence[int], value: float) -> bool:
    """Do these leaves alone prove the value, whatever the others may be?"""
    index, seen = Indexed(case.tree), set(leaves)

    def bound(node: int, maximizing: bool, unseen: float) -> float:
        leaf = index.values[node]
        if leaf is not None:
            return leaf if node in seen else unseen
        values = [bound(child, not maximizing, unseen) for child in index.children[node]]
        return max(values) if maximizing else min(values)

    return all(bound(0, case.maximizing, unseen) == value for unseen in (-INFINITY, INFINITY))


def with_repeats(rng: random.Random, count: int) -> list[Tree]:
    """Trees in which the same subtrees come again in other places: a table of positions is asked there."""
    trees = []
    for _ in range(count):
        pool = [random_tree(rng, rng.randint(1, 2), 3, 0, 9) for _ in range(rng.randint(2, 3))]
        middle = [[rng.choice(pool) for _ in range(rng.randint(2, 3))] for _ in range(3)]
        tree = [rng.choice(middle) for _ in range(rng.randint(2, 3))]
        trees.append([tree, *rng.sample(middle, 2)] if rng.random() < 0.4 else tree)
    return sorted(trees, key=lambda tree: Case(tree).size)
