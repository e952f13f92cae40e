"""Whose fault an exception is: a user's game's or the machine's is told in one sentence, not as a traceback."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from plytree.errors import MachineError

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


def machine_fault(error: BaseException) -> str | None:
    """What the machine could not do, in one sentence; None if the fault is ours."""
    if isinstance(error, MachineError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"the machine has not enough memory{f': {error}' if str(error) else ''}"
    if isinstance(error, OSError) and error.errno is not None:
        where = f"{str(error.filename)!r}: " if error.filename else ""
        return f"{where}{error.strerror}; what was finished is kept"
    database = sys.modules.get("sqlite3")
    if database is not None and isinstance(error, database.OperationalError):  # a full disk, a folder that is gone
        return f"the games cannot be stored: {error}; what was finished is kept"
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return "the machine lets us start no more threads; what was finished is kept"
    return None
