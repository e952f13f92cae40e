"""What the benchmark scripts share: their options, a table on the screen, figures in a file."""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

Row = dict[str, Any]


def run(title: str, measure: Callable[[bool], list[Row]], columns: Sequence[str]) -> None:
    """A script's main: measure (quickly or well), print a table for all rows that
    have the same columns, write all figures as JSON if asked."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller runs")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    rows = measure(options.quick)
    console = Console(width=120)
    console.print(title, style="bold")
    for names, same in itertools.groupby(rows, lambda row: [column for column in columns if column in row]):
        console.print(one_table(names, list(same)))
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=2) + "\n")


def one_table(columns: Sequence[str], rows: list[Row]) -> Table:
    table = Table()
    for column in columns:
        table.add_column(column, justify="right" if isinstance(rows[0][column], int | float) else "left")
    for row in rows:
        table.add_row(*(show(row[column]) for column in columns))
    return table


def show(value: Any) -> str:
    """A figure with as many digits as make sense.

    >>> show(1234567), show(0.1234), show(12.345), show(None), show("x")
    ('1,234,567', '0.123', '12.3', '', 'x')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 1 else f"{value:.2f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def interval(values: Sequence[float], statistic: Callable[[Sequence[float]], float]) -> tuple[float, float]:
    """A 95 % interval of a statistic, by resampling."""
    rng = random.Random(1)
    samples = sorted(statistic(rng.choices(values, k=len(values))) for _ in range(2000))
    return samples[50], samples[-51]


def random_states(game: Any, count: int, plies: tuple[int, int], seed: int) -> list[Any]:
    """Unfinished states reached by random moves."""
    rng, states = random.Random(seed), []
    while len(states) < count:
        state = game.initial()
        for _ in range(rng.randint(*plies)):
            if game.result(state) is None:
                state = game.play(state, rng.choice(list(game.moves(state))))
        if game.result(state) is None:
            states.append(state)
    return states
