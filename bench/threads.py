"""Threads: time to a fixed depth with two threads as a share of the time with one (wall clock; below 1 is faster)."""

from __future__ import annotations

import math
import statistics
import time

import common

from plytree import Engine, Limits, load_game

DEPTHS = {"connect4": 17, "othello": 10}


def measure(quick: bool) -> list[common.Row]:
    rows = []
    for name, depth in DEPTHS.items():
        game = load_game(name)
        depth -= 2 if quick else 0
        engines = [Engine(game, mode="native", threads=threads, table_mb=128) for threads in (1, 2)]
        ratios, nodes = [], [0, 0]
        for state in common.random_states(game, 6 if quick else 24, (2, 8), seed=9):
            seconds = []
            for which, engine in enumerate(engines):
                engine.clear()
                begin = time.perf_counter()
                nodes[which] += engine.search(state, Limits(depth=depth)).nodes
                seconds.append(time.perf_counter() - begin)
            ratios.append(math.log(seconds[1] / seconds[0]))
        low, high = common.interval(ratios, statistics.mean)
        rows.append(
            {
                "game": f"{name}, depth {depth}",
                "positions": len(ratios),
                "time with 2 / time with 1": math.exp(statistics.mean(ratios)),
                "95 % interval": f"{math.exp(low):.2f} .. {math.exp(high):.2f}",
                "nodes with 2 / nodes with 1": nodes[1] / nodes[0],
            }
        )
    return rows


if __name__ == "__main__":
    columns = ["game", "positions", "time with 2 / time with 1", "95 % interval", "nodes with 2 / nodes with 1"]
    common.run(__doc__.splitlines()[0], measure, columns)
