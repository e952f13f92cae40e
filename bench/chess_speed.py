"""Chess: nodes a second beside Stockfish's classical evaluation, and the time to a depth with one thread and with two.

    python bench/chess_speed.py nodes [--time 0.5]    thirty positions, both programs in turn
    python bench/chess_speed.py depth [--depth 14]    thirty positions, one thread and two; needs a quiet machine

Nodes a second are counted by processor time, so that other work on the machine counts little.
"""

from __future__ import annotations

import argparse
import math
import shutil
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import common
from chess_epd import read_epd
from chess_perft import cpu_seconds

from plytree import Engine, Limits, load_game

SUITE = Path(__file__).parent / "chess_games.epd"


class Stockfish:
    """Stockfish with its classical evaluation, one thread."""

    def __init__(self, path: str):
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._ask("setoption name Use NNUE value false\nisready", "readyok")

    def _ask(self, text: str, word: str) -> list[str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise SystemExit("Stockfish has ended")

    def search(self, fen: str, seconds: float) -> tuple[int, float]:
        """Nodes and processor time of one search."""
        self._ask("ucinewgame\nisready", "readyok")
        begin = cpu_seconds(self._process.pid)
        lines = self._ask(f"position fen {fen}\ngo movetime {int(seconds * 1000)}", "bestmove")
        spent = cpu_seconds(self._process.pid) - begin
        last = [line.split() for line in lines if " nodes " in line][-1]
        return int(last[last.index("nodes") + 1]), spent

    def close(self) -> None:
        self._process.communicate("quit\n")


def positions() -> list[str]:
    lines = SUITE.read_text().splitlines()
    return [f"{read_epd(line)[0]} 0 1" for line in lines if line and not line.startswith("#")]


def nodes(seconds: float) -> None:
    path = shutil.which("stockfish") or "/usr/games/stockfish"
    game, other = load_game("chess"), Stockfish(path)
    engine = Engine(game, mode="native", table_mb=16)
    engine.search(limits=Limits(depth=8))
    ours, theirs = [0, 0.0], [0, 0.0]
    ratios = []
    for fen in positions():
        state = game.from_text(fen)
        engine.clear()
        begin = time.process_time()
        found = engine.search(state, Limits(seconds=seconds))
        spent = time.process_time() - begin
        count, elsewhere = other.search(fen, seconds)
        ours = [ours[0] + found.nodes, ours[1] + spent]
        theirs = [theirs[0] + count, theirs[1] + elsewhere]
        ratios.append(found.nodes / spent / (count / elsewhere))
    other.close()
    low, high = common.interval(ratios, statistics.median)
    speeds = [count / spent / 1e6 for count, spent in (ours, theirs)]
    print(f"plytree {speeds[0]:.2f}, Stockfish classical {speeds[1]:.2f} M nodes/s")
    print(f"ratio, median over {len(ratios)} positions: {statistics.median(ratios):.2f} [{low:.2f}, {high:.2f}]")


def to_depth(depth: int) -> None:
    game: Any = load_game("chess")
    engines = [Engine(game, mode="native", threads=threads, table_mb=64) for threads in (1, 2)]
    totals, logs = [0.0, 0.0], []
    for fen in positions():
        state, spent = game.from_text(fen), []
        for engine in engines:
            engine.clear()
            begin = time.perf_counter()
            engine.search(state, Limits(depth=depth))
            spent.append(time.perf_counter() - begin)
        totals = [totals[0] + spent[0], totals[1] + spent[1]]
        logs.append(math.log(spent[1] / spent[0]))
    low, high = (math.exp(x) for x in common.interval(logs, statistics.mean))
    print(f"depth {depth}, {len(logs)} positions: one thread {totals[0]:.1f} s, two {totals[1]:.1f} s")
    print(
        f"time with two / time with one, geometric mean: {math.exp(statistics.mean(logs)):.2f} [{low:.2f}, {high:.2f}]"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("nodes", "depth"))
    parser.add_argument("--time", type=float, default=0.5)
    parser.add_argument("--depth", type=int, default=14)
    options = parser.parse_args()
    if options.what == "nodes":
        nodes(options.time)
    else:
        to_depth(options.depth)


if __name__ == "__main__":
    main()
