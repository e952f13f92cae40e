"""Whose fault an exception is: one that comes out of a user's game is told in one sentence, not as a traceback."""

from __future__ import annotations

import traceback
from pathlib import Path

PACKAGE = Path(__file__).parents[2]


def game_fault(error: BaseException) -> str | None:
    """What a game in a user's file did wrong; None if no such game had a hand in it."""
    from plytree.games.contract.game import Game

    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        file, owner = Path(frame.f_code.co_filename), frame.f_locals.get("self")
        if isinstance(owner, Game) and PACKAGE not in file.parents:
            method = f"{type(owner).__name__}.{frame.f_code.co_name}()"
            what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            return f"{method} raised {what} (line {line} of {str(file)!r}); plytree check shows how to get there"
    return None
