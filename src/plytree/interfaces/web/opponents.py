"""The computer's move: the engine, watched while it thinks, or any other player, in the shared pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plytree.interfaces.web.exact import solver_board
from plytree.interfaces.web.seats import Seat
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.table import Table
from plytree.players.player import Player, make_player
from plytree.search.engine import Engine, Search
from plytree.search.limits import Limits
from plytree.search.result import Progress, SearchResult


class Opponent:
    """Chooses moves for one visitor's computer players; one at a time."""

    def __init__(self, services: Services, visitor: str):
        self.services, self.visitor = services, visitor
        self._engine: Engine[Any] | None = None
        self._search: Search | None = None
        self._state: Any = None
        self._result: SearchResult | None = None

    async def choose(self, table: Table, on_place: Callable[[int], None]) -> int:
        """The move of the computer player whose turn it is."""
        session = table.session
        state, history = session.state, session.states[:-1]
        seat = table.seats[session.side()]
        self._search = self._result = None
        if seat.searches:
            limits = seat_limits(seat, table.seconds, self.services)

            def started(engine: Engine[Any], search: Search) -> None:
                self._engine, self._search, self._state = engine, search, state

            self._result = await self.services.search(
                table.name, self.visitor, state, limits, on_place=on_place, on_start=started, history=history
            )
            assert self._result.move is not None
            return self._result.move
        timed = Limits(seconds=self.services.limit_seconds(table.seconds)) if seat.kind == "mcts" else None

        def choose(player: Player) -> int:
            return player.choose(state, history, timed).move

        key, game = f"{seat} {table.name}", table.game
        return await self.services.with_helper(
            key, self.visitor, lambda: make_player(str(seat), game), choose, on_place=on_place,
            slow=seat.kind == "perfect" and solver_board(game, state) is None,
        )  # fmt: skip

    def seen(self) -> tuple[Any, Progress, str] | None:
        """The state searched, where its search stands and a note about it; None if nothing is searched."""
        if self._search is None or self._engine is None:
            return None
        note = self._engine.note if self._engine.mode_now == "python" else ""
        return self._state, self._result or self._search.live(), note

    def stop(self) -> None:
        """Have the running search answer at once with the best it found."""
        if self._search is not None:
            self._search.stop()


def seat_limits(seat: Seat, seconds: float, services: Services) -> Limits:
    """How long or how deep a seat's search may go; a depth has the server's time limit too."""
    if seat.kind == "depth":
        return Limits(seconds=services.max_seconds, depth=seat.number)
    return Limits(seconds=services.limit_seconds(seconds))
