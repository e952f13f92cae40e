"""How often each level gives away the value of a Connect Four position, by the solver.

    python bench/connect4_levels.py --positions 500

The positions are met in games between players who look 4 plies ahead and move at random one time in three, after 12
stones or more; only those count in which some move keeps the value (won, drawn) and some other does not. All levels get
the same positions. A move gives value away if it turns a win into a draw or loss, or a draw into a loss. The interval
is Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import math
import random

from plytree.games.placing.connect4 import ConnectFour, State
from plytree.players.level import LEVELS
from plytree.players.player import make_player
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.solvers.connect4 import Solver

GAME = ConnectFour()


def decisions(count: int, seed: int) -> list[tuple[State, dict[int, int]]]:
    """Positions in which the choice matters, with the outcome (1, 0, -1) of each move."""
    rng, solver, engine = random.Random(seed), Solver(book=False), Engine(GAME, mode="native")
    found: list[tuple[State, dict[int, int]]] = []
    while len(found) < count:
        state = GAME.initial()
        while GAME.result(state) is None and len(found) < count:
            stones = (state.mine | state.theirs).bit_count()
            if stones >= 12:
                outcomes = solver.analyse(state, weak=True)
                if min(outcomes.values()) < max(outcomes.values()):
                    found.append((state, outcomes))
            if stones < 6 or rng.random() < 1 / 3:
                move = rng.choice(GAME.moves(state))
            else:
                move = engine.search(state, Limits(depth=4)).move or 0
            state = GAME.play(state, move)
    return found


def wilson(wrong: int, count: int) -> tuple[float, float]:
    z, share = 1.96, wrong / count
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, centre - half), min(1.0, centre + half)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    positions = decisions(options.positions, options.seed)
    print(f"{len(positions)} positions", flush=True)
    print("| player | looks ahead | careless | gives value away | 95 % interval |\n|---|---|---|---|---|")
    names = ["random", *(f"level:{number}" for number in LEVELS), "perfect"]
    for name in names:
        if name == "perfect":
            player = make_player(name, GAME)
        else:
            player = make_player(f"{name}{':' if name == 'random' else ','}seed=1", GAME)
        engine = getattr(player, "engine", None)
        if engine is not None:
            player.engine = Engine(GAME, mode="native", table_mb=16)
        wrong = 0
        for state, outcomes in positions:
            wrong += outcomes[player.choose(state, []).move] < max(outcomes.values())
        low, high = wilson(wrong, len(positions))
        level = getattr(player, "level", None)
        means = f"{level.depth} plies | {level.careless:.1%}" if level else "- | -"
        print(f"| {name} | {means} | {wrong / len(positions):.1%} | {low:.1%} - {high:.1%} |", flush=True)


if __name__ == "__main__":
    main()
