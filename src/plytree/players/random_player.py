"""A player that moves at random: `random` or `random:seed=7`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from plytree.games.contract.game import Game
from plytree.players.spec import number_option, reject_unknown
from plytree.players.thinking import Choice, Thinking, settled
from plytree.search.limits import Limits


class RandomPlayer:
    name = "random"
    limits = Limits(depth=1)  # it never looks further, so nobody needs to watch its clock

    def __init__(self, game: Game[Any], seed: int | None = None):
        self.game, self.seed, self.random = game, seed, random.Random(seed)

    def new_game(self, seed: int) -> None:
        self.random = random.Random(f"{self.seed}/{seed}")

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        return Choice(move=int(self.random.choice(list(self.game.moves(state)))))

    def start(
        self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        return settled(self.choose(state), self.game, state, history)

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> RandomPlayer:
    seed = number_option(options, "seed", int)
    reject_unknown(options, "random", "seed=N")
    return RandomPlayer(game, seed)
