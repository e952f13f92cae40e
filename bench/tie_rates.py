"""How often a tie rule chooses a wrong move: `python bench/tie_rates.py [TREES]`.

Random trees of depth 4 with 1 to 3 children and leaves 0 to 9. A move is wrong if its minimax value is not the best.
"""

from __future__ import annotations

import random
import sys

from plytree.games.trees.random_trees import random_tree
from plytree.search.textbook.algorithms import VARIANTS
from plytree.search.textbook.choice import TIES, best_actions, root_values
from plytree.search.textbook.tree import PaperTree


def main() -> None:
    trees = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    chance, wrong = random.Random(1), dict.fromkeys(((v, t) for v in VARIANTS for t in TIES), 0)
    for _ in range(trees):
        tree = PaperTree(random_tree(chance, 4, 3, 9))
        exact = root_values(tree, "minimax")
        for variant in VARIANTS:
            values = root_values(tree, variant)
            for ties in TIES:
                wrong[variant, ties] += any(exact[i] != max(exact) for i in best_actions(values, ties))
    print(f"{trees} trees   " + "".join(f"{ties:>9}" for ties in TIES))
    for variant in VARIANTS:
        print(f"{variant:14}" + "".join(f"{100 * wrong[variant, ties] / trees:8.1f}%" for ties in TIES))


if __name__ == "__main__":
    main()
