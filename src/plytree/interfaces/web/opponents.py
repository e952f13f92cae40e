"""The computer's move: any player, watched while it thinks, when a turn in the shared pool is free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plytree.advice.exact import solver_board
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.visit import Visit
from plytree.players.thinking import Choice, Thinking
from plytree.search.result import Progress


class Opponent:
    """Chooses moves for one visitor's computer players; one at a time."""

    def __init__(self, services: Services, visitor: str):
        self.services, self.visitor = services, visitor
        self._thinking: Thinking | None = None
        self._state: Any = None

    async def choose(self, visit: Visit, on_place: Callable[[int], None]) -> int:
        """The move of the computer player whose turn it is."""
        session = visit.session
        seat, game, state = visit.seats[session.side()], visit.game, session.state
        spec = seat.player.without_limits()
        self._thinking = None

        def started(thinking: Thinking) -> None:
            self._thinking, self._state = thinking, state

        found = await self.services.think(
            visit.name, self.visitor, str(spec), state, session.history,
            seat.limits(visit.seconds, self.services.max_seconds), on_place=on_place, on_start=started,
            slow=spec.kind == "perfect" and solver_board(game, state) is None,
        )  # fmt: skip
        return Choice.of(found).move

    def seen(self) -> tuple[Any, Progress, str] | None:
        """The state thought about, how far the thinking is and a note about it; None if there was nothing to see."""
        thinking = self._thinking
        if thinking is None:
            return None
        live = thinking.result() if thinking.done else thinking.live()
        return (self._state, live, thinking.note) if live.depth or live.nodes else None

    def stop(self) -> None:
        """Have the running search answer at once with the best it found."""
        if self._thinking is not None:
            self._thinking.stop()
