"""A study's chart as options of the page's chart element: lines with error bars, or bars."""

from __future__ import annotations

import math
from typing import Any

from plytree.studies.charts import COLOURS, Chart, Series

GREY = "#8a939c"
# Draws a vertical interval with two caps; ECharts has no error bars of its own.
ERROR_BAR = """(params, api) => {
  const x = api.value(0), low = api.coord([x, api.value(1)]), high = api.coord([x, api.value(2)]);
  const style = {stroke: api.visual('color'), lineWidth: 1.5};
  const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style});
  return {type: 'group', children: [line(low[0], low[1], high[0], high[1]),
    line(low[0] - 5, low[1], low[0] + 5, low[1]), line(high[0] - 5, high[1], high[0] + 5, high[1])]};
}"""


def chart_options(chart: Chart) -> dict[str, Any]:
    """ECharts options for a chart."""
    bars = bool(chart.labels)
    x_axis: dict[str, Any] = {"type": "log" if chart.log_x else "value", "scale": True}
    if bars:
        x_axis = {"type": "category", "data": list(chart.labels), "axisLabel": {"interval": 0, "rotate": 20}}
    series = []
    for number, line in enumerate(chart.series):
        colour = COLOURS[number % len(COLOURS)]
        series.append(_series(line, colour, bars, chart.log_y))
        intervals = _intervals(line)
        if intervals:
            series.append(
                {"type": "custom", "name": line.name, "data": intervals, ":renderItem": ERROR_BAR, "silent": True,
                 "encode": {"x": 0, "y": [1, 2]},
                 "itemStyle": {"color": colour}, "z": 5}
            )  # fmt: skip
    names = list(dict.fromkeys(line.name for line in chart.series))
    return {
        "animation": False,
        "color": list(COLOURS),
        "legend": {"data": names, "top": 0, "type": "scroll", "textStyle": {"color": GREY}}
        if len(names) > 1
        else {"show": False},
        "grid": {"left": 70, "right": 24, "top": 44, "bottom": 60 if bars else 48},
        "tooltip": {"trigger": "item", "confine": True},
        "xAxis": _axis(x_axis, chart.x_label, 30 if not bars else 40),
        "yAxis": _axis({"type": "log" if chart.log_y else "value", "scale": True}, chart.y_label, 52),
        "series": series,
    }


def _series(line: Series, colour: str, bars: bool, log_y: bool) -> dict[str, Any]:
    data = [
        [x, y] for x, y in zip(line.x, line.y, strict=True) if math.isfinite(y) and not (log_y and y <= 0)
    ]  # fmt: skip
    if bars:
        return {
            "type": "bar",
            "name": line.name,
            "data": [[int(x), y] for x, y in data],
            "itemStyle": {"color": colour},
        }
    style = {"color": colour, "type": "dashed" if line.dashed else "solid"}
    return {
        "type": "line",
        "name": line.name,
        "data": data,
        "lineStyle": style,
        "itemStyle": {"color": colour},
        "symbolSize": 7,
    }


def _intervals(line: Series) -> list[list[float]]:
    rows = zip(line.x, line.low, line.high, strict=False) if line.low and line.high else ()
    return [[x, low, high] for x, low, high in rows if math.isfinite(low) and math.isfinite(high)]


def _axis(axis: dict[str, Any], name: str, gap: int) -> dict[str, Any]:
    words = {"name": name, "nameLocation": "middle", "nameGap": gap, "nameTextStyle": {"color": GREY}}
    look = {"splitLine": {"lineStyle": {"color": GREY, "opacity": 0.2}}, "axisLine": {"lineStyle": {"color": GREY}}}
    return {**axis, **words, **look, "axisLabel": {"color": GREY, **axis.get("axisLabel", {})}}
