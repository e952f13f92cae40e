"""The search with tables of endings against the search without, from endings with five to seven men.

    python bench/endings_match.py [--tables FOLDER] [--endings 200] [--seconds 0.05] [--seed 1]

Each ending is played twice with the sides changed: random legal positions, quiet and not decided at a glance (the
engine's estimate after a short search is under five pawns). No adjudication; a game of 200 plies is a draw.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

from endings_syzygy import random_board

from plytree import Engine, Limits, load_game
from plytree.matches.elo import estimate, pair_counts
from plytree.matches.session import Session
from plytree.solvers.endings.tables import SHIPPED, Endings

KINDS = "QRBNPPPP"


def an_ending(rules: Any, judge: Engine[Any], chance: random.Random) -> Any:
    """A position with 5 to 7 men in which neither side is far ahead."""
    while True:
        men = chance.randint(3, 5)
        white = chance.randint(1, men - 1)
        names = "".join(chance.choice(KINDS) for _ in range(men))
        board = random_board(f"K{names[:white]}K{names[white:]}", chance)
        board.ep_square = None
        if board.is_check() or board.is_game_over():
            continue
        start = rules.from_text(board.fen())
        score = judge.search(start, Limits(nodes=20_000)).score
        if score is not None and not score.proven and abs(score.value or 0) < 500:
            return start


def play(rules: Any, start: Any, engines: tuple[Engine[Any], Engine[Any]], limits: Limits) -> float:
    """The score of the first engine, which moves first."""
    session = Session(rules, start)
    for engine in engines:
        engine.clear()
    while session.outcome is None and len(session.moves) < 200:
        found = engines[session.side()].search(session.state, limits, history=session.history)
        assert found.move is not None
        session.play(found.move)
    return 0.5 if session.outcome is None else (1 + session.outcome.utility) / 2


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=Path, nargs="*", default=[])
    parser.add_argument("--endings", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules, chance, limits = load_game("chess"), random.Random(options.seed), Limits(seconds=options.seconds)
    told = Engine(rules, mode="native", table_mb=16, knowledge=Endings(SHIPPED, *options.tables, longest=100))
    plain = Engine(rules, mode="native", table_mb=16)
    pairs: list[tuple[float, float]] = []
    for number in range(options.endings):
        start = an_ending(rules, plain, chance)
        pairs.append((play(rules, start, (told, plain), limits), 1 - play(rules, start, (plain, told), limits)))
        if number % 10 == 9:
            scores = [score for pair in pairs for score in pair]
            wins, losses = scores.count(1.0), scores.count(0.0)
            print(
                f"{len(scores)} games: {wins} won, {losses} lost, {len(scores) - wins - losses} drawn, score "
                f"{sum(scores) / len(scores):.3f}, {estimate(pair_counts(pairs))}",
                flush=True,
            )


if __name__ == "__main__":
    main()
