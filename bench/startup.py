"""Start: seconds from a new process to its first move, with an empty cache (in Python; native) and a warm one.

Of compiling also the CPU seconds, of all processes together: they do not depend on what else the machine does. With
`PYTHONPATH=SRC` another state of the source is measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

import common

GAMES = ("tictactoe", "connect4", "othello", "nim", "dots", "chess")


def measure(quick: bool) -> list[common.Row]:
    rows = []
    for game in GAMES[:2] if quick else GAMES:
        with tempfile.TemporaryDirectory() as cache:
            row: common.Row = {"game": game, "first move, nothing compiled": seconds(game, cache, "python")[0]}
            row["compile and move"], row["compile, CPU s"] = seconds(game, cache, "native")
            warm = [seconds(game, cache, "native") for _ in range(3)]
            row["first move, warm"], row["warm, CPU s"] = map(min, zip(*warm, strict=True))
        rows.append(row)
    return rows


def seconds(game: str, cache: str, mode: str) -> tuple[float, float]:
    """How long `plytree move GAME` takes from start to end: on the clock, and in CPU seconds."""
    command = [sys.executable, "-m", "plytree", "move", game, "--time", "0.05", "--mode", mode, "--json"]
    begin, used = time.perf_counter(), sum(os.times()[2:4])
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PLYTREE_CACHE": cache})
    taken = time.perf_counter() - begin
    assert json.loads(done.stdout)["mode"] == mode
    return taken, sum(os.times()[2:4]) - used


if __name__ == "__main__":
    columns = ["game", "first move, nothing compiled", "compile and move", "compile, CPU s"]
    columns += ["first move, warm", "warm, CPU s"]
    common.run(__doc__.splitlines()[0], measure, columns)
