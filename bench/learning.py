"""What self-taught tables know of Connect Four, against the exact solver: `python bench/learning.py [--seconds 1,3,15]`

RANDOM: positions with 12 to 34 stones of random games. NOISY: games of a perfect player who errs one time in four. For
each, the share of moves that keep the exact value, of all positions and of the critical ones (some move keeps it, some
other does not), without search; then nodes a second of the engine with these tables and with the evaluation by hand.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from plytree import Engine, Limits, load_game
from plytree.learning.learned import learned, put_weights
from plytree.learning.settings import Settings
from plytree.learning.teacher import Teacher
from plytree.solvers.connect4 import Solver

ERRS = 0.25


def random_positions(game: Any, solver: Any, count: int, dice: random.Random) -> list[tuple[Any, dict[int, int]]]:
    found: list[tuple[Any, dict[int, int]]] = []
    while len(found) < count:
        state = play(game, dice.randint(12, 34), lambda s: dice.choice(list(game.moves(s))))
        if state is not None:
            found.append((state, solver.analyse(state)))
    return found


def noisy_positions(game: Any, solver: Any, count: int, dice: random.Random) -> list[tuple[Any, dict[int, int]]]:
    def choose(state: Any) -> int:
        scores = solver.analyse(state)
        best = [move for move, score in scores.items() if score == max(scores.values())]
        return dice.choice(list(scores) if dice.random() < ERRS else best)

    found: list[tuple[Any, dict[int, int]]] = []
    while len(found) < count:
        state = play(game, dice.randint(12, 34), choose)
        if state is not None:
            found.append((state, solver.analyse(state)))
    return found


def play(game: Any, plies: int, choose: Any) -> Any:
    """The state after so many plies; None if the game was over before."""
    state = game.initial()
    for _ in range(plies):
        if game.result(state) is not None:
            return None
        state = game.play(state, choose(state))
    return None if game.result(state) is not None else state


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def shares(game: Any, evaluate: Any, positions: list[tuple[Any, dict[int, int]]]) -> str:
    """% of moves that keep the value, looking one ply ahead: of all positions / of critical ones."""
    kept, hard = [], []
    for state, scores in positions:
        worth = {}
        for move in scores:
            after = game.play(state, move)
            outcome = game.result(after)
            worth[move] = -evaluate(after) if outcome is None else -(10**6) * outcome
        chosen = max(worth, key=lambda move: worth[move])
        kept.append(sign(scores[chosen]) == sign(max(scores.values())))
        if len({sign(score) for score in scores.values()}) > 1:
            hard.append(kept[-1])
    return f"{100 * sum(kept) / len(kept):.1f} / {100 * sum(hard) / len(hard):.1f}"


def speed(engines: dict[str, Any], states: list[Any], rounds: int = 3) -> dict[str, float]:
    """Nodes per second of processor time, in turns."""
    nodes, seconds = dict.fromkeys(engines, 0), dict.fromkeys(engines, 0.0)
    for _ in range(rounds):
        for name, engine in engines.items():
            for state in states:
                engine.clear()
                begun = time.process_time()
                nodes[name] += engine.search(state, Limits(seconds=0.1)).nodes
                seconds[name] += time.process_time() - begun
    return {name: nodes[name] / seconds[name] for name in engines}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", default="0.3,1,3,15,60", help="of learning, growing")
    parser.add_argument("--positions", type=int, default=500, help="of each kind")
    parser.add_argument("--patterns", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, solver, dice = load_game("connect4"), Solver(7, 6), random.Random(options.seed)
    sets = {
        "RANDOM": random_positions(game, solver, options.positions, dice),
        "NOISY": noisy_positions(game, solver, options.positions, dice),
    }
    print(f"{'':>12} {'games':>9} {'games/s':>8}   " + "   ".join(f"{name:>13}" for name in sets))

    def row(name: str, games: str, pace: str, evaluate: Any) -> None:
        figures = "   ".join(f"{shares(game, evaluate, positions):>13}" for positions in sets.values())
        print(f"{name:>12} {games:>9} {pace:>8}   {figures}", flush=True)

    row("hand", "", "", game.evaluate)
    teacher = Teacher(game, Settings(patterns=options.patterns, seed=options.seed))
    judged = learned(game, teacher.tables())
    for mark in map(float, options.seconds.split(",")):
        while teacher.seconds < mark:
            teacher.teach(500)
        put_weights(judged, teacher.tables())
        row(f"{mark:g} s", f"{teacher.games:,}", f"{teacher.games / teacher.seconds:,.0f}", judged.evaluate)
    engines = {"hand": Engine(game, mode="native"), "learned": Engine(judged, mode="native")}
    found = speed(engines, [state for state, _ in sets["NOISY"][:12]])
    print(f"nodes a second: hand {found['hand']:,.0f}, learned {found['learned']:,.0f}: "
          f"{found['hand'] / found['learned']:.2f} times as slow")  # fmt: skip


if __name__ == "__main__":
    main()
