"""What the parallel tree asks about a state, as source for native code, like core.py."""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import evaluate, hash_key, key, moves, no_moves, result, to_move
from plytree.search.compile.memory import WIN, WIN_MIN

i64 = int


def mover(game: Any, w: Any, ply: int) -> int:
    """Who is to move in the state in w.stack[0], which is `ply` plies from the root."""
    if game.has_to_move:
        return i64(to_move(game, w, 0))
    return ply & 1


def look(game: Any, w: Any, ply: int, seen: Any) -> int:
    """How many moves the state in w.stack[0] has, 0 if the game is over; w.best_value: its worth to the mover.

    `seen`: keys of the states that would be a draw by repetition.
    """
    outcome = result(game, w, 0)
    if outcome is not None:
        w.best_value = ended(game, outcome, ply)
        return i64(0)
    if game.has_clock:
        if ply > 0 and is_among(state_key(game, w), seen):
            w.best_value = i64(0)
            return i64(0)
    count = i64(moves(game, w, 0, 0))
    if count == 0 and game.has_no_moves:
        w.best_value = ended(game, no_moves(game, w, 0), ply)
        return i64(0)
    value = i64(evaluate(game, w, 0)) if game.has_evaluate else i64(0)
    w.best_value = max(i64(1 - WIN_MIN), min(value, i64(WIN_MIN - 1)))
    return count


def state_key(game: Any, w: Any) -> int:
    """The key of the state in w.stack[0]."""
    return i64(key(game, w, 0)) if game.has_key else i64(hash_key(game, w, 0))


def is_among(wanted: int, keys: Any) -> bool:
    for i in range(len(keys)):
        if keys[i] == wanted:
            return True
    return False


def ended(game: Any, outcome: int, ply: int) -> int:
    """The value of a finished game: faster wins are worth more."""
    if game.max_utility == 1:
        return outcome * i64(WIN - ply)
    return outcome * i64(1)
