"""Endings played out: the engine with tables mates in exactly the number of moves that the tables say.

    python bench/endings_play.py [--tables FOLDER] [--positions 100] [--seed 1] [--names KBNK KQKR KPK]

Random won positions with the stronger side to move; the other side plays the tables' longest defence.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from endings_syzygy import random_board

from plytree import Engine, Limits, load_game
from plytree.matches.session import Session
from plytree.search.score import Kind
from plytree.solvers.endings.tables import SHIPPED, Endings


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=Path, nargs="*", default=[])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", nargs="*", default=["KBNK", "KQKR", "KPK"])
    options = parser.parse_args()
    rules = load_game("chess")
    tables = Endings(SHIPPED, *options.tables, longest=100)
    engine = Engine(rules, mode="python", knowledge=tables, table_mb=1)  # it never has to search
    for name in options.names:
        chance, exact, longest = random.Random(f"{options.seed} {name}"), 0, 0
        played = 0
        while played < options.positions:
            start = rules.from_text(random_board(name, chance).fen())
            score = tables.score(start)
            if score is None or score.kind is not Kind.WIN:
                continue
            played += 1
            session = Session(rules, start)
            while session.outcome is None:
                move = engine.search(session.state, Limits(seconds=0.001), history=session.history).move
                assert move is not None
                session.play(move)
            exact += len(session.moves) == score.plies and session.outcome.winner == 0
            longest = max(longest, len(session.moves))
        print(
            f"{name}: {exact} of {played} mated in exactly the tables' number; the longest took {longest} plies",
            flush=True,
        )


if __name__ == "__main__":
    main()
