"""Monte Carlo tree search as a player: `mcts:time=0.1`, `mcts:nodes=2000,seed=7,curiosity=1`."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game
from plytree.players.searching import SearchingPlayer, timed
from plytree.players.spec import number_option, reject_unknown, take_limits
from plytree.search.montecarlo.engine import CURIOSITY, MonteCarlo


class MonteCarloPlayer(SearchingPlayer):
    """Plays what the games played at random say."""

    def new_game(self, seed: int) -> None:
        self.engine.seed = seed


def from_options(game: Game[Any], options: dict[str, str]) -> MonteCarloPlayer:
    name = "mcts:" + ",".join(f"{key}={value}" for key, value in options.items())
    depth = options.pop("depth", None)
    limits = timed(take_limits(options))
    seed, curiosity = number_option(options, "seed", int), number_option(options, "curiosity", float)
    mode: Any = options.pop("mode", "auto")
    left = options if depth is None else {"depth": depth, **options}
    reject_unknown(left, "mcts", "time, nodes (games played at random), seed, curiosity or mode")
    engine = MonteCarlo(game, mode=mode, seed=seed or 1, curiosity=CURIOSITY if curiosity is None else curiosity)
    return MonteCarloPlayer(engine, limits, name.rstrip(":"))
