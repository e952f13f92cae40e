"""The opening book that is shipped: are random entries solved to the same score without it?

    python bench/connect4_book.py [--sample 300] [--seed 1]

How many positions it holds, beside the published numbers, is in tests/solvers/test_book.py.
"""

from __future__ import annotations

import argparse
import random
import time

from plytree.solvers.book import shipped
from plytree.solvers.connect4 import Solver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    book = shipped(7, 6)
    assert book is not None
    entries = list(book.positions())
    print(f"{len(entries)} positions up to {book.plies} plies")

    solver, wrong, begin = Solver(book=False), 0, time.process_time()
    sample = random.Random(options.seed).sample(entries, min(options.sample, len(entries)))
    for state, score in sample:
        solver.clear()
        wrong += solver.solve(state) != score
    print(f"{len(sample)} random entries solved again: {wrong} differ; {time.process_time() - begin:.0f} s")
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
