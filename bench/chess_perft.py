"""Perft of chess, exact and timed, beside Stockfish and python-chess in one run.

    python bench/chess_perft.py            all six positions of the usual suite at full depth
    python bench/chess_perft.py --quick    one or two plies less

Everybody generates the full list of legal moves at the leaves' parents and adds up their lengths. Times are processor
times, the programs take turns and the best of `--rounds` counts, so that other work on the machine matters little.
Published counts: https://www.chessprogramming.org/Perft_Results.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import chess

from plytree.games.catalog import load_game
from plytree.search.perft.native_perft import NativePerft

SUITE = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324, 4865609),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690, 4085603),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661, 11030083),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292, 422333),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194, 2103487),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551, 3894594),
)


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used, all threads together (Linux)."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def stockfish_seconds(path: str, fen: str, depth: int, expected: int) -> float:
    """Seconds of processor time from `go perft` to its answer, one thread."""
    process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"position fen {fen}\nisready\n")
    process.stdin.flush()
    while process.stdout.readline().strip() != "readyok":
        pass
    begin = cpu_seconds(process.pid)
    process.stdin.write(f"go perft {depth}\n")
    process.stdin.flush()
    while not (found := re.match(r"Nodes searched: (\d+)", process.stdout.readline())):
        pass
    seconds = cpu_seconds(process.pid) - begin
    process.communicate("quit\n")
    assert int(found[1]) == expected
    return seconds


def our_seconds(counter: NativePerft, state: Any, depth: int, expected: int) -> float:
    begin = time.process_time()
    leaves = counter.leaves(state, depth)
    seconds = time.process_time() - begin
    assert leaves == expected, (leaves, expected)
    return seconds


def python_chess_speed(depth: int) -> float:
    """Leaves a second from the start."""
    begin = time.process_time()
    leaves = python_chess_leaves(chess.Board(), depth)
    return leaves / (time.process_time() - begin)


def python_chess_leaves(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += python_chess_leaves(board, depth - 1)
        board.pop()
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    game = load_game("chess")
    counter = NativePerft(game, leaves_only=True)
    ours_total = theirs_total = leaves_total = 0.0
    for name, fen, depth, full, less in SUITE:
        state, expected = game.from_text(fen), full
        if options.quick:
            depth, expected = depth - 1, less
        times = [
            (our_seconds(counter, state, depth, expected), stockfish_seconds(options.stockfish, fen, depth, expected))
            for _ in range(options.rounds)
        ]
        ours, theirs = (min(column) for column in zip(*times, strict=True))
        ours_total, theirs_total, leaves_total = ours_total + ours, theirs_total + theirs, leaves_total + expected
        print(
            f"{name:11} depth {depth} {expected:>11} exact  plytree {expected / ours / 1e6:6.1f} M/s  "
            f"Stockfish {expected / theirs / 1e6:6.1f} M/s  ratio {theirs / ours:.2f}"
        )
    slow = max(python_chess_speed(4) for _ in range(options.rounds))
    fast = leaves_total / ours_total
    print(f"all         plytree {fast / 1e6:.1f} M/s, {theirs_total / ours_total:.2f} x Stockfish", end="")
    print(f", {fast / slow:.0f} x python-chess ({slow / 1e6:.3f} M/s)")


if __name__ == "__main__":
    main()
