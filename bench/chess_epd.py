"""Solve a suite of chess positions given as EPD lines: `bm` best moves, `am` moves to avoid, `dm` mate in n.

    python bench/chess_epd.py bench/chess_tactics.epd --time 1
    python bench/chess_epd.py bench/chess_mates.epd --time 1

A mate is solved when its distance is right. Prints for each position whether it was solved and when the right answer
was last settled on; at the end solved counts for several times.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from plytree.games.catalog import load_game
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.score import Score


def read_epd(line: str) -> tuple[str, dict[str, str]]:
    """The position, and its operations: opcode -> operand."""
    words = line.split()
    operations = dict(re.findall(r"(\w+)\s+([^;]*);", " ".join(words[4:])))
    return " ".join(words[:4]), {code: operand.strip().strip('"') for code, operand in operations.items()}


def solved_at(game: Any, state: Any, iterations: Any, operations: dict[str, str]) -> float | None:
    """Seconds after which the search stayed with a right answer; None if it ended with a wrong one."""
    mate = Score.win(2 * int(operations["dm"]) - 1) if "dm" in operations else None
    best = {game.read_move(state, text) for text in operations.get("bm", "").split()}
    avoid = {game.read_move(state, text) for text in operations.get("am", "").split()}
    since = None
    for iteration in iterations:
        right = iteration.pv[0] in best if best else iteration.pv[0] not in avoid
        if mate is not None:
            right = iteration.score == mate
        since = (iteration.seconds if since is None else since) if right else None
    return since


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a position")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    game = load_game("chess")
    engine = Engine(game, mode="native", threads=options.threads)
    engine.search(limits=Limits(depth=1))
    times: list[float | None] = []
    for line in options.file.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        position, operations = read_epd(line)
        state = game.from_text(position)
        engine.clear()
        found = engine.search(state, Limits(seconds=options.time))
        times.append(solved_at(game, state, found.iterations, operations))
        mark = "     -" if times[-1] is None else f"{times[-1]:6.3f}"
        print(f"{mark} s  {game.show_move(state, found.move):8} {operations.get('id', position)}")
    for limit in (0.01, 0.1, 1.0, 10.0):
        if limit <= options.time:
            solved = sum(1 for t in times if t is not None and t <= limit)
            print(f"solved within {limit:g} s: {solved} of {len(times)}")


if __name__ == "__main__":
    main()
