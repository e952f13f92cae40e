"""Who moves: what a player is, and the player that a spec asks for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from plytree.errors import InputError
from plytree.games.catalog import load_module
from plytree.games.contract.game import Game
from plytree.players.spec import PlayerSpec
from plytree.players.thinking import Choice, Thinking
from plytree.search.limits import Limits


@runtime_checkable
class Player(Protocol):
    """Chooses moves in one game. `history`: the states before `state`, oldest first.

    A player may also have a method `new_game(seed)`: it is called before each game, so that nothing is carried over
    from the last one and all its randomness comes from the seed. A player from a user's own file needs `name`, `choose`
    and `close` only; `plytree.players.thinking.start` lets it think in the background too.
    """

    name: str

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        """A legal move. `limits` override the player's own for this move."""

    def start(
        self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        """Choose in the background. `multipv`: so many best moves in `result().lines`, from players that can tell."""

    def close(self) -> None:
        """Free what the player holds."""


def begin_game(player: Any, seed: int) -> None:
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
    """The player that a spec like `engine:time=0.1,-killers`, `random` or `file.py:MyPlayer` asks for.

    >>> from plytree import load_game
    >>> game = load_game("tictactoe")
    >>> make_player("engine:depth=2,mode=python", game).choose(game.from_text("XX.OO....")).move
    2
    """
    read = PlayerSpec.read(spec)
    if read.kind.endswith(".py"):
        wanted = read.options[""]
        player_class = getattr(load_module(Path(read.kind)), wanted, None)
        if not callable(player_class):
            raise InputError(f"{read.kind!r} has no class {wanted!r}; expected a player like file.py:MyPlayer")
        player: Player = player_class(game)
        return player
    if read.kind not in KINDS:
        raise InputError(f"{spec!r} is not a player; expected one of {', '.join(KINDS)}, or file.py:MyPlayer")
    module, _, factory = KINDS[read.kind].partition(":")
    build: Callable[[Game[Any], dict[str, str]], Player] = getattr(importlib.import_module(module), factory)
    return build(game, dict(read.options))
