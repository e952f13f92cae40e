"""Native speed of two states of the source, interleaved: `python bench/two_trees.py OTHER_SRC [--rounds N] [GAME ...]`

One process for each state of the source; they take turns, search the same positions to the same depth, and must visit
the same number of nodes. A round's ratio is the CPU time of the other state divided by that of this one: above 1, this
one is faster. OTHER_SRC is the `src` folder of the other state.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import common

from plytree import Engine, Limits, load_game

DEPTH = {"connect4": 15, "othello": 9, "chess": 9}
POSITIONS = 6


def serve(spec: str) -> None:
    """Answer each line on stdin with the nodes and CPU seconds of one round."""
    game = load_game(spec)
    engine = Engine(game, mode="native", table_mb=16)
    assert engine.mode_now == "native", engine.note
    states = common.random_states(game, POSITIONS, (4, 14), 5)
    print("ready", flush=True)
    for _ in sys.stdin:
        nodes, begin = 0, time.process_time()
        for state in states:
            engine.clear()
            nodes += engine.search(state, Limits(depth=DEPTH[spec])).nodes
        print(json.dumps([nodes, time.process_time() - begin]), flush=True)


def measure(spec: str, other: str, rounds: int) -> common.Row:
    here = str(Path(__file__).parents[1] / "src")
    racers = [start(spec, source) for source in (here, other)]
    taken: list[list[float]] = []
    for number in range(rounds + 1):
        order = (0, 1) if number % 2 else (1, 0)
        found = {each: ask(racers[each]) for each in order}
        nodes = found[0][0]
        if nodes != found[1][0]:
            raise SystemExit(f"{spec}: {nodes:,} nodes here and {found[1][0]:,} in {other}: not the same search")
        if number:  # the first one warms up
            taken.append([found[0][1], found[1][1]])
    for racer in racers:
        racer.stdin.close()
        racer.wait()
    ratios = [theirs / ours for ours, theirs in taken]
    low, high = common.interval(ratios, statistics.median)
    return {
        "game": spec, "nodes": int(nodes), "here, M nodes/s": nodes / statistics.median(t[0] for t in taken) / 1e6,
        "other, M nodes/s": nodes / statistics.median(t[1] for t in taken) / 1e6,
        "ratio": statistics.median(ratios), "low": low, "high": high,
    }  # fmt: skip


def start(spec: str, source: str) -> Any:
    environment = {**os.environ, "PYTHONPATH": str(Path(source).resolve())}
    command = [sys.executable, __file__, "--serve", spec]
    racer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    assert racer.stdout is not None
    if racer.stdout.readline().strip() != "ready":
        raise SystemExit(f"{spec} does not run as native code with {source}")
    return racer


def ask(racer: Any) -> list[float]:
    racer.stdin.write("go\n")
    racer.stdin.flush()
    found: list[float] = json.loads(racer.stdout.readline())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", nargs="?")
    parser.add_argument("games", nargs="*", default=list(DEPTH))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--serve", metavar="GAME")
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    rows = [measure(spec, options.other, options.rounds) for spec in options.games or DEPTH]
    common.Console(width=120).print(common.one_table(list(rows[0]), rows))


if __name__ == "__main__":
    main()
