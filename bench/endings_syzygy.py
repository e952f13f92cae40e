"""Our tables of chess endings against Syzygy's: win, draw or loss of random positions, en passant among them.

    python bench/endings_syzygy.py SYZYGY_FOLDER [--positions 1000000] [--seed 1] [--tables FOLDER]

The source distribution of the package `chess` carries Syzygy files of all endings with 3 and 4 men, in
data/syzygy/regular. Positions are drawn without our numbering: men on random squares, colours and side to move by
chance, legal by python-chess.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import numpy as np

from plytree.games.chess import Chess
from plytree.games.chess.board import NO_SQUARE
from plytree.solvers.endings.material import every, split
from plytree.solvers.endings.tables import Endings


def random_board(name: str, chance: random.Random) -> chess.Board:
    """A legal position with these men. Where both sides have pawns, one may be taken en passant in many of them."""
    white, black = split(name)
    both = "P" in white and "P" in black
    while True:
        board = chess.Board(None)
        strong = chance.random() < 0.5
        board.turn = chance.random() < 0.5
        men = [(man, strong) for man in f"K{white}"] + [(man, not strong) for man in f"K{black}"]
        if both and chance.random() < 0.7:
            rank, file = (4 if board.turn else 3), chance.randrange(7)
            left = board.turn if chance.random() < 0.5 else not board.turn
            for shift, colour in ((0, left), (1, not left)):
                men.remove(("P", colour))
                board.set_piece_at(rank * 8 + file + shift, chess.Piece(chess.PAWN, colour))
            pushed = next(iter(board.pieces(chess.PAWN, not board.turn)))
            board.ep_square = pushed + (8 if board.turn else -8)
        free = [square for square in range(64) if board.piece_at(square) is None]
        for (man, colour), square in zip(men, chance.sample(free, len(men)), strict=True):
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(man.lower()), colour))
        if board.is_valid():
            return board


def record(rules: Chess, board: chess.Board) -> Any:
    """A position of python-chess as one of ours."""
    if board.ep_square is not None:
        return rules.from_text(board.fen(en_passant="legal"))
    s = np.zeros(1, rules.dtype)[0]
    s.kinds[:] = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    s.sides[:] = [board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]]
    s.side, s.en_passant = not board.turn, NO_SQUARE
    return s


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("syzygy", type=Path)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    ours, rules = Endings(*options.tables), Chess()
    names = [name for name in every(3) + every(4) if name in ours.names]
    chance = random.Random(options.seed)
    different = passing = total = 0
    begin = time.perf_counter()
    with chess.syzygy.open_tablebase(str(options.syzygy)) as truth:
        for name in names:
            wrong = 0
            for _ in range(-(-options.positions // len(names))):
                board = random_board(name, chance)
                value = ours.value(record(rules, board))
                assert value is not None
                sign = 0 if value == 0 else -1 if value & 1 else 1
                wdl = truth.probe_wdl(board)
                wrong += sign != (wdl > 0) - (wdl < 0)
                passing += board.has_legal_en_passant()
                total += 1
            different += wrong
            print(f"{name}: {wrong} different", flush=True)
    seconds = time.perf_counter() - begin
    print(
        f"{total} positions of {len(names)} endings, {passing} with en passant: {different} different, {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
