"""A RecordGame seen as a plain Game, so that everything but the fast search needs to know one form only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plytree.games.contract.game import LEARNING_HOOKS, PEOPLE_HOOKS, SEARCH_HOOKS, Game, RecordGame, has_hook
from plytree.games.contract.named_moves import NamedMoves, has_named_moves, view_class


def as_game(game: Game[Any]) -> Game[Any]:
    """The game itself, or its plain view if it is a RecordGame or its moves are no numbers."""
    if isinstance(game, RecordGame):
        return _view_class(type(game))(game)  # type: ignore[no-any-return]
    return view_class(type(game))(game) if has_named_moves(game) and not isinstance(game, NamedMoves) else game


class RecordView(Game[bytes]):
    """The same rules with immutable states: a state is the bytes of a record."""

    def __init__(self, records: RecordGame):
        self.records = records
        self.max_moves, self.num_moves = records.max_moves, records.num_moves
        self.max_utility, self.pawn = records.max_utility, records.pawn
        self.cell_kinds, self.shape = records.cell_kinds, records.shape

    def buffer(self) -> Any:
        """Room for the moves of one position: new for each call, because several threads may ask the same game."""
        return np.zeros(self.records.max_moves, np.int32)

    def record(self, s: bytes) -> Any:
        """The (read-only) record that a state holds."""
        return np.frombuffer(s, self.records.dtype)[0]

    def state(self, record: Any) -> bytes:
        return bytes(np.asarray(record, self.records.dtype).tobytes())

    def initial(self) -> bytes:
        return self.state(self.records.initial())

    def moves(self, s: bytes) -> list[int]:
        buffer = self.buffer()
        count = self.records.moves(self.record(s), buffer, 0)
        return [int(move) for move in buffer[:count]]

    def play(self, s: bytes, move: int) -> bytes:
        child = np.zeros(1, self.records.dtype)
        self.records.play(self.record(s), move, child[0])
        return child.tobytes()

    def result(self, s: bytes) -> int | None:
        result = self.records.result(self.record(s))
        if result is None and has_hook(self.records, "no_moves") and not self.moves(s):
            return int(self.records.no_moves(self.record(s)))
        return None if result is None else int(result)


def _forward(hook: str) -> Any:
    def method(self: RecordView, s: bytes, *arguments: Any) -> Any:
        return getattr(self.records, hook)(self.record(s), *arguments)

    method.__name__ = hook
    return method


def _tactical(self: RecordView, s: bytes) -> list[int]:
    buffer = self.buffer()
    count = self.records.tactical(self.record(s), buffer, 0)
    return [int(move) for move in buffer[:count]]


def _pass_turn(self: RecordView, s: bytes) -> bytes:
    child = np.zeros(1, self.records.dtype)
    self.records.pass_turn(self.record(s), child[0])
    return child.tobytes()


def _from_text(self: RecordView, text: str) -> bytes:
    return self.state(self.records.from_text(text))


def _ending(self: RecordView, states: Sequence[bytes]) -> tuple[int, str] | None:
    return self.records.ending([self.record(s) for s in states])


def _symmetries(self: RecordView) -> Sequence[tuple[int, ...]]:
    return self.records.symmetries()


_SPECIAL = {
    "tactical": _tactical,
    "pass_turn": _pass_turn,
    "from_text": _from_text,
    "ending": _ending,
    "symmetries": _symmetries,
}
_VIEWS: dict[type, type[RecordView]] = {}


def _view_class(records: type) -> Any:
    """RecordView with exactly the hooks that this RecordGame has written."""
    if records not in _VIEWS:
        written = [
            hook
            for hook in SEARCH_HOOKS + PEOPLE_HOOKS + LEARNING_HOOKS
            if hook != "no_moves" and getattr(records, hook) not in (getattr(Game, hook), getattr(RecordGame, hook))
        ]
        methods = {hook: _SPECIAL.get(hook) or _forward(hook) for hook in written}
        name = {"name": getattr(records, "name", "") or records.__name__.lower()}
        _VIEWS[records] = type(records.__name__, (RecordView,), {**methods, **name})
    return _VIEWS[records]
