"""Speed: nodes a second on Connect Four against the same search in C, OpenSpiel and easyAI, in one run.

Rounds are interleaved, CPU time is counted, and each ratio is the median over the rounds. The C program and the engine
visit the same nodes, which is checked.
"""

from __future__ import annotations

import ctypes
import statistics
import time
from typing import Any

import common
import numpy as np
import peers

from plytree import Engine, Game, Limits, Techniques
from plytree.games.placing.connect4 import ConnectFour

POSITIONS = ("", "4", "44", "4453", "3637", "112233", "4444", "352")
TABLE_MB = 64.0


class BareConnectFour(ConnectFour):
    """The rules and the mirror symmetry, without evaluation and order: what reference.c has."""

    evaluate = Game.evaluate
    order = Game.order


class Reference:
    """The search in C."""

    def __init__(self) -> None:
        self.library = peers.compile_reference()

    def run(self, entry: str, *numbers: int) -> tuple[int, int, float]:
        """Value, nodes and CPU seconds."""
        nodes = ctypes.c_int64()
        arguments: list[Any] = [ctypes.c_int64(number) for number in numbers]
        if entry == "full_search":
            self.table = np.zeros(4 * numbers[-1], np.int64)
            self.table[:] = 0  # touch it: the engine's table has been touched as well
            arguments.append(ctypes.c_void_p(self.table.ctypes.data))
        begin = time.process_time()
        value = getattr(self.library, entry)(*arguments, ctypes.byref(nodes))
        return value, nodes.value, time.process_time() - begin


def run_engine(engine: Engine[Any], state: Any, depth: int) -> tuple[int, float]:
    begin = time.process_time()
    found = engine.search(state, Limits(depth=depth))
    return found.nodes, time.process_time() - begin


def against_c(rounds: int, depth_fixed: int, depth_full: int) -> list[dict[str, Any]]:
    game = BareConnectFour()
    reference = Reference()
    engines = {
        "fixed depth, no table": Engine(game, mode="native", techniques=Techniques.none(), table_mb=1),
        "full search": Engine(game, mode="native", table_mb=TABLE_MB),
    }
    buckets = engines["full search"].workshop.bench(Techniques()).table.buckets
    rows = []
    for name, engine in engines.items():
        full = name == "full search"
        depth = depth_full if full else depth_fixed
        ratios, ours_total, theirs_total, nodes_total = [], 0.0, 0.0, 0
        for _ in range(rounds):
            ours_round = theirs_round = 0.0
            for text in POSITIONS:
                state = game.from_text(text)
                numbers = (state.mine, state.theirs, depth) + ((buckets,) if full else ())
                _, nodes, theirs = reference.run("full_search" if full else "fixed_depth", *numbers)
                engine.clear()
                visited, ours = run_engine(engine, state, depth)
                if visited != nodes:
                    raise SystemExit(f"{name}, {text!r}: the engine visits {visited} nodes, the C program {nodes}")
                ours_round, theirs_round, nodes_total = ours_round + ours, theirs_round + theirs, nodes_total + nodes
            ratios.append(theirs_round / ours_round)
            ours_total, theirs_total = ours_total + ours_round, theirs_total + theirs_round
        rows.append(
            {
                "what": f"Connect Four, {name}, depth {depth}",
                "peer": "C, gcc -O3 -march=native",
                "nodes": nodes_total // rounds,
                "ours": nodes_total / ours_total,
                "theirs": nodes_total / theirs_total,
                "ratio": statistics.median(ratios),
            }
        )
    return rows


def against_python(rounds: int) -> list[dict[str, Any]]:
    engine = Engine(BareConnectFour(), mode="native", techniques=Techniques.none(), table_mb=1)
    programs = {
        "OpenSpiel, Python alpha-beta over C++ states": lambda: peers.openspiel(8),
        "easyAI, same bitboard rules": lambda: peers.easyai(7, own_rules=False),
        "easyAI, the Connect Four that it ships": lambda: peers.easyai(4, own_rules=True),
    }
    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, program in programs.items():
            nodes, seconds = program()
            visited, ours = run_engine(engine, engine.game.initial(), 11)
            figures[name].append((visited / ours, nodes / seconds))
    return [
        {
            "what": "Connect Four, fixed depth, no table",
            "peer": name,
            "ours": statistics.median(ours for ours, _ in pairs),
            "theirs": statistics.median(theirs for _, theirs in pairs),
            "ratio": statistics.median(ours / theirs for ours, theirs in pairs),
        }
        for name, pairs in figures.items()
    ]


def measure(quick: bool) -> list[common.Row]:
    rounds = 2 if quick else 7
    rows = against_c(rounds, 12, 13 if quick else 16) + against_python(rounds)
    for row in rows:
        row["plytree, M/s"], row["peer, M/s"] = row.pop("ours") / 1e6, row.pop("theirs") / 1e6
    return rows


if __name__ == "__main__":
    title = "Speed: nodes a second of CPU time, in one run"
    common.run(title, measure, ["what", "peer", "nodes", "plytree, M/s", "peer, M/s", "ratio"])
