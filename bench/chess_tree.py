"""The parallel tree beside Lazy SMP on chess: nodes, memory and time for each depth.

python bench/chess_tree.py [--seconds 5]
"""

from __future__ import annotations

import argparse

from plytree.games.catalog import load_game
from plytree.search.engine import Engine
from plytree.search.levelwise.engine import NODE_BYTES, ParallelTree
from plytree.search.limits import Limits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    game = load_game("chess")
    limits = Limits(seconds=options.seconds)
    print("| search | threads | depth | nodes | seconds | memory of the tree, MB |")
    print("|---|---|---|---|---|---|")
    for threads in (1, 2):
        tree = ParallelTree(game, threads=threads, memory_mb=2000)
        for i in tree.search(limits=limits).iterations:
            megabytes = i.nodes * NODE_BYTES / 1e6
            print(f"| parallel tree | {threads} | {i.depth} | {i.nodes} | {i.seconds:.2f} | {megabytes:.1f} |")
    for threads in (1, 2):
        engine = Engine(game, mode="native", threads=threads)
        engine.search(limits=Limits(depth=1))
        engine.clear()
        found = engine.search(limits=limits).iterations
        for i in found[3::4]:
            print(f"| Lazy SMP | {threads} | {i.depth} | {i.nodes} | {i.seconds:.2f} | |")


if __name__ == "__main__":
    main()
