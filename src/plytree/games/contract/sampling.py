"""States and moves of random games: what a game is made of, seen from outside."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from plytree.games.contract.game import Game

GAMES, PLIES, POSITIONS = 24, 80, 600


def sample(game: Game[Any], each: Callable[[list[Any]], None] | None = None, games: int = GAMES) -> list[Any]:
    """States of random games; the same in every process. `each` is called with the legal moves of each state."""
    chance, found = random.Random(7), []
    for _ in range(games):
        state = game.initial()
        for _ in range(PLIES):
            found.append(state)
            if len(found) >= POSITIONS or game.result(state) is not None:
                break
            moves = sorted(game.moves(state), key=place)
            if not moves:
                break
            if each is not None:
                each(moves)
            state = game.play(state, chance.choice(moves))
        if len(found) >= POSITIONS:
            break
    return found


def place(move: Any) -> Any:
    """An order of moves that does not depend on the process: numbers by size, all else as it is written."""
    return (0, int(move), "") if type(move) is int else (1, 0, repr(move))
