"""How fast matches are: games a second for the fastest players, and what a game costs beyond thinking.

    python bench/matches.py [--games 2000] [--workers 2]

Random openings of four plies, Connect Four and tic-tac-toe, players that look one ply ahead. The time of a game that is
not thinking is what sessions, records, the workers' pipe and the store cost together.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from plytree.matches.match import Plan, play, prepare
from plytree.matches.match_store import MatchStore
from plytree.matches.provenance import cpu_model, versions

CASES = (
    ("connect4", "engine:depth=1", "engine:depth=1"),
    ("connect4", "engine:depth=1", "random"),
    ("tictactoe", "engine:depth=1", "engine:depth=1"),
    ("connect4", "random", "random"),
)


def measure(game: str, a: str, b: str, games: int, workers: int) -> str:
    plan = Plan(game=game, players={"A": a, "B": b}, matchups=(("A", "B"),), pairs=games // 2, opening_plies=2)
    prepare(plan)
    with tempfile.TemporaryDirectory() as folder:
        run = MatchStore(Path(folder) / "games.sqlite").begin("match", game, plan.seed, plan.settings())
        first: list[float] = []
        play(plan, run, workers=workers, on_pair=lambda standing, summary: first.append(time.perf_counter()))
        skip = 2 * workers  # the first pairs wait for the workers to start
        seconds = first[-1] - first[skip]
        speed = 2 * (len(first) - 1 - skip) / seconds
        thoughts = [t.seconds for stored in run.games() for t in stored.record.thoughts]
    each = workers * 1000 / speed
    thinking = 1000 * sum(thoughts) / games
    moves = len(thoughts) / games
    return f"| {game} | {a} : {b} | {speed:.0f} | {moves:.1f} | {each:.2f} | {each - thinking:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print(f"{cpu_model()}; {', '.join(f'{k} {v}' for k, v in versions().items())}; {options.workers} workers\n")
    print("| game | players | games/s | moves a game | ms a game and worker | of these not thinking |")
    print("|---|---|---:|---:|---:|---:|")
    for case in CASES:
        print(measure(*case, options.games, options.workers), flush=True)


if __name__ == "__main__":
    main()
