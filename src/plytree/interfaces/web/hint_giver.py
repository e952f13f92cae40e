"""Hints on a visitor's board: switched on and off, computed in the background for the position that is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from nicegui import background_tasks

from plytree.advice.hints import EXACT, SECONDS, Hints, adviser, exact_later, make_adviser
from plytree.errors import InputError
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.visit import Phase, Visit
from plytree.search.limits import Limits

LEGEND = "▲ wins in so many plies   ▬ draw or undecided   ▼ loses in so many plies"


class HintGiver:
    """Off by default. `on_change` is called when there is something new to show."""

    def __init__(self, services: Services, visit: Visit, visitor: str, on_change: Callable[[], None]):
        self.services, self.visit, self.visitor, self.on_change = services, visit, visitor, on_change
        self.on = False
        self._hints: Hints | None = None
        self._shown: Any = None  # the state that the hints belong to
        self._task: asyncio.Task[None] | None = None

    def toggle(self) -> None:
        self.on = not self.on
        self.on_change()

    def marks(self) -> dict[int, dict[str, Any]]:
        """What the board shows now; begins to compute it where it is not known."""
        session = self.visit.session
        if not self.on or self.visit.phase not in (Phase.HUMAN, Phase.PAUSED):
            return {}
        if self._shown is not session.state:
            self._begin()
        return self._hints.marks(self.visit.game.pawn) if self._hints is not None else {}

    def legend(self) -> str:
        """What the marks mean, and how sure they are."""
        if not self.on:
            return ""
        if self._hints is None:
            return "Valuing the moves …"
        return LEGEND + ("   (exact)" if self._hints.exact else "   (as far as a short search sees)")

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _begin(self) -> None:
        self.close()
        self._hints, self._shown = None, self.visit.session.state
        self._task = background_tasks.create(self._compute(), name="hints")

    async def _compute(self) -> None:
        visit, session = self.visit, self.visit.session
        state = session.state
        who = adviser(visit.game, state)
        try:
            result = await self.services.think(
                visit.name, self.visitor, who, state, session.history,
                Limits(seconds=self.services.limit_seconds(SECONDS)), multipv=len(session.legal_moves()),
                make=(lambda: make_adviser(who, visit.game)) if who == EXACT else None,
            )  # fmt: skip
        except InputError:
            return  # the queue is full: no hints this time
        found = Hints.of(result, who)
        if self._shown is state:
            self._hints = found
            self.on_change()
        if not found.exact and exact_later(visit.game, state):  # the solver is still being compiled
            while exact_later(visit.game, state):
                await asyncio.sleep(1.0)
            await self._compute()
