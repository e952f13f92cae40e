"""Better numbers for selective search, by SPSA: `python bench/tune_search.py GAME ... [--nodes N] [--steps N]`

    python bench/tune_search.py othello breakthrough my_game.py --steps 300 --workers 2

Spall's simultaneous perturbation: in each step all numbers of search/selective/numbers.py are shifted at once, each up
or down at random; an engine with the shifted numbers plays a few pairs of games against one with the opposite shift,
the same openings with both colours; then all numbers move a little towards whichever was better. Games are limited by
nodes, so that a busy machine does not matter. Several games: they take turns, for numbers that suit them all.

After every step the state is in --out; a run that was stopped goes on from there. What comes out is a guess: prove it
by a match before writing it into numbers.py.
"""

from __future__ import annotations

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from plytree import Engine, Limits, load_game
from plytree.files import write_text
from plytree.games.contract.game import side_to_move
from plytree.search.selective.numbers import TUNED, Numbers

# how far each number is shifted at first, and where it must stay
SHIFT = {"reduction_start": 0.2, "reduction_divisor": 0.3, "margin": 0.25, "sure": 0.2}
RANGE = {"reduction_start": (0, 3), "reduction_divisor": (0.8, 6), "margin": (0, 5), "sure": (0.4, 4)}
MOST_PLIES = 300


@cache
def engines(spec: str) -> tuple[Any, list[Engine[Any]]]:
    game = load_game(spec)
    return game, [Engine(game, mode="native", table_mb=8) for _ in range(2)]


def pair(spec: str, one: dict[str, float], other: dict[str, float], nodes: int, seed: int) -> float:
    """What `one` scores against `other` in two games from the same random opening: 0, 0.5, ... 2."""
    game, players = engines(spec)
    for player, numbers in zip(players, (one, other), strict=True):
        player.numbers = Numbers(**numbers)
    opening, chance = [], random.Random(seed)
    while len(opening) < 4:
        state, opening = game.initial(), []
        while len(opening) < 4 and game.result(state) is None:
            opening.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))
        if game.result(state) is not None:
            opening = []
    return sum(play(game, players if first else players[::-1], state, opening, nodes, first) for first in (True, False))


def play(game: Any, players: list[Engine[Any]], state: Any, before: list[Any], nodes: int, first: bool) -> float:
    """What the first of two engines scores; `first`: it is that one's score that counts, else the second's."""
    for player in players:
        player.clear()
    history = list(before)
    while game.result(state) is None and len(history) < MOST_PLIES:
        side = side_to_move(game, state, history)
        move = players[side].search(state, Limits(nodes=nodes), history=history).move
        history.append(state)
        state = game.play(state, move)
    result = game.result(state) or 0
    for_first = result if side_to_move(game, state, history) == 0 else -result
    score = 0.5 if for_first == 0 else float(for_first > 0)
    return score if first else 1 - score


def step(number: int, now: dict[str, float], options: argparse.Namespace, pool: Any) -> tuple[dict[str, float], float]:
    """One step of SPSA: the new numbers, and what the upward shift scored (0.5: as much as the downward one)."""
    chance = random.Random(f"{options.seed} {number}")
    size = 1 / (1 + number) ** 0.101  # Spall's exponents
    gain = options.gain / (1 + number + 0.1 * options.steps) ** 0.602 * (0.1 * options.steps) ** 0.602
    signs = {name: chance.choice((-1, 1)) for name in SHIFT}
    up, down = (
        {name: inside(name, now[name] + way * signs[name] * SHIFT[name] * size) for name in SHIFT} for way in (1, -1)
    )
    spec = options.games[number % len(options.games)]
    seeds = [chance.randrange(1 << 30) for _ in range(options.pairs)]
    jobs = [pool.submit(pair, spec, up, down, options.nodes, seed) for seed in seeds]
    score = sum(job.result() for job in jobs) / (2 * options.pairs)
    moved = {name: inside(name, now[name] + gain * (score - 0.5) * signs[name] * SHIFT[name] / size) for name in SHIFT}
    return moved, score


def inside(name: str, number: float) -> float:
    low, high = RANGE[name]
    return round(min(high, max(low, number)), 5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--pairs", type=int, default=4, help="pairs of games in a step")
    parser.add_argument("--nodes", type=int, default=20_000, help="a move")
    parser.add_argument("--gain", type=float, default=2.0, help="how far a step goes at first, in shifts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("tuned.json"))
    options = parser.parse_args()
    state: dict[str, Any] = {"games": options.games, "nodes": options.nodes, "step": 0, "numbers": asdict(TUNED)}
    if options.out.exists():
        found = json.loads(options.out.read_text())
        if (found["games"], found["nodes"]) != (options.games, options.nodes):
            raise SystemExit(
                f"{options.out} is a run with {found['games']} at {found['nodes']} nodes: give another --out"
            )
        state = found
    for spec in options.games:
        engines(spec)  # compiled once, before the workers ask
    with ProcessPoolExecutor(options.workers) as pool:
        for number in range(state["step"], options.steps):
            state["numbers"], score = step(number, state["numbers"], options, pool)
            state["step"] = number + 1
            write_text(options.out, json.dumps(state, indent=1) + "\n")
            shown = ", ".join(f"{name} {value:.3f}" for name, value in state["numbers"].items())
            print(f"{number + 1:4} {score:.2f}  {shown}", flush=True)


if __name__ == "__main__":
    main()
