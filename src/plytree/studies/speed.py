"""Time counted in nodes, so that other work on the machine cannot disturb a study.

A clock on the wall also runs while the machine does something else; then a player with a little time gets none at all.
In a steady study a time of t seconds means t times the engine's speed in nodes, and the speed is measured once, in
processor time. On a machine with nothing else to do both mean the same.
"""

from __future__ import annotations

import statistics
import time

from plytree.games.catalog import load_game
from plytree.matches.session import replay
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.studies.positions import sample_positions

POSITIONS = 12
NODES = 400_000


def measure_speed(game: str, seed: int) -> float:
    """Nodes that the engine searches in a second of processor time: the median over some positions, two digits."""
    rules = load_game(game)
    engine = Engine(rules, mode="best", table_mb=16)
    speeds = []
    for moves in sample_positions(rules, POSITIONS, 4, 16, seed):
        state = replay(rules, moves).state
        engine.search(state, Limits(depth=1))
        engine.clear()
        begin = time.process_time()
        found = engine.search(state, Limits(nodes=NODES))
        spent = time.process_time() - begin
        if found.nodes > NODES // 10:  # a position that is decided at once says nothing about speed
            speeds.append(found.nodes / spent)
    return float(f"{statistics.median(speeds):.2g}") if speeds else 1e6


def limit_option(limit: str, value: float, speed: float) -> str:
    """The engine's option for a setting: `time=0.1`, or the nodes that this time means at a speed (0: the clock).

    >>> limit_option("time", 0.1, 0), limit_option("time", 0.1, 4e6), limit_option("depth", 5, 4e6)
    ('time=0.1', 'nodes=400000', 'depth=5')
    """
    if limit == "time" and speed:
        return f"nodes={max(1, round(value * speed))}"
    return f"{limit}={value:g}"
