"""Games solved from the start by the engine: value, nodes, seconds. `python bench/solving.py [GAME ...]`

Without names: the games whose values are known and that take seconds to minutes. Waiting for the compiler does not
count.
"""

from __future__ import annotations

import sys

from plytree import Engine, load_game

GAMES = ("tictactoe", "connect4:5x4", "connect4:5x5", "connect4:6x4", "othello:4", "dots:2x2", "nim:3,5,7")


def main(specs: list[str]) -> None:
    print("| game | value | nodes | seconds | M nodes/s |\n|---|---|---:|---:|---:|")
    for spec in specs or GAMES:
        engine = Engine(load_game(spec), mode="native", table_mb=256)
        found = engine.search()
        speed = found.nodes_per_second / 1e6
        print(f"| {spec} | {found.score} | {found.nodes:,} | {found.seconds:.2f} | {speed:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
