"""Does the perfect player ever give value away? Games against random moves and against itself.

    python bench/connect4_perfect.py --games 1000 --plies 12

Each game begins with so many random plies. After every move of the perfect player a second solver, with tables of its
own, says whether the exact score stayed what it was.
"""

from __future__ import annotations

import argparse
import random

from connect4_bitbully import GAME, random_position, state_after

from plytree.players.perfect import PerfectPlayer
from plytree.solvers.connect4 import Solver


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    player, judge, rng = PerfectPlayer(GAME), Solver(book=False), random.Random(options.seed)
    for opponent in ("random", "itself"):
        moves = lost = 0
        for game in range(options.games):
            state, turn = state_after(random_position(options.plies, rng)), game % 2
            while GAME.result(state) is None:
                if turn == 0 or opponent == "itself":
                    move = player.choose(state, []).move
                    moves += 1
                    lost += judge.score_of(state, move) != judge.solve(state)
                else:
                    move = rng.choice(GAME.moves(state))
                state, turn = GAME.play(state, move), 1 - turn
        print(f"against {opponent}: {options.games} games, {moves} moves, {lost} gave value away", flush=True)


if __name__ == "__main__":
    main()
