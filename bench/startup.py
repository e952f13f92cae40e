"""Start: seconds from a new process to its first move, with an empty cache (in Python; native) and a warm one."""

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
            row: common.Row = {"game": game, "first move, nothing compiled": seconds(game, cache, "python")}
            row["compile and move"] = seconds(game, cache, "native")
            row["first move, warm"] = min(seconds(game, cache, "native") for _ in range(3))
        rows.append(row)
    return rows


def seconds(game: str, cache: str, mode: str) -> float:
    """How long `plytree move GAME` takes from start to end."""
    command = [sys.executable, "-m", "plytree", "move", game, "--time", "0.05", "--mode", mode, "--json"]
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "XDG_CACHE_HOME": cache})
    taken = time.perf_counter() - begin
    assert json.loads(done.stdout)["mode"] == mode
    return taken


if __name__ == "__main__":
    columns = ["game", "first move, nothing compiled", "compile and move", "first move, warm"]
    common.run(__doc__.splitlines()[0], measure, columns)
