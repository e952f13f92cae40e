"""Searches as players. The engine: `engine:time=0.1,threads=2,depth=8,hash=32,-killers`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plytree.games.contract.game import Game
from plytree.players.player import Player
from plytree.players.spec import number_option, reject_unknown, take_limits
from plytree.players.thinking import Choice, Thinking
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.techniques import Techniques
from plytree.solvers.known import known


class SearchingPlayer:
    """Plays what a search finds within its limits: the engine's, Monte Carlo's or the parallel tree's."""

    def __init__(self, engine: Any, limits: Limits, name: str = "engine"):
        self.engine, self.limits, self.name = engine, limits, name

    def new_game(self, seed: int) -> None:
        self.engine.clear()

    def start(
        self,
        state: Any,
        history: Sequence[Any] = (),
        limits: Limits | None = None,
        *,
        moves: Sequence[int] | None = None,
        multipv: int = 1,
    ) -> Thinking:
        thinking: Thinking = self.engine.start(
            state, limits or self.limits, history=history, moves=moves, multipv=multipv
        )
        return thinking

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        return Choice.of(self.engine.search(state, limits or self.limits, history=history))

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> Player:
    file = options.pop("book", "")
    book = options.pop("+book", None) is not None or bool(file)
    techniques = Techniques().without(*(option[1:] for option in options if option.startswith("-")))
    name = "engine:" + ",".join(f"{key}={value}" if value else key for key, value in options.items())
    left = {key: value for key, value in options.items() if not key.startswith("-")}
    limits, threads = timed(take_limits(left)), number_option(left, "threads", int)
    mode: Any = left.pop("mode", "auto")
    megabytes = number_option(left, "hash", float)
    evaluation, syzygy = left.pop("eval", ""), left.pop("syzygy", "")
    reject_unknown(
        left,
        "engine",
        "time, depth, nodes, threads, hash (megabytes), mode, eval (hand, learned or a file), syzygy (a folder), "
        "book (a file), -technique or +book",
    )
    table = usual_table(limits) if megabytes is None else megabytes
    judged = game
    if evaluation:
        from plytree.learning.learned import judged_by

        judged = judged_by(game, evaluation)
    engine = Engine(
        judged, techniques=techniques, threads=1 if threads is None else threads, mode=mode, table_mb=table,
        knowledge=known(game, syzygy=syzygy) if techniques.knowledge else None,
    )  # fmt: skip
    player = SearchingPlayer(engine, limits, name.rstrip(":"))
    if not book:
        return player
    from plytree.players.opening_book import BookPlayer

    return BookPlayer(game, player, file)


def timed(limits: Limits) -> Limits:
    """Limits as they are, or a second where there are none."""
    return Limits(seconds=1.0) if limits == Limits() else limits


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
