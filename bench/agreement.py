"""Native code against Python on many random positions: `python bench/agreement.py [POSITIONS [GAME ...]]`

Each position is searched twice to a random depth with a random set of techniques. Move, score and node count must
agree. The two tables have as many entries as each other, though Python needs more memory for them.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from plytree import Engine, Limits, Techniques, load_game

GAMES = ("tictactoe", "connect4", "connect4:5x4", "nim:3,5,7", "othello:4", "othello:8", "dots:2x2", "chess")


def main(number: int, specs: list[str]) -> None:
    for spec in specs or GAMES:
        game, chance = load_game(spec), random.Random(11)
        native = Engine(game, mode="native", table_mb=2)
        if native.mode_now != "native":
            print(f"{spec}: {native.note}")
            continue
        different = sum(not agrees(game, native, chance) for _ in range(number))
        print(f"{spec}: {number} positions, {different} different", flush=True)


def agrees(game: Any, native: Engine[Any], chance: random.Random) -> bool:
    state = position(game, chance)
    limits = Limits(depth=chance.randint(1, 4), nodes=3000)
    native.techniques = Techniques.none(**{name: chance.random() < 0.6 for name in Techniques.names()})
    native.clear()
    here = Engine(game, mode="python", techniques=native.techniques, table_mb=6).search(state, limits)
    there = native.search(state, limits)
    return (here.move, here.score, here.nodes) == (there.move, there.score, there.nodes)


def position(game: Any, chance: random.Random) -> Any:
    """Some unfinished position of a random game."""
    state, line = game.initial(), []
    while game.result(state) is None and len(line) < 60:
        line.append(state)
        state = game.play(state, chance.choice(list(game.moves(state))))
    return chance.choice(line)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:])
