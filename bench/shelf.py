"""The shelf: for every game the seconds of a cold compile, perft nodes a second, random games a second.

Each game is measured in a process of its own with an empty cache. `compile` is the CPU time that the compiler takes
for the search: what a newcomer waits for the first time, on a machine that does nothing else. Perft visits
every node, leaves included, and asks each whether the game is over (chess: leaves, counted by their parents); random
games are flat Monte Carlo: from the start to the end, every move equally likely. Both are counted by CPU time, once to
warm up, then three times, and the best counts.

Regular Boardgames compiles rules in a language of its own to C++; its figures stand beside ours where the same game was
measured with it on a machine of the same kind (see docs/games/speed.md for the method).
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from typing import Any

import common

SPECS = {  # game -> depth of perft (quick, full)
    "connect4": (8, 9),
    "othello": (8, 9),
    "tictactoe": (7, 9),
    "draughts": (9, 11),
    "breakthrough": (5, 6),
    "hexapawn:5x5": (10, 16),
    "hex:5": (5, 6),
    "hex": (3, 3),
    "gomoku": (3, 3),
    "kalah": (9, 11),
    "domineering": (4, 5),
    "pentago": (3, 3),
    "quarto": (6, 6),
    "isolation": (6, 6),
    "ultimate": (6, 7),
    "amazons": (4, 4),
    "morris": (5, 6),
    "morris:6": (6, 6),
    "hounds": (11, 13),
    "dots": (5, 6),
    "nim": (7, 9),
    "chess": (5, 5),
}
RBG = {"connect4": 18.8, "othello": 2.3, "hex:5": 19.7, "draughts": 5.5, "chess": 3.0}  # M perft nodes a second
PLAYOUTS = """
def playouts_entry(game, memories, trees, number):
    total = i64(0)
    for _ in range(number):
        playout(game, memories[0], trees[0], i64(0))
        total += 1
    return total
"""


def cpu() -> float:
    """CPU seconds of this process and of those it started and waited for (the compiler is one)."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def best_rate(run: Any) -> float:
    """The most that `run` does a second of CPU time, of three runs after one to warm up; it returns how much it did."""
    run()
    rates = []
    for _ in range(3):
        begin = time.process_time()
        done = run()
        rates.append(done / max(time.process_time() - begin, 1e-9))
    return max(rates)


def one(spec: str, depth: int, games: int) -> common.Row:
    """The figures of one game, in a process with an empty cache."""
    import numba
    import numpy as np
    from numba import types
    from plytree.search.perft.native_leaves import NativeLeaves

    from plytree import Engine, Limits, load_game
    from plytree.search.compile.kernel import rules_of
    from plytree.search.compile.native_kernel import TREE, TREE_NODES
    from plytree.search.compile.program import NativeMemory, Program
    from plytree.search.montecarlo import core as monte_carlo
    from plytree.search.perft.native_perft import native_perft

    game = load_game(spec)
    begin, wall = cpu(), time.perf_counter()
    engine = Engine(game, mode="native")
    engine.search(limits=Limits(depth=1))
    compiled = {"compile, CPU s": cpu() - begin, "compile, s": time.perf_counter() - wall}
    root = game.initial()
    counter = NativeLeaves(game) if spec == "chess" else None

    def perft() -> int:
        return counter.leaves(root, depth) if counter else native_perft(game, depth, root)[1]

    nodes, rate = perft(), best_rate(perft)

    trees = numba.typeof(np.zeros(1, TREE))
    program = Program(rules_of(game), monte_carlo, "playouts", PLAYOUTS, {"playouts_entry": (trees, types.int64)})
    tree = NativeMemory(np.zeros(1, TREE))
    tree.size, tree.random = TREE_NODES, 12345
    w = program.new_memory()
    w.limit = 1 << 62
    program.put(w, game, root)
    played = best_rate(lambda: program.call("playouts_entry", w, tree.array, games))
    return {
        "game": spec, **compiled, "depth": depth, "nodes": nodes, "perft, M nodes/s": rate / 1e6,
        "RBG, M nodes/s": RBG.get(spec), "times": rate / 1e6 / RBG[spec] if spec in RBG else None,
        "random games/s": round(played),
    }  # fmt: skip


def measure(quick: bool) -> list[common.Row]:
    rows = []
    for spec, depths in SPECS.items():
        with tempfile.TemporaryDirectory(prefix="plytree-shelf-") as cache:
            command = [sys.executable, __file__, "--one", spec, str(depths[not quick]), "500" if quick else "5000"]
            done = subprocess.run(
                command, capture_output=True, text=True, env={**os.environ, "PLYTREE_CACHE": cache}, check=False
            )
        if done.returncode:
            raise SystemExit(f"{spec}: {done.stderr}")
        rows.append(json.loads(done.stdout))
        print(spec, f"{rows[-1]['compile, CPU s']:.1f} s", file=sys.stderr, flush=True)
    return rows


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
    else:
        columns = ["game", "compile, CPU s", "compile, s", "depth", "nodes", "perft, M nodes/s", "RBG, M nodes/s"]
        common.run("The shelf: compile time and speed", measure, [*columns, "times", "random games/s"])
