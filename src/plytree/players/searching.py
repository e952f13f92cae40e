"""The engine as a player: `engine:time=0.1,threads=2,depth=8,hash=32,-killers`."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game, has_hook
from plytree.players.player import Choice, Player, number_option, reject_unknown
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.techniques import Techniques


class SearchingPlayer:
    """Plays what the engine finds within its limits."""

    def __init__(self, engine: Engine[Any], limits: Limits, name: str = "engine"):
        self.engine, self.limits, self.name = engine, limits, name
        self._repeats = has_hook(engine.game, "clock")  # only then the past of a game matters

    def new_game(self, seed: int) -> None:
        self.engine.clear()

    def choose(self, state: Any, history: list[Any], limits: Limits | None = None) -> Choice:
        found = self.engine.search(state, limits or self.limits, history=history if self._repeats else ())
        assert found.move is not None
        return Choice(move=found.move, score=found.score, depth=found.depth, nodes=found.nodes, pv=found.pv)

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> Player:
    book = options.pop("+book", None) is not None
    techniques = Techniques().without(*(option[1:] for option in options if option.startswith("-")))
    name = "engine:" + ",".join(f"{key}={value}" if value else key for key, value in options.items())
    left = {key: value for key, value in options.items() if not key.startswith("-")}
    seconds, depth = number_option(left, "time", float), number_option(left, "depth", int)
    nodes, threads = number_option(left, "nodes", int), number_option(left, "threads", int)
    mode: Any = left.pop("mode", "auto")
    megabytes = number_option(left, "hash", float)
    reject_unknown(left, "engine", "time, depth, nodes, threads, hash (megabytes of table), mode, -technique or +book")
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    limits = Limits(seconds=seconds, depth=depth, nodes=nodes)
    table = usual_table(limits) if megabytes is None else megabytes
    engine = Engine(game, techniques=techniques, threads=threads or 1, mode=mode, table_mb=table)
    player = SearchingPlayer(engine, limits, name.rstrip(":"))
    if not book:
        return player
    from plytree.players.opening_book import BookPlayer

    return BookPlayer(game, player)


def usual_table(limits: Limits) -> float:
    """Megabytes of table that a search within these limits can fill; clearing more before every game costs time.

    >>> usual_table(Limits(depth=1)), usual_table(Limits(nodes=10_000)), usual_table(Limits(seconds=1))
    (1.0, 1.0, 64.0)
    """
    most = 64.0
    if limits.depth is not None and limits.depth <= 6:
        most = 1.0 if limits.depth <= 4 else 4.0
    if limits.nodes is not None:
        most = min(most, limits.nodes * 32 / 1e6)
    if limits.seconds is not None:
        most = min(most, limits.seconds * 320)  # 10 million nodes a second, 32 bytes each
    return max(1.0, most)
