"""Opponents of ten strengths: `level:3` or `level:3,seed=7`.

A level looks a number of plies ahead, and now and then makes a move without looking. It does so in every game;
docs/connect4.md says how often each level gives away the value of a Connect Four position.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.players.spec import number_option, reject_unknown
from plytree.players.thinking import Choice, Thinking, choice_of, settled
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.workshop import Mode


@dataclass(frozen=True)
class Level:
    depth: int  # plies it looks ahead
    careless: float  # how often it moves at random instead


LEVELS = {
    1: Level(depth=1, careless=0.5),
    2: Level(depth=2, careless=0.4),
    3: Level(depth=3, careless=0.25),
    4: Level(depth=4, careless=0.15),
    5: Level(depth=5, careless=0.1),
    6: Level(depth=6, careless=0.05),
    7: Level(depth=8, careless=0.03),
    8: Level(depth=10, careless=0.015),
    9: Level(depth=13, careless=0.005),
    10: Level(depth=16, careless=0.0),
}
MOST_SECONDS = 2.0  # for one move, where the depth would take longer


class LevelPlayer:
    def __init__(self, game: Game[Any], level: int | str, seed: int | None = None, mode: Mode = "auto"):
        if level not in LEVELS:
            raise InputError(f"{level!r} is not a level; expected a whole number from 1 to {max(LEVELS)}")
        self.game, self.name, self.level = game, f"level:{level}", LEVELS[int(level)]
        self.engine = Engine(game, mode=mode, table_mb=16)
        self.seed, self.random = seed, random.Random(seed)

    def new_game(self, seed: int) -> None:
        self.random = random.Random(f"{self.seed}/{seed}")
        self.engine.clear()

    def start(
        self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        if self.random.random() < self.level.careless:
            careless = Choice(move=int(self.random.choice(list(self.game.moves(state)))))
            return settled(careless, self.game, state, history)
        seconds = limits.seconds if limits and limits.seconds else MOST_SECONDS
        return self.engine.start(state, Limits(depth=self.level.depth, seconds=seconds), history=history)

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        return choice_of(self.start(state, history, limits))

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> LevelPlayer:
    seed = number_option(options, "seed", int)
    level, mode = options.pop("", "5"), options.pop("mode", "auto")
    reject_unknown(options, "level", "a number from 1 to 10, and seed=N")
    return LevelPlayer(game, int(level) if level.isdecimal() else level, seed, mode)  # type: ignore[arg-type]
