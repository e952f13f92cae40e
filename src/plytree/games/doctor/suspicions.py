"""What is not wrong for certain but looks wrong, when a whole examination is looked at; and how fast each method is.

A suspicion is a note: there are games that are meant so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from plytree.games.contract.game import Game, has_hook
from plytree.games.doctor.checks import frozen, short

ENOUGH = 30  # decided games, or pairs of positions, before they say something
TIMED = ("result", "moves", "play", "to_move", "evaluate", "key", "order", "tactical", "to_text", "board", "cells")


class Suspicions:
    """Remembers what an examination saw."""

    def __init__(self, game: Game[Any]):
        self.game = game
        self.won = self.lost = 0  # decided games, for the player to move at their end
        self.ended = self.endless = 0
        self.idle = ""  # where a move led back to the same state
        self.looks: dict[Any, Any] = {}  # how a position looks -> its state
        self.alike, self.pair = 0, ""

    def played(self, before: Any, after: Any, where: Callable[[], str]) -> None:
        if not self.idle and frozen(before) == frozen(after):
            self.idle = where()

    def finished(self, result: int) -> None:
        self.ended += 1
        self.won += result > 0
        self.lost += result < 0

    def saw(self, state: Any, moves: Sequence[int]) -> None:
        """Do two states look alike? Not asked of games with a clock, which nobody sees."""
        if has_hook(self.game, "clock"):
            return
        try:
            looks = (_look(self.game, state), tuple(moves))
        except Exception:
            return  # the checks of these methods say so
        other = self.looks.setdefault(looks, state)
        if frozen(other) != frozen(state):
            self.alike += 1
            self.pair = self.pair or _difference(other, state)

    def notes(self) -> list[str]:
        found = []
        if self.won >= ENOUGH and not self.lost and not has_hook(self.game, "to_move"):
            found.append(
                f"in all {self.won} decided games result() was above 0: the player to move at the end had won. If the "
                "last move is what wins, it must be -1, for the player to move has lost"
            )
        if self.idle:
            found.append(f"a move leads back to the very same state, {self.idle}: does it do what it should?")
        if self.endless and not self.ended:
            found.append(f"none of {self.endless} random games came to an end: can this game end?")
        if self.alike >= ENOUGH and self.alike > len(self.looks) // 20:
            found.append(
                f"{self.alike} positions look like another one, with the same moves, but are different states "
                f"({self.pair}): what no longer matters should not be in a state, or be left out of key()"
            )
        return found


def _look(game: Game[Any], state: Any) -> Any:
    if has_hook(game, "to_text"):
        return game.to_text(state)
    if has_hook(game, "board"):
        board = game.board(state)
        return board.cells, board.mover
    return str(state)


def _difference(one: Any, two: Any) -> str:
    """Where two states differ: the fields of a NamedTuple by name."""
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        names = getattr(one, "_fields", range(len(one)))
        differ = [str(name) for name, a, b in zip(names, one, two, strict=True) if frozen(a) != frozen(b)]
        return f"they differ in {', '.join(differ)}"
    return f"{short(repr(one), 40)} and {short(repr(two), 40)}"


def speeds(game: Game[Any], states: Sequence[Any]) -> dict[str, float]:
    """Microseconds for one call of each method that the game has written, over unfinished states, in Python."""
    taken: dict[str, float] = {}
    for method in TIMED:
        if method not in ("result", "moves", "play") and not has_hook(game, method):
            continue
        call, calls, seconds = getattr(game, method), 0, 0.0
        for state in states:
            for arguments in _arguments(game, method, state):
                begin = time.perf_counter()
                answer = call(state, *arguments)
                if method in ("moves", "tactical"):
                    list(answer)
                seconds += time.perf_counter() - begin
                calls += 1
            if seconds > 0.2:
                break
        if calls:
            taken[method] = seconds / calls * 1e6
    return taken


def _arguments(game: Game[Any], method: str, state: Any) -> list[tuple[int, ...]]:
    return [(move,) for move in list(game.moves(state))[:4]] if method in ("play", "order") else [()]
