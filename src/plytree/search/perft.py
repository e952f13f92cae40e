"""Perft: count the tree of a game to a depth; the classic test of rules against published counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plytree.errors import InputError
from plytree.games.game import Game
from plytree.games.records import as_game

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


def perft(game: Game[Any], depth: int, state: Any = None) -> Counts:
    """Count the tree below a state, by default the initial one."""
    if not 0 <= depth <= MAX_DEPTH:
        raise InputError(f"depth {depth} cannot be counted; expected a number from 0 to {MAX_DEPTH}")
    rules = as_game(game)
    levels = [0] * (depth + 1)
    finished = _count(rules, rules.initial() if state is None else state, depth, levels)
    return Counts(leaves=levels[0], nodes=sum(levels), finished=finished)


def divide(game: Game[Any], depth: int, state: Any = None) -> dict[int, Counts]:
    """The same for each move of the root, one ply less deep."""
    rules = as_game(game)
    root = rules.initial() if state is None else state
    if rules.result(root) is not None or depth < 1:
        return {}
    return {int(move): perft(rules, depth - 1, rules.play(root, move)) for move in rules.moves(root)}


def _count(game: Game[Any], state: Any, depth: int, levels: list[int]) -> int:
    """Add one to levels[plies left] for each node; how many nodes are finished games."""
    levels[depth] += 1
    if game.result(state) is not None:
        return 1
    if depth == 0:
        return 0
    return sum(_count(game, game.play(state, move), depth - 1, levels) for move in game.moves(state))
