"""What a learner sees of a game: its `cells`, how many kinds there are, the board's shape and symmetries."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name, has_hook


@dataclass(frozen=True)
class Sight:
    """The board as a learner is shown it, measured on some random games."""

    name: str
    cells: int
    kinds: int
    shape: tuple[int, int] | None
    symmetries: tuple[tuple[int, ...], ...]
    stages: int  # the game's own, each with weights of its own
    fewest: int  # cells that are not 0, at least
    most: int


def sight_of(game: Game[Any], games: int = 40) -> Sight:
    """What `game.cells` shows; InputError if the game has none or it breaks its contract."""
    name = game_name(game)
    if not has_hook(game, "cells"):
        raise InputError(f"{name} has no method cells(self, s): a learner needs to see the board (docs/learning.md)")
    if game.cell_kinds < 2:
        raise InputError(f"{name}.cell_kinds is {game.cell_kinds}; expected the number of kinds of cells, 2 or more")
    first = list(game.cells(game.initial()))
    if game.shape is not None and game.shape[0] * game.shape[1] != len(first):
        raise InputError(f"{name}.shape is {game.shape}, but cells() gives {len(first)} numbers")
    symmetries = tuple(tuple(way) for way in game.symmetries())
    if any(sorted(way) != list(range(len(first))) for way in symmetries):
        raise InputError(f"{name}.symmetries() gives something that is no order of {len(first)} cells")
    fewest, most = _filled(game, len(first), games)
    return Sight(name, len(first), int(game.cell_kinds), game.shape, symmetries, int(game.stages), fewest, most)


def _filled(game: Game[Any], length: int, games: int) -> tuple[int, int]:
    """The least and the greatest number of cells that are not 0, in random games."""
    dice = random.Random(1)
    counts = []
    for _ in range(games):
        state = game.initial()
        for _ in range(200):
            if game.result(state) is not None:
                break
            shown = list(game.cells(state))
            if len(shown) != length or not all(0 <= cell < game.cell_kinds for cell in shown):
                raise InputError(
                    f"{game_name(game)}.cells() gave {shown}; expected {length} numbers from 0 to {game.cell_kinds - 1}"
                )
            counts.append(sum(cell != 0 for cell in shown))
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, dice.choice(moves))
    return min(counts), max(counts)
