"""The ordering workshop: in which order of children does alpha-beta visit the fewest leaves?

To know that the root is worth v, a search must see a strategy of MAX that reaches at least v against every answer, and
a strategy of MIN that concedes at most v. Two such strategies share exactly one leaf. So no order visits fewer leaves
than the smallest strategy of MAX plus the smallest strategy of MIN minus one. And an order visits exactly that many:
the shared line first, then at every other node the move of the strategy that refutes it. So the best order is found
exactly, for trees of any size, in one walk over the tree. Knuth and Moore's b^ceil(d/2) + b^floor(d/2) - 1 (An analysis
of alpha-beta pruning, 1975) is the same count for uniform trees whose leaves help as much as they can.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from plytree.errors import InputError
from plytree.explain.outline import Path
from plytree.explain.trace import explain
from plytree.games.trees.handtree import Tree
from plytree.search.textbook.algorithms import search
from plytree.search.textbook.tree import PaperTree, Value


@dataclass(frozen=True)
class BestOrder:
    """What an order of the children is worth, in visited leaves."""

    variant: str
    tree: Tree  # with its children in a best order; every node keeps its name
    given: int  # leaves visited in the given order
    best: int  # leaves visited in the best order
    minimum: int  # no order of these children visits fewer
    shape_minimum: int  # no values at the leaves would allow fewer: Knuth and Moore's minimum for this shape
    total: int

    @property
    def is_exact(self) -> bool:
        """Is the order proven to be a best one?"""
        return self.best == self.minimum

    @property
    def nothing_better(self) -> bool:
        """Was the given order a best one already?"""
        return self.given == self.minimum


def best_order(tree: Tree, variant: str = "fail-soft") -> BestOrder:
    """A best order of the children for a variant of alpha-beta.

    Proven for all variants that never widen a window; `listing` does, and then the order is only a good one.
    """
    if variant == "minimax":
        raise InputError("minimax visits all leaves in every order; choose a variant of alpha-beta")
    value = search(PaperTree(tree), "minimax")
    for_max, for_min = strategy_sizes(tree, value)
    ordered = _ordered(tree, (), "both", for_max, for_min)
    given, best = (explain(PaperTree(order), variant).leaves_seen for order in (tree, ordered))
    if best > given:  # only where the variant may widen its window
        ordered, best = tree, given
    reach, concede = strategy_sizes(tree, None)
    return BestOrder(
        variant, ordered, given, best, int(for_max[()] + for_min[()] - 1), int(reach[()] + concede[()] - 1),
        sum(1 for node in tree.nodes() if node.is_leaf),
    )  # fmt: skip


def strategy_sizes(tree: Tree, value: Value | None) -> tuple[dict[Path, float], dict[Path, float]]:
    """For each node, the leaves of the smallest strategy with which MAX reaches `value` there, and MIN concedes it.

    inf where there is none. Without a value every leaf will do: the smallest strategies of the shape.
    """
    for_max: dict[Path, float] = {}
    for_min: dict[Path, float] = {}

    def walk(node: Tree, path: Path) -> None:
        if node.is_leaf:
            assert node.value is not None
            for_max[path] = 1 if value is None or node.value >= value else inf
            for_min[path] = 1 if value is None or node.value <= value else inf
            return
        below = [(*path, i) for i in range(len(node.children))]
        for child, at in zip(node.children, below, strict=True):
            walk(child, at)
        is_max = len(path) % 2 == 0
        for_max[path] = (min if is_max else sum)(for_max[at] for at in below)
        for_min[path] = (sum if is_max else min)(for_min[at] for at in below)

    walk(tree, ())
    return for_max, for_min


def _ordered(node: Tree, path: Path, role: str, for_max: dict[Path, float], for_min: dict[Path, float]) -> Tree:
    """The node with its children in a best order. `role`: which strategies pass through it: max, min, both or none."""
    if node.is_leaf or role == "none":
        return node
    is_max = len(path) % 2 == 0
    chooser = "max" if is_max else "min"
    numbered = list(enumerate(node.children))
    roles = [role] * len(numbered)
    if role in ("both", chooser):  # this node's player chooses: his move first, the others follow in their order
        sizes = for_max if is_max else for_min
        first = min(range(len(numbered)), key=lambda i: sizes[*path, i])
        other = ("min" if is_max else "max") if role == "both" else "none"
        roles = [role if i == first else other for i in range(len(numbered))]
        numbered.sort(key=lambda part: part[0] != first)
    children = tuple(_ordered(child, (*path, i), roles[i], for_max, for_min) for i, child in numbered)
    return Tree(value=node.value, children=children, name=node.name)


def render_order(order: BestOrder) -> str:
    """The workshop's finding in words."""
    lines = [
        f"given order   {order.given:6} of {order.total} leaves visited ({order.variant})",
        f"best order    {order.best:6}   {order.tree}",
        f"Knuth-Moore   {order.shape_minimum:6}   the minimum for a tree of this shape, if its values allow it",
        "",
    ]
    if order.nothing_better:
        lines.append("Nothing better exists: the given order visits as few leaves as any order can.")
    elif order.is_exact:
        lines.append(f"No order of these children visits fewer than {order.minimum} leaves.")
    else:
        lines.append(
            f"The best found for {order.variant}, whose window may widen; no order visits fewer than {order.minimum}."
        )
    return "\n".join(lines) + "\n"


def order_to_json(order: BestOrder) -> dict[str, Any]:
    return {
        "variant": order.variant,
        "tree": order.tree.to_json(),
        "given": order.given,
        "best": order.best,
        "minimum": order.minimum,
        "knuth_moore": order.shape_minimum,
        "leaves_total": order.total,
        "exact": order.is_exact,
        "nothing_better": order.nothing_better,
    }
