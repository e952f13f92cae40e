"""The parallel tree as a player: `tree:time=1,threads=2,memory=512`."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game
from plytree.players.searching import SearchingPlayer, timed
from plytree.players.spec import number_option, reject_unknown, take_limits
from plytree.search.levelwise.engine import ParallelTree


def from_options(game: Game[Any], options: dict[str, str]) -> SearchingPlayer:
    name = "tree:" + ",".join(f"{key}={value}" for key, value in options.items())
    left = dict(options)
    limits, threads = timed(take_limits(left)), number_option(left, "threads", int)
    memory, mode = number_option(left, "memory", float), left.pop("mode", "best")
    reject_unknown(left, "tree", "time, depth, nodes, threads, memory or mode")
    tree = ParallelTree(
        game, threads=2 if threads is None else threads, memory_mb=512.0 if memory is None else memory, mode=mode
    )
    return SearchingPlayer(tree, limits, name.rstrip(":"))
