"""Random hand trees: for exercises, for property tests, and for the search for a telling example."""

from __future__ import annotations

import random

from plytree.games.trees.handtree import Tree


def random_tree(
    chance: random.Random, depth: int, widest: int, greatest: int, *, narrowest: int = 1, least: int = 0
) -> Tree:
    """A tree with all leaves at `depth`, `narrowest` to `widest` children, and leaves from `least` to `greatest`."""
    if depth == 0:
        return Tree(chance.randint(least, greatest))
    width = chance.randint(narrowest, widest)
    below = (depth - 1, widest, greatest)
    return Tree(children=tuple(random_tree(chance, *below, narrowest=narrowest, least=least) for _ in range(width)))


def uneven_tree(chance: random.Random, depth: int, widest: int, greatest: int) -> Tree:
    """A tree with leaves anywhere down to `depth`, from -`greatest` to `greatest`; the root is an inner node."""
    return Tree(
        children=tuple(
            Tree(chance.randint(-greatest, greatest))
            if depth == 1 or chance.random() < 0.25
            else uneven_tree(chance, depth - 1, widest, greatest)
            for _ in range(chance.randint(1, widest))
        )
    )
