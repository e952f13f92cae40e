"""The review of a game: how its value went, where the mistakes are, click to see them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from nicegui import background_tasks, ui

from plytree.advice.exact import solver_ready
from plytree.advice.review import Review, review
from plytree.errors import InputError
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.visit import Visit
from plytree.interfaces.web.widgets import button, card, label, named
from plytree.search.limits import Limits
from plytree.solvers.connect4 import can_solve

SECONDS = 0.3  # for each position that the engine has to look at


class ReviewPanel:
    """Reviews the visit's game when asked to; `on_jump` goes to a position."""

    def __init__(self, services: Services, visit: Visit, visitor: str, on_jump: Callable[[int], None]):
        self.services, self.visit, self.visitor, self.on_jump = services, visit, visitor, on_jump
        self._task: asyncio.Task[None] | None = None
        self.card = card("Review")
        with self.card:
            self.start = button("Review this game", self._start, name="review", icon="insights")
            self.progress = named(ui.linear_progress(value=0, show_value=False), "review-progress")
            self.verdict = label(name="review-verdict")
            self.chart = named(
                ui.echart({}, on_point_click=self._clicked).style("height: 150px; width: 100%"), "review-chart"
            )
            self.list = named(ui.element("div").classes("mistakes"), "mistakes")
        self.clear()

    def clear(self) -> None:
        """Another game: forget the review."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.progress.set_visibility(False)
        self.chart.set_visibility(False)
        self.verdict.text = ""
        self.list.clear()

    def refresh(self, over: bool) -> None:
        """Offer a review where a game is over."""
        self.card.set_visibility(over or bool(self.verdict.text) or self._task is not None)
        self.start.set_visibility(over and self._task is None and not self.verdict.text)

    def _start(self) -> None:
        self.clear()
        self.start.set_visibility(False)
        self.progress.set_visibility(True)
        self.progress.value = 0
        self._task = background_tasks.create(self._run(), name="review")

    async def _run(self) -> None:
        session, game = self.visit.session, self.visit.game
        moves, loop, stopped = list(session.moves), asyncio.get_running_loop(), False

        def reviewed(count: int) -> None:
            if stopped:
                raise InputError("nobody waits for this review any more")
            loop.call_soon_threadsafe(self.progress.set_value, count / max(len(moves), 1))

        limits, by_solver = Limits(seconds=self.services.limit_seconds(SECONDS)), can_solve(game)
        try:
            if by_solver:
                await self._await_solver(game)
            pool = self.services.slow_pool if by_solver else self.services.pool
            async with pool.turn(self.visitor):
                found = await self.services.in_thread(
                    lambda: review(game, moves, session.start, limits=limits, on_move=reviewed), slow=by_solver
                )
            self._show(found)
        except asyncio.CancelledError:
            stopped = True
            raise
        except InputError as error:
            self.verdict.text = str(error)
        finally:
            self._task = None
            self.progress.set_visibility(False)

    async def _await_solver(self, game: Any) -> None:
        """Compiling here would stop the page for everybody: another process does it."""
        while not solver_ready(game):
            self.verdict.text = "The solver is being compiled; the review begins in a few seconds."
            await asyncio.sleep(0.5)
        self.verdict.text = ""

    def _show(self, found: Review) -> None:
        names = self.visit.side_names()
        counts = [f"{names[side]} {count}" for side, count in enumerate(found.mistakes)]
        how = "exact" if found.exact else "as far as a short search sees"
        self.verdict.text = f"Mistakes: {', '.join(counts)} ({how})"
        self.chart.options.clear()
        self.chart.options.update(review_chart(found, names))
        self.chart.set_visibility(True)
        self.chart.update()
        with self.list:
            for move in found.moves:
                if move.mistake:
                    better = ", ".join(move.best_shown[:4])
                    text = f"{move.ply}. {names[move.side]} {move.shown}: {move.verdict}; better {better}"
                    button(text, lambda ply=move.ply: self.on_jump(ply - 1), name=f"mistake-{move.ply}", small=True)

    def _clicked(self, event: Any) -> None:
        if isinstance(event.data_index, int):
            self.on_jump(event.data_index)


def review_chart(found: Review, names: tuple[str, str]) -> dict[str, Any]:
    """The value graph: for the side that began, up is won; mistakes are marked by shape and colour."""
    grey, first, second = "#8a939c", *map(json.dumps, names)
    points: list[Any] = [{"value": round(found.start, 3), "name": "start", "symbolSize": 4}]
    for move, value in zip(found.moves, found.values, strict=True):
        bad = move.mistake
        points.append(
            {
                "value": round(value, 3),
                "name": f"{move.ply}. {move.shown}: {move.verdict}",
                "symbol": "diamond" if bad else "circle",
                "symbolSize": 13 if bad else 5,
                "itemStyle": {"color": "#d55e00" if bad else "#3d86c6"},
            }
        )
    return {
        "animation": False,
        "grid": {"left": 64, "right": 14, "top": 12, "bottom": 24},
        "tooltip": {"trigger": "item", "formatter": "{b}", "confine": True},
        "xAxis": {"type": "category", "data": [str(ply) for ply in range(len(points))], "axisLabel": {"color": grey}},
        "yAxis": {
            "type": "value", "min": -1, "max": 1, "interval": 1, "axisLabel": {
                "color": grey, ":formatter": f"v => v > 0 ? {first} : v < 0 ? {second} : 'even'"},
            "splitLine": {"lineStyle": {"color": grey, "opacity": 0.25}},
        },
        "series": [{"type": "line", "step": "end", "data": points, "lineStyle": {"width": 2, "color": "#3d86c6"}}],
    }  # fmt: skip
