"""Perft: count the tree of a game to a depth; the classic test of rules against published counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.contract.records import as_game
from plytree.search.compile.memory import PLIES

Mode = Literal["auto", "native", "python"]
SMALL = 100_000  # leaves that Python counts in less time than the compiler needs
MAX_DEPTH = 900  # one call of a function for each ply


@dataclass(frozen=True)
class Counts:
    """What a tree holds, cut off at a depth.

    >>> Counts(leaves=1, nodes=2, finished=0) + Counts(leaves=2, nodes=3, finished=1)
    Counts(leaves=3, nodes=5, finished=1)
    """

    leaves: int  # nodes exactly at the depth
    nodes: int  # all nodes, the root among them
    finished: int  # nodes at which the game is over

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.leaves + other.leaves, self.nodes + other.nodes, self.finished + other.finished)


def perft(game: Game[Any], depth: int, state: Any = None, mode: Mode = "python") -> Counts:
    """Count the tree below a state, by default the initial one.

    `mode`: in "python", as "native" code (which waits for the compiler), or "auto": native if Python would take long.
    Where native code is not to be had, Python counts.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise InputError(f"depth {depth} cannot be counted; expected a number from 0 to {MAX_DEPTH}")
    rules = as_game(game)
    root = rules.initial() if state is None else state
    if mode != "python":
        levels = [0] * (depth + 1)
        try:
            if mode == "auto":
                finished = _count(rules, root, depth, levels, most=SMALL)
                return Counts(leaves=levels[0], nodes=sum(levels), finished=finished)
        except _TooMany:
            pass
        counted = _native(rules, depth, root)
        if counted is not None:
            return counted
    levels = [0] * (depth + 1)
    finished = _count(rules, root, depth, levels)
    return Counts(leaves=levels[0], nodes=sum(levels), finished=finished)


def _native(game: Game[Any], depth: int, root: Any) -> Counts | None:
    """The count by native code; None if the game cannot be compiled, or if a small tree is counted differently."""
    from plytree.search.acquire.diagnose import obstacle
    from plytree.search.compile.kernel import rules_of

    if depth >= PLIES - 1 or obstacle(rules_of(game)):
        return None
    try:
        from plytree.search.perft.native_perft import NativePerft

        native = NativePerft(game)
        for small in (1, 2):
            if Counts(*native.count(root, small)) != perft(game, small, root):
                return None
        return Counts(*native.count(root, depth))
    except Exception:  # what the compiler cannot do, Python can
        return None


def divide(game: Game[Any], depth: int, state: Any = None, mode: Mode = "python") -> dict[int, Counts]:
    """The same for each move of the root, one ply less deep."""
    rules = as_game(game)
    root = rules.initial() if state is None else state
    if rules.result(root) is not None or depth < 1:
        return {}
    return {int(move): perft(rules, depth - 1, rules.play(root, move), mode) for move in rules.moves(root)}


class _TooMany(Exception):
    """The tree is too big to be counted in Python."""


def _count(game: Game[Any], state: Any, depth: int, levels: list[int], most: int = 0) -> int:
    """Add one to levels[plies left] for each node; how many nodes are finished games. _TooMany if there are more than
    `most` leaves and `most` is not 0."""
    levels[depth] += 1
    if most and levels[0] > most:
        raise _TooMany
    if game.result(state) is not None:
        return 1
    if depth == 0:
        return 0
    return sum(_count(game, game.play(state, move), depth - 1, levels, most) for move in game.moves(state))
