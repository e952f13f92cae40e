"""Sequences of moves from the start of a game: walk them, write them down, make them shorter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plytree.games.contract.game import Game
from plytree.games.doctor.checks import Broken, legal_moves, rebuilt, result_of

Path = tuple[int, ...]
TRIES = 3000  # sequences tried while shortening one


class Paths:
    """Sequences of moves in a game that may be broken; no method here raises what the game raises."""

    def __init__(self, game: Game[Any], first: Any):
        self.game, self.first = game, first

    def moves_from(self, state: Any) -> list[int]:
        """The legal moves, none where the game is over or broken."""
        try:
            return legal_moves(self.game, state) if result_of(self.game, state) is None else []
        except Broken:
            return []

    def walk(self, path: Path) -> Any:
        """The state at the end of a path; None if it cannot be walked."""
        state = self.first
        for move in path:
            if move not in self.moves_from(state):
                return None
            state = self.game.play(rebuilt(state), move)
        return state

    def shorten(self, path: Path, what: str, fault_at: Callable[[Any], str | None]) -> tuple[Path, str]:
        """Leave out moves as long as there is still a fault at the end; also the fault that is there now."""
        tries, size = 0, max(1, len(path) // 2)
        while size and tries < TRIES:
            for begin in range(len(path) - size, -1, -1):
                shorter = path[:begin] + path[begin + size :]
                tries += 1
                state = self.walk(shorter)
                found = None if state is None else fault_at(state)
                if found is not None:
                    path, what = shorter, found
                    break
            else:
                size //= 2
            size = min(size, len(path))
        return path, what

    def texts(self, path: Path) -> tuple[str, ...]:
        shown, state = [], self.first
        for move in path:
            shown.append(self.text(state, move))
            state = self.game.play(rebuilt(state), move)
        return tuple(shown)

    def text(self, state: Any, move: int) -> str:
        try:
            return str(self.game.show_move(rebuilt(state), move))
        except Exception:
            return str(move)


def after(moves: tuple[str, ...]) -> str:
    return "after the moves " + " ".join(moves) if moves else "at the start"
