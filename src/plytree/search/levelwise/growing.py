"""How the parallel tree makes nodes: in native code by several threads at once, or in Python."""

from __future__ import annotations

from typing import Any, Protocol

from plytree.games.contract.game import Game, has_hook
from plytree.search.acquire.provider import provider
from plytree.search.compile.memory import FAULT_SIDE, WIN, WIN_MIN
from plytree.search.course import fault_of


class Grower(Protocol):
    """Makes the nodes of a tree from states. `arrays` are those of levels.Arrays; nodes a..b-1 are counted
    within a level, which begins at node `offset` of the arrays; `worker` is the number of the thread."""

    mode: str
    state_bytes: int
    alphabeta: Any

    def states(self, states: list[Any]) -> Any: ...

    def empty(self, count: int) -> Any: ...

    def keys(self, states: list[Any]) -> Any:
        """The keys of states as people hold them."""

    def look(self, states: Any, a: int, b: int, offset: int, ply: int, seen: Any, arrays: Any, worker: int) -> None:
        """Value, mover and number of moves of new nodes; one whose key is among those `seen` is a draw."""

    def grow(
        self, states: Any, a: int, b: int, offset: int, below: int, arrays: Any, children: Any, worker: int
    ) -> None:
        """The children of nodes, and the moves that lead to them; `below` is where the next level begins."""


def grower(game: Game[Any], threads: int, mode: str) -> Grower:
    """Native code if it can be had, else Python; "native" insists on it, as Engine does."""
    if mode == "python":
        return PythonGrower(game)
    source = provider(game)
    source.wait()
    if source.kernel is None:
        if mode == "native":
            raise source.error()
        return PythonGrower(game)
    from plytree.search.levelwise.native_growing import NativeGrower

    return NativeGrower(game, threads)


class PythonGrower:
    mode = "python"
    state_bytes = 200  # a guess: Python objects have no fixed size

    def __init__(self, game: Game[Any]):
        self.game = game
        self.alphabeta = alphabeta

    def states(self, states: list[Any]) -> Any:
        return list(states)

    def empty(self, count: int) -> Any:
        return [None] * count

    def keys(self, states: list[Any]) -> Any:
        return {self._key(state) for state in states}

    def _key(self, state: Any) -> Any:
        return int(self.game.key(state)) if has_hook(self.game, "key") else state

    def look(self, states: Any, a: int, b: int, offset: int, ply: int, seen: Any, arrays: Any, worker: int) -> None:
        game = self.game
        for i in range(a, b):
            node, outcome = offset + i, game.result(states[i])
            side = game.to_move(states[i]) if has_hook(game, "to_move") else ply & 1
            if side not in (0, 1):
                raise fault_of(game, FAULT_SIDE)
            arrays.mover[node] = side
            if outcome is None and ply > 0 and seen and self._key(states[i]) in seen:
                outcome = 0
            if outcome is not None:
                arrays.value[node] = outcome * (WIN - ply) if game.max_utility == 1 else outcome
                arrays.count[node] = 0
            else:
                arrays.value[node] = max(1 - WIN_MIN, min(int(game.evaluate(states[i])), WIN_MIN - 1))
                arrays.count[node] = len(list(game.moves(states[i])))

    def grow(
        self, states: Any, a: int, b: int, offset: int, below: int, arrays: Any, children: Any, worker: int
    ) -> None:
        for i in range(a, b):
            if arrays.count[offset + i] == 0:
                continue
            for j, move in enumerate(self.game.moves(states[i])):
                child = int(arrays.first[offset + i]) + j
                arrays.move[child] = move
                children[child - below] = self.game.play(states[i], move)


def alphabeta(
    first: Any, count: Any, value: Any, mover: Any, move: Any, line: Any, stats: Any, node: int, ply: int, depth: int,
    alpha: int, beta: int,
) -> Any:  # fmt: skip
    """The value of a stored node in the window alpha < beta; line[ply] becomes its principal variation.

    stats counts the nodes looked at and the leaves whose value is only an estimate.
    """
    stats[0] += 1
    line[ply, ply] = -1
    if depth == 0 or count[node] == 0:
        if count[node] > 0:
            stats[1] += 1
        return value[node]
    best = -2 * WIN
    for child in range(first[node], first[node] + count[node]):
        if mover[child] != mover[node]:
            v = -alphabeta(
                first, count, value, mover, move, line, stats, child, ply + 1, depth - 1, -beta, -max(alpha, best)
            )
        else:
            v = alphabeta(
                first, count, value, mover, move, line, stats, child, ply + 1, depth - 1, max(alpha, best), beta
            )
        if v > best:
            best = v
            line[ply, ply] = move[child]
            for i in range(ply + 1, ply + depth + 1):
                line[ply, i] = line[ply + 1, i]
        if best >= beta:
            break
    return best
