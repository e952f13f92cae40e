"""Pruning: leaves visited on uniform random trees against the least possible, and what each technique saves.

The least number of leaves is that of Knuth and Moore (An Analysis of Alpha-Beta Pruning, 1975): with b moves everywhere
and d plies it is b^ceil(d/2) + b^floor(d/2) - 1.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Any, NamedTuple

import common

from plytree import Engine, Game, Limits, Techniques, load_game

CONNECT_FOUR_DEPTH, OTHELLO_DEPTH = 12, 7


class Node(NamedTuple):
    depth: int
    number: int  # the root is 0; the children of n are b * n + 1 ... b * n + b


class UniformTree(Game[Node]):
    """Every edge has a random worth; a leaf is worth the sum along its way, an inner node is estimated by it."""

    def __init__(self, branching: int, depth: int, seed: int):
        self.max_moves = self.num_moves = self.branching = branching
        self.depth = depth
        self.max_utility = 100 * depth
        rng = random.Random(seed)
        count = sum(branching**level for level in range(depth + 1))
        self.sums = [0] * count  # for the player to move
        for node in range(1, count):
            self.sums[node] = -(self.sums[(node - 1) // branching] + rng.randint(-100, 100))
        self.values = self._minimax()
        self.leaves: set[int] = set()

    def _minimax(self) -> list[int]:
        values = list(self.sums)
        for node in range((len(values) - 1) // self.branching - 1, -1, -1):
            first = self.branching * node + 1
            values[node] = max(-values[child] for child in range(first, first + self.branching))
        return values

    def initial(self) -> Node:
        return Node(0, 0)

    def moves(self, s: Node) -> range:
        return range(self.branching)

    def play(self, s: Node, move: int) -> Node:
        return Node(s.depth + 1, self.branching * s.number + 1 + move)

    def result(self, s: Node) -> int | None:
        if s.depth < self.depth:
            return None
        self.leaves.add(s.number)
        return self.sums[s.number]

    def evaluate(self, s: Node) -> int:
        return self.sums[s.number]


class PerfectlyOrdered(UniformTree):
    """The best child first, told by the tree itself."""

    def order(self, s: Node, move: int) -> int:
        return 10_000 - self.values[self.branching * s.number + 1 + move]


def against_minimum(quick: bool) -> list[common.Row]:
    rows = []
    orders = {
        "perfect": (PerfectlyOrdered, Techniques.none(order=True)),
        "previous iteration": (UniformTree, Techniques.none(iterative=True, table=True)),
        "random": (UniformTree, Techniques.none()),
    }
    for branching, depth in [(3, 8), (6, 6)] if quick else [(3, 8), (3, 9), (6, 6), (8, 5), (16, 4)]:
        least = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
        row: common.Row = {"tree": f"{branching} moves, {depth} plies", "leaves": branching**depth, "least": least}
        for name, (kind, techniques) in orders.items():
            shares = []
            for seed in range(2 if quick else 8):
                tree = kind(branching, depth, seed)
                found = Engine(tree, mode="python", techniques=techniques).search(limits=Limits(depth=depth))
                assert found.score is not None
                assert found.score.value == tree.values[0]
                shares.append(len(tree.leaves) / least)
            row[name] = statistics.mean(shares)
        rows.append(row)
    return rows


def techniques_alone(quick: bool) -> list[common.Row]:
    """Nodes and CPU time to a fixed depth with one technique, and with all but one."""
    rows = []
    for name, depth in (("connect4", CONNECT_FOUR_DEPTH), ("othello", OTHELLO_DEPTH)):
        game = load_game(name)
        states = common.random_states(game, 4 if quick else 12, (4, 10), seed=3)
        depth -= 2 if quick else 0
        settings = {"plain alpha-beta": Techniques.none()}
        for technique in ("order", "killers", "history", "pvs", "table", "symmetry", "iterative"):
            needed = {"symmetry": {"table": True}, "iterative": {"table": True}}.get(technique, {})
            settings[f"only {technique}"] = Techniques.none(**{technique: True}, **needed)
        settings["all"] = Techniques()
        for technique in ("order", "killers", "history", "pvs", "table", "symmetry", "iterative", "aspiration"):
            settings[f"all but {technique}"] = Techniques().without(technique)
        plain: tuple[int, float] | None = None
        for label, techniques in settings.items():
            nodes, seconds = _cost(Engine(game, mode="native", techniques=techniques), states, depth)
            plain = plain or (nodes, seconds)
            rows.append(
                {
                    "tree": f"{name}, {depth} plies: {label}",
                    "nodes": nodes,
                    "share of nodes": nodes / plain[0],
                    "share of time": seconds / plain[1],
                }
            )
    return rows


def _cost(engine: Engine[Any], states: list[Any], depth: int) -> tuple[int, float]:
    nodes, seconds = 0, 0.0
    for state in states:
        engine.clear()
        begin = time.process_time()
        nodes += engine.search(state, Limits(depth=depth)).nodes
        seconds += time.process_time() - begin
    return nodes, seconds


def main() -> None:
    columns = ["tree", "leaves", "least", "perfect", "previous iteration", "random"]
    columns += ["nodes", "share of nodes", "share of time"]
    common.run("Pruning: leaves visited as a multiple of the least possible; what each technique saves",
               lambda quick: against_minimum(quick) + techniques_alone(quick), columns)  # fmt: skip


if __name__ == "__main__":
    main()
