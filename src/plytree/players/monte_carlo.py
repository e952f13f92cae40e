"""Monte Carlo tree search as a player: `mcts:time=0.1`, `mcts:nodes=2000,seed=7,curiosity=1`."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game
from plytree.players.player import number_option, reject_unknown
from plytree.players.searching import SearchingPlayer
from plytree.search.limits import Limits
from plytree.search.montecarlo.engine import CURIOSITY, MonteCarlo


class MonteCarloPlayer(SearchingPlayer):
    """Plays what the games played at random say."""

    engine: MonteCarlo[Any]

    def new_game(self, seed: int) -> None:
        self.engine.seed = seed


def from_options(game: Game[Any], options: dict[str, str]) -> MonteCarloPlayer:
    name = "mcts:" + ",".join(f"{key}={value}" for key, value in options.items())
    seconds, nodes = number_option(options, "time", float), number_option(options, "nodes", int)
    seed, curiosity = number_option(options, "seed", int), number_option(options, "curiosity", float)
    mode: Any = options.pop("mode", "auto")
    reject_unknown(options, "mcts", "time, nodes (games played at random), seed, curiosity or mode")
    limits = Limits(seconds=1.0 if seconds is None and nodes is None else seconds, nodes=nodes)
    engine = MonteCarlo(game, mode=mode, seed=seed or 1, curiosity=CURIOSITY if curiosity is None else curiosity)
    return MonteCarloPlayer(engine, limits, name.rstrip(":"))
