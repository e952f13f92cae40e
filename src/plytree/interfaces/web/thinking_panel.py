"""See it think: depth, score, line and numbers of a running search, and how score and best move changed."""

from __future__ import annotations

import math
from typing import Any

from nicegui import ui

from plytree.games.contract.game import Game
from plytree.interfaces.web.widgets import card, label, named
from plytree.matches.session import show_line
from plytree.search.result import Progress
from plytree.search.score import Kind, Score

FACTS = ("Depth", "Nodes", "Nodes per second", "Cutoffs on the first move", "Known from tables", "Time")


class ThinkingPanel:
    """Shows one search at a time, and keeps the last one until the next begins."""

    def __init__(self) -> None:
        with card("See it think"):
            self.score = label("Watch the engine think here", name="score", classes="score-line")
            self.pv = label(name="pv", classes="pv")
            self.details = ui.element("div")
        with self.details:
            with ui.element("div").classes("facts"):
                self.facts: dict[str, ui.label] = {}
                for name in FACTS:
                    ui.label(name).classes("k")
                    self.facts[name] = label("–", name=name, classes="v")
            self.chart = named(ui.echart(_empty_chart()).style("height: 130px; width: 100%"), "thinking-chart")
            self.note = label(name="engine-note", classes="quiet small")
        self.details.set_visibility(False)
        self._points: list[tuple[int, Score, str]] = []

    def begin(self) -> None:
        """A new search starts."""
        self._points = []
        self._draw()

    def show(self, game: Game[Any], state: Any, progress: Progress, who: str, note: str = "") -> None:
        """Where a search stands; `who` is the side that it searches for."""
        self.details.set_visibility(True)
        line = show_line(game, state, progress.pv)
        if progress.score is not None:
            self.score.text = f"{who}: {progress.score.show(game.pawn)}"
        else:
            self.score.text = f"{who} thinks"
        self.pv.text = " ".join(line)
        values = (
            str(progress.depth),
            f"{progress.nodes:,}",
            _short(progress.nodes_per_second),
            f"{progress.cutoff_rate:.0%}" if progress.cutoffs else "–",
            f"{progress.known:,}" if progress.known else "–",
            f"{progress.seconds:.2f} s",
        )
        for name, value in zip(FACTS, values, strict=True):
            self.facts[name].text = value
        self.note.text = note
        known = progress.score is not None and progress.depth > 0 and line
        if known and (not self._points or self._points[-1][0] != progress.depth):
            assert progress.score is not None
            self._points.append((progress.depth, progress.score, line[0]))
            self._draw(game.pawn)

    def finish(self, game: Game[Any], state: Any, result: Progress, who: str, note: str = "") -> None:
        """The search ended: show its iterations, also those that came too fast to be seen."""
        self.show(game, state, result, who, note)
        iterations = getattr(result, "iterations", ())
        points = [(i.depth, i.score, show_line(game, state, i.pv[:1])[0]) for i in iterations if i.score and i.pv]
        if points:
            self._points = points
            self._draw(game.pawn)

    def _draw(self, pawn: int = 0) -> None:
        options = _empty_chart()
        options["xAxis"]["data"] = [str(depth) for depth, _, _ in self._points]
        options["series"][0]["data"] = [
            {
                "value": round(height(score, pawn), 3),
                "name": f"depth {depth}: {move}, {score.show(pawn)}",
                "label": {"show": _labelled(self._points, i), "formatter": move},
            }
            for i, (depth, score, move) in enumerate(self._points)
        ]
        self.chart.options.clear()
        self.chart.options.update(options)
        self.chart.update()


def height(score: Score, pawn: int = 0) -> float:
    """A score as a height in -1..1: proven wins and losses at the ends, estimates between."""
    if score.kind is Kind.WIN:
        return 1.0
    if score.kind is Kind.LOSS:
        return -1.0
    return 0.9 * math.tanh((score.value or 0) / (4.0 * pawn if pawn else 50.0))


def _labelled(points: list[tuple[int, Score, str]], index: int) -> bool:
    """Label a point where the best move changes, and the last one."""
    return index == len(points) - 1 or index == 0 or points[index - 1][2] != points[index][2]


def _short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.0f}"


def _empty_chart() -> dict[str, Any]:
    grey = "#8a939c"
    label = {"color": grey}
    return {
        "animation": False,
        "grid": {"left": 44, "right": 14, "top": 22, "bottom": 24},
        "tooltip": {"trigger": "item", "formatter": "{b}", "confine": True},
        "xAxis": {"type": "category", "data": [], "axisLabel": label, "axisLine": {"lineStyle": {"color": grey}}},
        "yAxis": {
            "type": "value", "min": -1, "max": 1, "interval": 1,
            "splitLine": {"lineStyle": {"color": grey, "opacity": 0.25}},
            "axisLabel": {**label, ":formatter": "v => v > 0 ? 'wins' : v < 0 ? 'loses' : 'even'"},
        },
        "series": [
            {"type": "line", "data": [], "symbolSize": 6, "lineStyle": {"width": 2}, "itemStyle": {"color": "#3d86c6"},
             "label": {"color": grey, "position": "top"}},
        ],
    }  # fmt: skip
