"""Charts as data: one description from which the printed figure, the interactive one and the talk are all drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

COLOURS = ("#2563ab", "#c2571a", "#3a8a4d", "#8a4ba0", "#b0362f", "#6b6b6b", "#a38a12", "#1a8f9c", "#d16ba5", "#4d5b9e")


@dataclass(frozen=True)
class Series:
    """Points (x, y), with an interval (low, high) around each y where it is known."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    dashed: bool = False


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A chart with lines, or with bars if `labels` name the values on the x axis."""

    name: str  # of its files
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
    labels: tuple[str, ...] = field(default=())  # bars: x is an index into these

    def to_json(self) -> dict[str, Any]:
        """Plain JSON: what cannot be drawn (an infinite bound, nothing on a log axis) becomes null."""
        data = asdict(self)
        for series in data["series"]:
            for key in ("x", "y", "low", "high"):
                series[key] = [v if math.isfinite(v) else None for v in series[key]]
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> Chart:
        def numbers(values: Sequence[float | None]) -> tuple[float, ...]:
            return tuple(math.nan if value is None else value for value in values)

        series = tuple(
            Series(s["name"], numbers(s["x"]), numbers(s["y"]), numbers(s["low"]), numbers(s["high"]), s["dashed"])
            for s in data["series"]
        )
        return Chart(**{**data, "series": series, "labels": tuple(data["labels"])})


def draw(chart: Chart, folder: Path) -> list[Path]:
    """The figure for print, as PNG and SVG files in the folder."""
    import matplotlib

    matplotlib.use("Agg", force=False)
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = chart.name  # the same chart gives the same file
    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    for number, series in enumerate(chart.series):
        colour = COLOURS[number % len(COLOURS)]
        if chart.labels:
            _bars(axes, chart, series, number, colour)
        else:
            _line(axes, series, colour)
    if chart.log_x:
        axes.set_xscale("log")
    if chart.log_y:
        axes.set_yscale("log")
    if chart.labels:
        axes.set_xticks(range(len(chart.labels)), chart.labels, rotation=30 if len(chart.labels) > 5 else 0, ha="right")
        axes.axhline(0, color="black", linewidth=0.8)
    axes.set_title(chart.title, fontsize=11)
    axes.set_xlabel(chart.x_label)
    axes.set_ylabel(chart.y_label)
    axes.grid(visible=True, alpha=0.3)
    if len(chart.series) > 1:
        axes.legend(fontsize=8)
    paths = [folder / f"{chart.name}.png", folder / f"{chart.name}.svg"]
    figure.savefig(paths[0], dpi=150)
    figure.savefig(paths[1], metadata={"Date": None})
    return paths


def _errors(series: Series) -> list[list[float]] | None:
    if not series.low:
        return None
    below = [y - low if math.isfinite(low) else 0.0 for y, low in zip(series.y, series.low, strict=True)]
    above = [high - y if math.isfinite(high) else 0.0 for y, high in zip(series.y, series.high, strict=True)]
    return [below, above]


def _line(axes: Any, series: Series, colour: str) -> None:
    style: dict[str, Any] = {"color": colour, "label": series.name, "linewidth": 1.5}
    if series.dashed:
        axes.plot(series.x, series.y, "--", **style)
    else:
        axes.errorbar(series.x, series.y, yerr=_errors(series), fmt="o-", markersize=4, capsize=3, **style)


def _bars(axes: Any, chart: Chart, series: Series, number: int, colour: str) -> None:
    width = 0.8 / len(chart.series)
    places = [x + (number - (len(chart.series) - 1) / 2) * width for x in series.x]
    axes.bar(places, series.y, width, yerr=_errors(series), capsize=3, color=colour, label=series.name)
