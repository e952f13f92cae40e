"""The parallel tree as a player: `tree:time=1,threads=2,memory=512`."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game
from plytree.players.player import Choice, number_option, reject_unknown
from plytree.search.levelwise.engine import ParallelTree
from plytree.search.limits import Limits


class TreePlayer:
    """Plays what the parallel tree finds within its limits."""

    def __init__(self, tree: ParallelTree, limits: Limits, name: str = "tree"):
        self.tree, self.limits, self.name = tree, limits, name

    def choose(self, state: Any, history: list[Any], limits: Limits | None = None) -> Choice:
        found = self.tree.search(state, limits or self.limits, history=history)
        assert found.move is not None
        return Choice(move=found.move, score=found.score, depth=found.depth, nodes=found.nodes, pv=found.pv)

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> TreePlayer:
    name = "tree:" + ",".join(f"{key}={value}" for key, value in options.items())
    left = dict(options)
    seconds, depth = number_option(left, "time", float), number_option(left, "depth", int)
    nodes, threads = number_option(left, "nodes", int), number_option(left, "threads", int)
    memory, mode = number_option(left, "memory", float), left.pop("mode", "native")
    reject_unknown(left, "tree", "time, depth, nodes, threads, memory or mode")
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    tree = ParallelTree(game, threads=threads or 2, memory_mb=memory or 512.0, mode=mode)
    return TreePlayer(tree, Limits(seconds=seconds, depth=depth, nodes=nodes), name.rstrip(":"))
