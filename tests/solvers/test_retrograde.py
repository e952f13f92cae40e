"""Retrograde analysis against plain value iteration on random graphs that go round in circles, and on small games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.placing.tictactoe import TicTacToe
from plytree.search.score import Kind, Score
from plytree.solvers.retrograde import Solution, solve


class Node(NamedTuple):
    number: int


class Walk(Game[Node]):
    """A game on a random graph: moves are its edges, some nodes are ends. It is full of circles."""

    num_moves = max_moves = 4

    def __init__(self, seed: int, nodes: int, most: int):
        chance = random.Random(seed)
        self.max_utility = most
        self.edges = [[chance.randrange(nodes) for _ in range(chance.randint(1, 4))] for _ in range(nodes)]
        ends = [u for u in range(-most, most + 1)]
        self.ends = [chance.choice(ends) if chance.random() < 0.08 else None for _ in range(nodes)]
        self.sides = [chance.randrange(2) for _ in range(nodes)]

    def initial(self) -> Node:
        return Node(0)

    def moves(self, s: Node) -> list[int]:
        return list(range(len(self.edges[s.number])))

    def play(self, s: Node, move: int) -> Node:
        return Node(self.edges[s.number][move])

    def result(self, s: Node) -> int | None:
        return self.ends[s.number]


class DoubleWalk(Walk):
    """The same where a player may move several times in a row."""

    def to_move(self, s: Node) -> int:
        return self.sides[s.number]


def value_iteration(game: Walk, twice: bool) -> tuple[list[int], list[int]]:
    """Values of all nodes, and the number of plies after which each was found: play of k plies, for k = 0, 1, 2, ..."""
    nodes = range(len(game.edges))
    values = [game.ends[n] or 0 for n in nodes]
    since, k = [0] * len(values), 0
    while True:
        k += 1
        new = [
            values[n]
            if game.ends[n] is not None
            else max(values[c] * (1 if twice and game.sides[c] == game.sides[n] else -1) for c in game.edges[n])
            for n in nodes
        ]
        if new == values:
            return values, since
        since = [k if a != b else s for a, b, s in zip(values, new, since, strict=True)]
        values = new


def compare(game: Walk, twice: bool, **options: Any) -> int:
    nodes = len(game.edges)
    solution = solve(game, [Node(n) for n in range(nodes)], mode="python", **options)
    values, since = value_iteration(game, twice)
    for n in range(nodes):
        score = solution.score(Node(n))
        if game.max_utility > 1:
            assert score == Score.utility(values[n])
        else:
            expected = {1: Score.win(since[n]), 0: Score.draw(), -1: Score.loss(since[n])}[values[n]]
            assert score == expected
    return nodes


@pytest.mark.parametrize(("kind", "most"), [(Walk, 1), (DoubleWalk, 1), (Walk, 9), (DoubleWalk, 9)])
def test_random_graphs_with_circles(kind: type[Walk], most: int) -> None:
    twice = kind is DoubleWalk
    compared = sum(compare(kind(seed, nodes=500, most=most), twice) for seed in range(5))
    assert compared == 2500


@pytest.mark.parametrize(("kind", "most"), [(DoubleWalk, 1), (Walk, 9)])
def test_without_memory_for_the_moves_it_goes_forwards(kind: type[Walk], most: int) -> None:
    words: list[str] = []
    game = kind(77, nodes=400, most=most)
    assert compare(game, kind is DoubleWalk, memory_mb=0.03, on_step=words.append) == 400
    assert any(step.startswith("ply 3:") for step in words)


def test_too_little_memory_is_a_sentence() -> None:
    with pytest.raises(InputError, match="raise --memory"):
        solve(TicTacToe(), memory_mb=0.3)


class Killed(Exception):
    pass


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plytree.solvers.retrograde import analysis as module

    monkeypatch.setattr(module, "BATCH", 100)
    monkeypatch.setattr(module, "KEEP_EVERY", 0.0)
    whole = solve(TicTacToe(), mode="python")
    for stop in (3, 11, 17):
        steps = iter(range(stop))

        def step(words: str, steps: Any = steps) -> None:
            if next(steps, None) is None:
                raise Killed

        with pytest.raises(Killed):
            solve(TicTacToe(), mode="python", folder=tmp_path / "part", on_step=step)
        assert any((tmp_path / "part").iterdir())
    again = solve(TicTacToe(), mode="python", folder=tmp_path / "part")
    for part in ("states", "values", "plies"):
        assert np.array_equal(getattr(whole, part), getattr(again, part))


def test_native_and_python_agree_on_a_whole_game() -> None:
    python, native = solve(TicTacToe(), mode="python"), solve(TicTacToe(), mode="native")
    assert len(python) == len(native) == 5478
    assert by_row(python) == by_row(native)
    start = native.score(TicTacToe().initial())
    assert start is not None
    assert start.kind is Kind.DRAW


def by_row(solution: Solution) -> dict[bytes, tuple[int, int]]:
    numbers = zip(solution.values.tolist(), solution.plies.tolist(), strict=True)
    return {row.tobytes(): found for row, found in zip(solution.states, numbers, strict=True)}
