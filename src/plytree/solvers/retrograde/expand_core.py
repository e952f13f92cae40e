"""The moves of many positions at once, as one source for native code like the search's core.py."""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import moves, no_moves, play, result, to_move

i64 = int


def expand(
    game: Any, w: Any, stack: Any, states: Any, count: int, children: Any, degrees: Any, outcomes: Any, movers: Any
) -> int:
    """Write to `children` the states that moves lead to, and for each state how many these are, -1 for a finished game
    with its outcome, and who moves (0 where players alternate). `stack` is w.stack. -1 if the game makes a mistake."""
    made = i64(0)
    for i in range(count):
        stack[0] = states[i]
        movers[i] = to_move(game, w, 0) if game.has_to_move else 0
        outcome = result(game, w, 0)
        if outcome is not None:
            degrees[i] = -1
            outcomes[i] = outcome
            continue
        number = i64(moves(game, w, 0, 0))
        degrees[i] = number
        if number == 0:
            if game.has_no_moves and w.fault == 0:
                degrees[i] = -1
                outcomes[i] = no_moves(game, w, 0)
                continue
            return i64(-1)
        for j in range(number):
            play(game, w, 0, i64(w.moves[j]))
            children[made] = stack[1]
            made += 1
    return made
