"""Hints on a visitor's board: switched on and off, computed in the background for the position that is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from nicegui import background_tasks

from plytree.errors import InputError
from plytree.interfaces.web.exact import solver_board, solver_ready
from plytree.interfaces.web.hints import Hints, value_moves
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.table import Phase, Table

LEGEND = "▲ wins in so many plies   ▬ draw or undecided   ▼ loses in so many plies"


class HintGiver:
    """Off by default. `on_change` is called when there is something new to show."""

    def __init__(self, services: Services, table: Table, visitor: str, on_change: Callable[[], None]):
        self.services, self.table, self.visitor, self.on_change = services, table, visitor, on_change
        self.on = False
        self._hints: Hints | None = None
        self._shown: Any = None  # the state that the hints belong to
        self._task: asyncio.Task[None] | None = None

    def toggle(self) -> None:
        self.on = not self.on
        self.on_change()

    def marks(self) -> dict[int, dict[str, Any]]:
        """What the board shows now; begins to compute it where it is not known."""
        session = self.table.session
        if not self.on or self.table.phase not in (Phase.HUMAN, Phase.PAUSED):
            return {}
        if self._shown is not session.state:
            self._begin()
        return self._hints.marks(self.table.game.pawn) if self._hints is not None else {}

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
        self._hints, self._shown = None, self.table.session.state
        self._task = background_tasks.create(self._compute(), name="hints")

    async def _compute(self) -> None:
        table, session = self.table, self.table.session
        state = session.state
        try:
            found = await value_moves(
                self.services, self.visitor, table.name, table.game, state, session.states[:-1]
            )  # fmt: skip
        except InputError:
            return  # the queue is full: no hints this time
        if self._shown is state:
            self._hints = found
            self.on_change()
        board = solver_board(table.game, state)
        if not found.exact and board is not None:  # the solver is still being compiled: exact values come later
            while not solver_ready(board):
                await asyncio.sleep(1.0)
            await self._compute()
