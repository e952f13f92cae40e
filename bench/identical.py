"""What the search does, to be compared between two states of the source: `python bench/identical.py --against SRC`

Random positions of every built-in game are searched to a random depth with a random set of techniques, the same in
both. Move, score and node count must be identical. SRC is the `src` folder of the other state of the source (for
example of `git worktree add ../before main`). Without --against the findings are printed, one JSON line a position.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from plytree import Engine, Limits, Techniques, load_game

DEEPEST = {
    "tictactoe": 9, "connect4": 11, "connect4:5x4": 12, "nim:3,5,7": 9, "othello:4": 8, "othello:8": 6, "dots:2x2": 8,
    "handtree:[[3,12,8],[2,4,[6,1]],[14,5,2]]": 4, "chess": 7,
}  # fmt: skip
NODES = 60_000  # of one search, so that plain alpha-beta does not take for ever


def findings(spec: str, positions: int, mode: Any) -> list[list[Any]]:
    """[move, score, nodes] of each position."""
    game, chance = load_game(spec), random.Random(f"{spec} 13")
    engine = Engine(
        game, mode=mode, table_mb=2 if mode == "native" else 10
    )  # as many entries: Python needs more memory
    assert mode == "python" or engine.mode_now == "native", engine.note
    found = []
    for _ in range(positions):
        state = position(game, chance)
        limits = Limits(depth=chance.randint(1, DEEPEST[spec]), nodes=NODES)
        share = chance.choice((0.3, 0.6, 0.9, 1.0))
        engine.techniques = Techniques.none(**{name: chance.random() < share for name in Techniques.names()})
        engine.clear()
        result = engine.search(state, limits)
        found.append([result.move, str(result.score), result.nodes])
    return found


def position(game: Any, chance: random.Random) -> Any:
    """Some unfinished position of a random game."""
    state, line = game.initial(), []
    while game.result(state) is None and len(line) < 80:
        line.append(state)
        state = game.play(state, chance.choice(list(game.moves(state))))
    return chance.choice(line)


def of_another(source: str, arguments: list[str]) -> list[dict[str, Any]]:
    """The findings of this script with another state of the source."""
    environment = {**os.environ, "PYTHONPATH": str(Path(source).resolve())}
    done = subprocess.run([sys.executable, __file__, *arguments], env=environment, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(DEEPEST))
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--mode", choices=("native", "python"), default="native")
    parser.add_argument("--against", metavar="SRC")
    options = parser.parse_args()
    different = 0
    for spec in options.games:
        here = findings(spec, options.positions, options.mode)
        if options.against is None:
            for finding in here:
                print(json.dumps({"game": spec, "found": finding}))
            continue
        arguments = [spec, "--positions", str(options.positions), "--mode", options.mode]
        there = [line["found"] for line in of_another(options.against, arguments)]
        wrong = sum(a != b for a, b in zip(here, there, strict=True))
        different += wrong
        print(f"{spec}: {len(here)} positions, {sum(each[2] for each in here):,} nodes, {wrong} different", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
