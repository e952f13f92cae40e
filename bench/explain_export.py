"""How long the exports of a big trace take: `python bench/explain_export.py [NODES]`."""

from __future__ import annotations

import random
import sys
import time

from plytree.explain.render import FORMATS, render
from plytree.explain.trace import explain
from plytree.games.trees.handtree import Tree
from plytree.search.textbook.tree import PaperTree


def tree_of(nodes: int, chance: random.Random) -> Tree:
    """A tree with so many nodes, four children at each inner node but the last."""
    level = [Tree(chance.randint(0, 99)) for _ in range(nodes * 3 // 4)]
    while len(level) > 1:
        level = [Tree(children=tuple(level[i : i + 4])) for i in range(0, len(level), 4)]
    return level[0]


def main() -> None:
    tree = tree_of(int(sys.argv[1]) if len(sys.argv) > 1 else 5000, random.Random(1))
    begin = time.perf_counter()
    trace = explain(PaperTree(tree))
    print(f"{trace.size} nodes, {len(trace.events)} events; trace {time.perf_counter() - begin:.3f} s")
    for name in FORMATS:
        begin = time.perf_counter()
        text = render(trace, name)
        print(f"{name:8} {time.perf_counter() - begin:.3f} s  {len(text) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
