"""Positions to fit the evaluation's weights with: games of another program against itself, and what it thinks of them.

    python bench/chess_positions.py positions.txt --positions 200000 [--engine /usr/games/stockfish] [--nodes 1500]

Games begin with random moves and now and then go astray by one, so that there are unequal positions too. A line of the
file is `FEN;centipawns for White;result for White (1, 0.5, 0)`. Positions in check, or with a capture or a promotion as
the best move, are left out: an evaluation is asked about quiet positions.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from pathlib import Path
from typing import IO, Any

import chess

WON = 2000  # centipawns at which a game is as good as over
NO_MATE = 32_000


class Oracle:
    """A UCI program that is asked for its move and score, over pipes."""

    def __init__(self, command: str, nodes: int):
        self._process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in: IO[str] = self._process.stdin
        self._out: IO[str] = self._process.stdout
        self._nodes = nodes
        self._say("uci", "setoption name Hash value 16", "isready")
        self._wait_for("readyok")

    def _say(self, *lines: str) -> None:
        self._in.write("\n".join(lines) + "\n")
        self._in.flush()

    def _wait_for(self, word: str) -> tuple[str, str]:
        """The line that begins with the word, and the last one before it that has a score."""
        scored = ""
        for line in self._out:
            if line.startswith(word):
                return line, scored
            if " score " in line and "bound" not in line:
                scored = line
        raise SystemExit("the program has ended")

    def ask(self, board: chess.Board) -> tuple[chess.Move, int]:
        """Its move and its score for the player to move."""
        self._say(f"position fen {board.fen()}", f"go nodes {self._nodes}")
        answer, scored = self._wait_for("bestmove")
        words = scored.split()
        at = words.index("score")
        value = int(words[at + 2])
        if words[at + 1] == "mate":
            value = NO_MATE if value > 0 else -NO_MATE
        return chess.Move.from_uci(answer.split()[1]), value

    def new_game(self) -> None:
        self._say("ucinewgame", "isready")
        self._wait_for("readyok")

    def close(self) -> None:
        self._say("quit")
        self._process.wait()


def play(oracle: Oracle, chance: random.Random) -> tuple[list[tuple[str, int]], float]:
    """One game: its quiet positions with their scores for White, and its result."""
    board = chess.Board()
    for _ in range(chance.randint(6, 11)):
        if board.is_game_over():
            break
        board.push(chance.choice(list(board.legal_moves)))
    oracle.new_game()
    kept: list[tuple[str, int]] = []
    won = 0
    while not board.is_game_over(claim_draw=False) and not board.is_repetition(3) and board.halfmove_clock < 100:
        move, value = oracle.ask(board)
        white = value if board.turn else -value
        won = won + 1 if abs(white) >= WON else 0
        if won >= 4:
            return kept, 1.0 if white > 0 else 0.0
        quiet = not board.is_check() and not board.is_capture(move) and move.promotion is None
        if quiet and abs(white) < WON:
            kept.append((board.fen(), white))
        board.push(chance.choice(list(board.legal_moves)) if chance.random() < 0.04 else move)
    return kept, {"1-0": 1.0, "0-1": 0.0}.get(board.result(), 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--engine", default="/usr/games/stockfish")
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options: Any = parser.parse_args()
    oracle, chance, written = Oracle(options.engine, options.nodes), random.Random(options.seed), 0
    with options.file.open("a") as file:
        while written < options.positions:
            kept, result = play(oracle, chance)
            for fen, white in kept:
                file.write(f"{fen};{white};{result}\n")
            file.flush()
            written += len(kept)
    oracle.close()


if __name__ == "__main__":
    main()
