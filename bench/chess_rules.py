"""Our rules of chess against python-chess on random games: legal moves, FEN, SAN and outcome in every position.

    python bench/chess_rules.py --positions 100000

Moves are generated and played by the native code that searches; FEN, notation and draws by repetition by the Python
functions around it. Any difference ends the run with the position.
"""

from __future__ import annotations

import argparse
import random
import time

import chess

from plytree.games.catalog import load_game
from plytree.games.chess.draws import times_seen
from plytree.games.chess.notation import uci
from plytree.search.acquire.diagnose import prepare


def expected(board: chess.Board) -> tuple[int | None, str]:
    """What python-chess says if both players claim every draw: the result for the mover, and why."""
    if board.is_checkmate():
        return -1, "checkmate"
    draws = {
        "stalemate": board.is_stalemate(),
        "insufficient material": board.is_insufficient_material(),
        "fifty-move rule": board.is_fifty_moves(),
        "threefold repetition": board.is_repetition(3),
    }
    return next(((0, reason) for reason, drawn in draws.items() if drawn), (None, ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = load_game("chess")
    kernel, note = prepare(game)
    assert kernel is not None, note
    memory, choose = kernel.new_memory(), random.Random(options.seed)
    positions, games, reasons = 0, 0, dict.fromkeys(("checkmate", "stalemate"), 0)
    begin = time.perf_counter()
    while positions < options.positions:
        board, states = chess.Board(), [game.initial()]
        while positions < options.positions:
            positions += 1
            state = states[-1]
            result, reason = expected(board)
            ours, _, moves = kernel.examine(memory, state)
            if ours is None and times_seen([game.record(s) for s in states[-101:]]) >= 3:
                ours = 0
            assert ours == result, (board.fen(), ours, result)
            assert game.to_text(state) == board.fen(), (game.to_text(state), board.fen())
            if result is not None:
                assert game.ending(states) == (result, reason)
                reasons[reason] = reasons.get(reason, 0) + 1
                break
            legal = {uci(move): move for move in moves}
            assert len(legal) == len(moves)
            assert legal.keys() == {move.uci() for move in board.legal_moves}, board.fen()
            text, move = choose.choice(sorted(legal.items()))
            shown = game.show_move(state, move)
            assert shown == board.san(chess.Move.from_uci(text)), (board.fen(), shown)
            states.append(kernel.play(memory, state, move))
            board.push_uci(text)
        games += 1
    seconds = time.perf_counter() - begin
    print(f"{positions} positions of {games} random games equal to python-chess {chess.__version__}, {seconds:.0f} s")
    print(", ".join(f"{count} x {reason}" for reason, count in sorted(reasons.items())))


if __name__ == "__main__":
    main()
