"""Check extension: a state in check is searched one ply deeper, so that checks do not push a loss beyond the horizon.

Needs the hook `in_check`. Switch: extension.
Source: among the oldest extensions; Slate and Atkin describe it in Chess 4.5 (1977).
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import in_check

i64 = int


def is_checked(game: Any, w: Any, ply: int) -> bool:
    """Is the player to move in check?"""
    if game.has_in_check:
        return in_check(game, w, ply)
    return False


def check_extension(game: Any, w: Any, checked: bool) -> int:
    """By how many plies to search deeper."""
    if not game.has_in_check:
        return 0
    return i64(checked and w.use_extension)
