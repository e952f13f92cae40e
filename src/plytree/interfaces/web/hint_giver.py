"""Hints on a visitor's board: switched on and off, computed in the background for the position that is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nicegui import background_tasks

from plytree.advice.exact import solver_ready
from plytree.advice.hints import EXACT, SECONDS, Hints, adviser, exact_later, make_adviser
from plytree.errors import InputError
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.visit import Phase, Visit
from plytree.search.limits import Limits
from plytree.search.score import Score
from plytree.solvers.connect4 import can_solve

LEGEND = "▲ wins in so many plies   ▬ draw or undecided   ▼ loses in so many plies"


class HintGiver:
    """Off by default. `on_change` is called when there is something new to show."""

    def __init__(
        self,
        services: Services,
        visit: Visit,
        visitor: str,
        on_change: Callable[[], None],
        on_trouble: Callable[[Exception], None],
    ):
        self.services, self.visit, self.visitor = services, visit, visitor
        self.on_change, self.on_trouble = on_change, on_trouble
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

    def best(self) -> Score | None:
        """The worth of the position for the player to move, where the hints know it."""
        if self._hints is None or self._shown is not self.visit.session.state:
            return None
        return max(self._hints.scores.values(), default=None)

    def legend(self) -> str:
        """What the marks mean, and how sure they are."""
        if not self.on:
            return ""
        if self._hints is None:
            return "Valuing the moves …"
        if self._hints.exact:
            return LEGEND + "   (exact)"
        return LEGEND + ("   (estimate; the exact values come)" if self._hints.refining else "   (estimate)")

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _begin(self) -> None:
        self.close()
        self._hints, self._shown = None, self.visit.session.state
        self._task = background_tasks.create(self._compute(), name="hints")

    async def _compute(self, seconds: float = SECONDS) -> None:
        visit, session = self.visit, self.visit.session
        state = session.state
        who = adviser(visit.game, state)
        try:
            result = await self.services.think(
                visit.name, self.visitor, who, state, session.history,
                Limits(seconds=self.services.limit_seconds(seconds)), multipv=len(session.legal_moves()),
                make=(lambda: make_adviser(who, visit.game)) if who == EXACT else None,
            )  # fmt: skip
        except InputError:
            return  # the queue is full: no hints this time
        except Exception as error:  # rules of one's own may fail anywhere
            self._hints = Hints({}, exact=False)
            self.on_trouble(error)
            return
        found, later = Hints.of(result, who), exact_later(visit.game, state)
        if not found.scores and seconds < 8 * SECONDS:  # a busy machine: no depth came to an end
            await self._compute(2 * seconds)
            return
        self._show(state, replace(found, refining=later))
        if not found.exact and later:
            await self._refine(state)

    def _show(self, state: Any, found: Hints) -> None:
        if self._shown is state:
            self._hints = found
            self.on_change()

    async def _refine(self, state: Any) -> None:
        """Replace estimates by exact values when the solver has them: it may have to be compiled, and to think."""
        visit, session = self.visit, self.visit.session
        while can_solve(visit.game) and not solver_ready(visit.game):
            await asyncio.sleep(1.0)
        try:
            result = await self.services.think(
                visit.name, self.visitor, EXACT, state, session.history, None, multipv=len(session.legal_moves()),
                make=lambda: make_adviser(EXACT, visit.game), slow=True,
            )  # fmt: skip
        except InputError:
            return
        self._show(state, Hints.of(result, EXACT))
