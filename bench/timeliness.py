"""Timeliness: how late a search ends while another process keeps a core busy, and how soon a stop is obeyed."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

import common

from plytree import Engine, Limits, load_game


def measure(quick: bool) -> list[common.Row]:
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        return [*deadlines(60 if quick else 1000), *stops(30 if quick else 200)]
    finally:
        busy.kill()


def deadlines(count: int) -> list[common.Row]:
    """Searches with limits from 5 to 500 ms, evenly on a logarithmic scale."""
    rng, rows = random.Random(1), []
    for name, mode in (("connect4", "native"), ("othello", "native"), ("connect4", "python")):
        game = load_game(name)
        engine = Engine(game, mode=mode, table_mb=16)  # type: ignore[arg-type]
        late, illegal = [], 0
        for state in common.random_states(game, count // 3, (0, 12), seed=2):
            seconds = 0.005 * 100 ** rng.random()
            begin = time.perf_counter()
            found = engine.search(state, Limits(seconds=seconds))
            taken = time.perf_counter() - begin
            if found.score is None or not found.score.proven:
                late.append(1000 * (taken - seconds))
            illegal += found.move not in list(game.moves(state))
        rows.append(_row(f"{name}, {mode}: ms after its time", late, illegal))
    return rows


def stops(count: int) -> list[common.Row]:
    """How long a search goes on after another thread has stopped it."""
    game = load_game("connect4")
    engine = Engine(game, mode="native", table_mb=16)
    late, illegal, rng = [], 0, random.Random(4)
    for _ in range(count):
        running = engine.start(game.initial())
        time.sleep(rng.uniform(0.005, 0.05))
        begin = time.perf_counter()
        running.stop()
        found = running.result()
        late.append(1000 * (time.perf_counter() - begin))
        illegal += found.move not in range(7)
    return [_row("connect4, native: ms after stop()", late, illegal)]


def _row(what: str, late: list[float], illegal: int) -> common.Row:
    return {
        "what": what,
        "searches": len(late),
        "median": statistics.median(late),
        "99 %": common.quantile(late, 0.99),
        "worst": max(late),
        "illegal moves": illegal,
    }


if __name__ == "__main__":
    common.run(__doc__.splitlines()[0], measure, ["what", "searches", "median", "99 %", "worst", "illegal moves"])
