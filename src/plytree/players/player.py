"""Who moves: the one method a player has, and how players are asked for by a short text."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from plytree.errors import InputError
from plytree.games.catalog import load_module
from plytree.games.contract.game import Game
from plytree.search.limits import Limits
from plytree.search.score import Score


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A move and what the player thought of it."""

    move: int
    score: Score | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[int, ...] = ()


@runtime_checkable
class Player(Protocol):
    """Chooses moves in one game. `history`: the states before `state`, oldest first.

    A player may also have a method `new_game(seed)`: it is called before each game, so that nothing is carried over
    from the last one and all its randomness comes from the seed.
    """

    name: str

    def choose(self, state: Any, history: list[Any], limits: Limits | None = None) -> Choice:
        """A legal move. `limits` override the player's own for this move."""

    def close(self) -> None:
        """Free what the player holds."""


def begin_game(player: Player, seed: int) -> None:
    """Tell a player that a new game begins, if it wants to know."""
    new_game = getattr(player, "new_game", None)
    if new_game is not None:
        new_game(seed)


# kind -> "module:factory"; a factory takes (game, options) where options maps option names to texts
KINDS = {
    "engine": "plytree.players.searching:from_options",
    "random": "plytree.players.random_player:from_options",
    "mcts": "plytree.players.monte_carlo:from_options",
    "level": "plytree.players.level:from_options",
    "perfect": "plytree.players.perfect:from_options",
    "tree": "plytree.players.tree:from_options",
    "uci": "plytree.players.external:from_options",
    "xboard": "plytree.players.external:xboard_from_options",
}


def make_player(spec: str, game: Game[Any]) -> Player:
    """The player that a spec like `engine:time=0.1,-killers`, `random` or `file.py:MyPlayer` asks for."""
    kind, _, rest = spec.partition(":")
    if kind.endswith(".py"):
        player_class = getattr(load_module(Path(kind)), rest, None)
        if not callable(player_class):
            raise InputError(f"{kind!r} has no class {rest!r}; expected a player like file.py:MyPlayer")
        player: Player = player_class(game)
        return player
    if kind not in KINDS:
        raise InputError(f"{spec!r} is not a player; expected one of {', '.join(KINDS)}, or file.py:MyPlayer")
    module, _, factory = KINDS[kind].partition(":")
    build: Callable[[Game[Any], dict[str, str]], Player] = getattr(importlib.import_module(module), factory)
    return build(game, split_options(rest))


WITH_MODE = {"engine", "level", "mcts"}  # kinds that take the option mode=auto|native|python


def waiting(spec: str) -> str:
    """The spec of a player that waits for the compiler, as measurements must: else part of a game is played in Python.

    >>> waiting("engine:depth=3"), waiting("random"), waiting("engine:mode=python")
    ('engine:depth=3,mode=native', 'random', 'engine:mode=python')
    """
    kind, _, rest = spec.partition(":")
    if kind not in WITH_MODE or "mode" in split_options(rest):
        return spec
    return f"{kind}:{rest},mode=native" if rest else f"{kind}:mode=native"


def split_options(text: str) -> dict[str, str]:
    """`time=0.1,-killers` -> {"time": "0.1", "-killers": ""}; a bare first word is the option ""."""
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if equals:
            options[name.strip()] = value.strip()
        elif part.startswith(("-", "+")):
            options[part.strip()] = ""
        elif "" not in options:
            options[""] = part.strip()
        else:
            raise InputError(f"{part!r} is not a player option; expected name=value, -technique or +technique")
    return options


def number_option(options: dict[str, str], name: str, kind: type[int] | type[float]) -> Any:
    """Take a number out of the options; None if it is not there."""
    text = options.pop(name, None)
    if text is None:
        return None
    try:
        return kind(text)
    except ValueError:
        raise InputError(f"{name}={text!r} is not a number; expected something like {name}={kind(1)}") from None


def reject_unknown(options: dict[str, str], player: str, known: str) -> None:
    if options:
        raise InputError(f"{player} has no option {next(iter(options))!r}; expected {known}")
