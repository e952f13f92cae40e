"""The solver against BitBully (C++, from PyPI): same positions, same scores, CPU time and nodes.

    python bench/connect4_bitbully.py                        classes of 10 to 28 stones, and the ratio table
    python bench/connect4_bitbully.py --classes 10 --positions 40
    python bench/connect4_bitbully.py --empty                the empty board
    python bench/connect4_bitbully.py --equal 2000           random positions of 8 to 36 stones: do all scores agree?
    python bench/connect4_bitbully.py --threads 2 --classes 8 --positions 10     wall time of one thread and of two

Both solve each position in one process, one after the other, with tables cleared before (clearing is not timed),
without a book. A random position comes from random moves, is undecided, and the player to move has no winning move.
"""

from __future__ import annotations

import argparse
import math
import random
import time

from bitbully import bitbully_core

from plytree.games.placing.connect4 import ConnectFour, State
from plytree.solvers.book import win_at_once
from plytree.solvers.connect4 import Solver

GAME = ConnectFour()
POSITIONS = {10: 12, 12: 40, 14: 80, 16: 120, 20: 300, 24: 500, 28: 800}


def random_position(stones: int, rng: random.Random) -> list[int]:
    while True:
        state, moves = GAME.initial(), []
        while len(moves) < stones and GAME.result(state) is None:
            moves.append(rng.choice(GAME.moves(state)))
            state = GAME.play(state, moves[-1])
        if GAME.result(state) is None and win_at_once(GAME, state) is None:
            return moves


def state_after(moves: list[int]) -> State:
    state = GAME.initial()
    for move in moves:
        state = GAME.play(state, move)
    return state


class Peer:
    """BitBully without a book."""

    def __init__(self) -> None:
        self.core = bitbully_core.BitBullyCore()

    def solve(self, moves: list[int]) -> tuple[int, float, int]:
        board = bitbully_core.BoardCore()
        for move in moves:
            board.play(move)
        self.core.resetTranspositionTable()
        self.core.resetNodeCounter()
        begin = time.process_time()
        score = self.core.mtdf(board, first_guess=0)
        return score, time.process_time() - begin, self.core.getNodeCounter()


def ours(solver: Solver, state: State) -> tuple[int, float, int]:
    solver.clear()
    begin = time.process_time()
    score = solver.solve(state)
    return score, time.process_time() - begin, solver.nodes


def compare(name: str, games: list[list[int]], peer: Peer) -> float:
    """One line of the table; the ratio of CPU times."""
    solver = Solver(book=False)
    solver.keeps(state_after(games[0]), GAME.moves(state_after(games[0]))[0], 20)  # load or compile; take memory
    mine, theirs, my_nodes, their_nodes = 0.0, 0.0, 0, 0
    for moves in games:
        score, seconds, nodes = ours(solver, state_after(moves))
        other, other_seconds, other_nodes = peer.solve(moves)
        if score != other:
            raise SystemExit(f"{moves}: plytree says {score}, BitBully {other}")
        mine, theirs, my_nodes, their_nodes = (
            mine + seconds,
            theirs + other_seconds,
            my_nodes + nodes,
            their_nodes + other_nodes,
        )
    n = len(games)
    print(
        f"| {name} | {n} | {mine / n * 1e3:.3f} | {theirs / n * 1e3:.3f} | {mine / theirs:.3f} "
        f"| {my_nodes / n:.0f} | {their_nodes / n:.0f} | {my_nodes / mine / 1e6:.1f} |",
        flush=True,
    )
    return mine / theirs


def equal(count: int, fewest: int, seed: int, solver: Solver, peer: Peer) -> None:
    rng = random.Random(seed)
    for number in range(count):
        moves = random_position(fewest + number % (37 - fewest), rng)
        score, other = solver.solve(state_after(moves)), peer.solve(moves)[0]
        if score != other:
            raise SystemExit(f"{moves}: plytree says {score}, BitBully {other}")
        if number % 100 == 99:
            print(f"{number + 1} positions, all scores equal", flush=True)


def speed_up(stones: int, count: int, seed: int, threads: int) -> None:
    """Wall time of one thread and of several, interleaved."""
    rng, one, several = random.Random(seed), Solver(book=False), Solver(book=False, threads=threads)
    times = {1: 0.0, threads: 0.0}
    for solver in (one, several):
        solver.solve(GAME.from_text("4455"))
    for _ in range(count):
        state = state_after(random_position(stones, rng))
        for solver in (one, several):
            solver.clear()
            begin = time.perf_counter()
            solver.solve(state)
            times[solver.threads] += time.perf_counter() - begin
    print(f"{stones} stones: 1 thread {times[1]:.2f} s, {threads} threads {times[threads]:.2f} s, "
          f"speed-up {times[1] / times[threads]:.2f}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--classes", type=int, nargs="*", default=list(POSITIONS))
    parser.add_argument("--positions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--equal", type=int)
    parser.add_argument("--fewest", type=int, default=8, help="stones on the board, with --equal")
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    if options.threads:
        for stones in options.classes:
            speed_up(stones, options.positions or 10, options.seed, options.threads)
        return
    peer = Peer()
    if options.equal:
        equal(options.equal, options.fewest, options.seed, Solver(book=False), peer)
        return
    print(
        "| stones | positions | plytree ms | BitBully ms | ratio | plytree nodes | BitBully nodes | plytree M nodes/s |"
    )
    print("|---|---|---|---|---|---|---|---|")
    if options.empty:
        compare("0", [[]], peer)
        return
    ratios = []
    for stones in options.classes:
        rng = random.Random(options.seed * 1000 + stones)
        games = [random_position(stones, rng) for _ in range(options.positions or POSITIONS[stones])]
        ratios.append(compare(str(stones), games, peer))
    print(f"geometric mean of the ratios: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f}")


if __name__ == "__main__":
    main()
