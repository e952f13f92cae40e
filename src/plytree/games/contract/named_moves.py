"""A game whose moves are tuples, texts or anything hashable, seen as one whose moves are numbers.

The numbers are places in the game's `move_list` (an attribute or a method). Without one, the moves of random games are
numbered, with all that are put together of the same parts, and others when they are met.
"""

from __future__ import annotations

import dataclasses
import enum
import itertools
import math
import threading
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from plytree.errors import GameError
from plytree.games.contract.game import LEARNING_HOOKS, PEOPLE_HOOKS, SEARCH_HOOKS, Board, Game, has_hook
from plytree.games.contract.sampling import place, sample

ROOM = 64  # moves that may come up beyond twice those of random games
OF_A_MOVE = {"order", "quiet_order", "quiet", "gain", "gives_check", "safe"}  # hooks that take a state and a move
MOST = 1 << 15  # of moves put together from the parts of those that were met


def has_named_moves(game: Game[Any]) -> bool:
    """Are the moves of this game something else than ints?"""
    if hasattr(game, "move_list"):
        return True
    try:
        state = game.initial()
        if game.result(state) is not None:
            return False
        return any(not isinstance(move, int | np.integer) or isinstance(move, enum.Enum) for move in game.moves(state))
    except Exception:
        return False  # whoever looks closer will say what is wrong


def authored(game: Game[Any]) -> Game[Any]:
    """The game as its author wrote it."""
    return game.rules if isinstance(game, NamedMoves) else game


class NamedMoves(Game[Any]):
    """The same rules with numbers for moves."""

    def __init__(self, rules: Game[Any]):
        self.rules = rules
        self.max_utility, self.pawn = rules.max_utility, rules.pawn
        self.cell_kinds, self.shape = rules.cell_kinds, rules.shape
        most, met = 1, dict[Any, None]()

        def look(moves: list[Any]) -> None:
            nonlocal most
            most = max(most, len(moves))
            met.update(dict.fromkeys(moves))

        listed = getattr(rules, "move_list", None)
        self.listed = listed is not None
        if listed is not None:
            self.listing: list[Any] = list(listed() if callable(listed) else listed)
        else:
            sample(rules, look)
            self.listing = sorted(completed(met), key=place)
        for move in self.listing:
            if not isinstance(move, Hashable):
                raise GameError(f"{type(rules).__name__} has the move {move!r}, a {type(move).__name__}: write a tuple")
        self.num_moves = len(self.listing) if self.listed else 2 * len(self.listing) + ROOM
        written = "max_moves" in vars(rules) or type(rules).max_moves != Game.max_moves
        self.max_moves = rules.max_moves if written else min(self.num_moves, max(2 * most, ROOM))
        self.numbers: dict[Any, int] = {move: number for number, move in enumerate(self.listing)}
        self.first = tuple(self.listing)  # the moves that native code knows
        self.lock = threading.Lock()
        if len(self.numbers) < len(self.listing):
            raise GameError(f"{type(rules).__name__}.move_list holds a move twice")

    def number(self, move: Any) -> int:
        """The number of a move."""
        try:
            return self.numbers[move]
        except KeyError:
            pass
        except TypeError:
            raise GameError(f"{type(self.rules).__name__} has the move {move!r}: write a tuple") from None
        if self.listed:
            raise GameError(f"{type(self.rules).__name__}.moves gives {move!r}, which is not in its move_list")
        with self.lock:
            if len(self.listing) >= self.num_moves:
                raise GameError(
                    f"{type(self.rules).__name__} has more than {self.num_moves} moves: write a move_list of them all"
                )
            if move not in self.numbers:
                self.listing.append(move)
                self.numbers[move] = len(self.listing) - 1
            return self.numbers[move]

    def initial(self) -> Any:
        return self.rules.initial()

    def moves(self, s: Any, /) -> list[int]:
        return [self.number(move) for move in self.rules.moves(s)]

    def play(self, s: Any, move: int, /) -> Any:
        return self.rules.play(s, self.listing[move])

    def result(self, s: Any, /) -> int | None:
        return self.rules.result(s)

    def show_move(self, s: Any, move: int, /) -> str:
        if has_hook(self.rules, "show_move"):
            return self.rules.show_move(s, self.listing[move])
        return move_text(self.listing[move])


def completed(met: Any) -> list[Any]:
    """These moves, and all that are built like them of parts that stood in the same place.

    If (0, 3) and (2, 1) were met, also (0, 1) and (2, 3). Of numbers, all
    between the least and the greatest. Not if it would be too many."""
    groups: dict[Any, list[list[Any]]] = {}
    for move in met:
        parts: list[Any] = []
        groups.setdefault(_built(move, parts), []).append(parts)
    found = dict.fromkeys(met)
    for built, members in groups.items():
        columns = [_between(set(column)) for column in zip(*members, strict=True)]
        if math.prod(map(len, columns)) + len(found) > MOST:
            return list(met)
        for chosen in itertools.product(*columns):
            found[_make(built, iter(chosen))] = None
    return list(found)


def _between(values: set[Any]) -> list[Any]:
    numbers = [value for value in values if type(value) is int]
    if numbers and max(numbers) - min(numbers) < 256 and not any(isinstance(value, str) for value in values):
        return [*range(min(numbers), max(numbers) + 1), *(value for value in values if type(value) is not int)]
    return sorted(values, key=place)


def _built(move: Any, parts: list[Any]) -> Any:
    """How a move is put together; what it is put together of goes into `parts`."""
    if isinstance(move, tuple):
        return (type(move), *(_built(part, parts) for part in move))
    if type(move) is str:
        parts += move
        return (str, *move[:0], len(move))
    parts.append(move)
    return None if move is None or type(move) is int else type(move)


def _make(built: Any, parts: Any) -> Any:
    if not isinstance(built, tuple):
        return next(parts)
    if built[0] is str:
        return "".join(next(parts) for _ in range(built[1]))
    kind, inner = built[0], [_make(part, parts) for part in built[1:]]
    return kind(*inner) if hasattr(kind, "_fields") else kind(inner)


def move_text(move: Any) -> str:
    """A move as people may write it: (3, 4) is 3,4 and ((0, 1), (1, 1)) is 0,1-1,1."""
    if isinstance(move, enum.Enum):
        return move.name.lower()
    if dataclasses.is_dataclass(move) and not isinstance(move, type):
        move = dataclasses.astuple(move)
    if isinstance(move, tuple):
        between = "-" if any(isinstance(part, tuple) for part in move) else ","
        return between.join(move_text(part) for part in move if part is not None) or "-"
    return "pass" if move is None else str(move)


def _forward(hook: str) -> Any:
    def method(self: NamedMoves, s: Any, *arguments: Any) -> Any:
        if hook in OF_A_MOVE:
            arguments = (self.listing[arguments[0]], *arguments[1:])
        return getattr(self.rules, hook)(s, *arguments)

    method.__name__ = hook
    return method


def _tactical(self: NamedMoves, s: Any) -> list[int]:
    return [self.number(move) for move in self.rules.tactical(s)]


def _read_move(self: NamedMoves, s: Any, text: str) -> int:
    return self.number(self.rules.read_move(s, text))


def _from_text(self: NamedMoves, text: str) -> Any:
    return self.rules.from_text(text)


def _board(self: NamedMoves, s: Any) -> Board:
    board = self.rules.board(s)
    squares: dict[Any, Any] = dict(board.squares)
    return dataclasses.replace(board, squares={self.number(move): place for move, place in squares.items()})


def _ending(self: NamedMoves, states: Sequence[Any]) -> tuple[int, str] | None:
    return self.rules.ending(states)


def _symmetries(self: NamedMoves) -> Sequence[tuple[int, ...]]:
    return self.rules.symmetries()


_SPECIAL = {
    "tactical": _tactical, "read_move": _read_move, "from_text": _from_text, "board": _board, "ending": _ending,
    "symmetries": _symmetries,
}  # fmt: skip
_VIEWS: dict[type, type[NamedMoves]] = {}


def view_class(rules: type) -> type[NamedMoves]:
    """NamedMoves with exactly the hooks that this game has written."""
    if rules not in _VIEWS:
        all_hooks = (*SEARCH_HOOKS, *PEOPLE_HOOKS, *LEARNING_HOOKS)
        hooks = [h for h in all_hooks if h != "show_move" and getattr(rules, h) is not getattr(Game, h)]
        methods = {hook: _SPECIAL.get(hook) or _forward(hook) for hook in hooks}
        about = {"name": getattr(rules, "name", "") or rules.__name__.lower(), "__doc__": rules.__doc__}
        _VIEWS[rules] = type(rules.__name__, (NamedMoves,), {**methods, **about})
    return _VIEWS[rules]
