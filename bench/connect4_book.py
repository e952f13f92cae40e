"""The opening book that is shipped: random entries solved again without it, and its counts beside published ones.

python bench/connect4_book.py [--sample 300] [--seed 1]
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from plytree.games.connect4 import State
from plytree.solvers.book import shipped, win_at_once
from plytree.solvers.connect4 import Solver

TROMP = {"win": 44473, "loss": 16635, "draw": 6449}  # https://archive.ics.uci.edu/dataset/26/connect+4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    book = shipped(7, 6)
    assert book is not None
    entries = list(book.positions())
    print(f"{len(entries)} positions up to {book.plies} plies")

    plies = Counter((state.mine | state.theirs).bit_count() for state, _ in entries)
    print("by plies:", ", ".join(str(plies[ply]) for ply in range(book.plies + 1)))
    last = [entry for entry in entries if (entry[0].mine | entry[0].theirs).bit_count() == book.plies]
    free = [score for (mine, theirs), score in last if win_at_once(book.game, State(theirs, mine)) is None]
    values = Counter("win" if score > 0 else "loss" if score < 0 else "draw" for score in free)
    print(f"after {book.plies} plies without a forced move: {len(free)}, {dict(values)}")
    if book.plies == 8:
        print("as published" if values == TROMP else f"published: {TROMP}")

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
