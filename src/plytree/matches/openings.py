"""Openings: random, balanced, and the same for everybody who asks with the same seed.

Two good players repeat themselves from the start of a game. So each pair of games starts from its own random position;
as one side may be better off there, both players get both colours.
"""

from __future__ import annotations

import random
import statistics
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.matches.session import Session
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.score import Kind

JUDGE_NODES = 3000  # what a search may cost that looks whether a position is balanced
SAMPLE = 48  # positions that show what scores are usual in a game
TRIES = 40  # candidates for each opening wanted, before positions are allowed to repeat


def make_openings(
    game: Game[Any], count: int, plies: int, seed: int, judge: Engine[Any] | None = None
) -> list[list[int]]:
    """`count` openings of `plies` random moves each, as lists of moves; distinct as far as the game has so many.

    With a `judge`, a position is taken only if a short search proves it neither won nor lost, and its estimate is no
    further from 0 than the median of such positions.
    """
    if plies < 0:
        raise InputError(f"openings of {plies!r} plies: expected a whole number from 0 on")
    if plies == 0:
        return [[] for _ in range(count)]
    source = random.Random(f"openings/{seed}")
    balance = _Balance(game, judge, plies, random.Random(f"balance/{seed}")) if judge else None
    openings: list[list[int]] = []
    seen: set[Any] = set()
    spare: list[list[int]] = []
    for _ in range(TRIES * count):
        if len(openings) == count:
            return openings
        moves, state = _random_moves(game, plies, source)
        if state is None:
            continue
        mark = repr(state)
        if mark in seen:
            continue
        seen.add(mark)
        if balance is None or balance.fair(state):
            openings.append(moves)
        else:
            spare.append(moves)
    pool = openings or spare
    if not pool:
        raise InputError(f"no game goes on after {plies} random plies; expected fewer plies of opening")
    return [pool[i % len(pool)] if i >= len(openings) else openings[i] for i in range(count)]


class _Balance:
    """Is a position balanced, by the usual size of estimates in this game?"""

    def __init__(self, game: Game[Any], judge: Engine[Any], plies: int, source: random.Random):
        self.judge = judge
        sizes = []
        for _ in range(SAMPLE):
            _, state = _random_moves(game, plies, source)
            size = None if state is None else self._size(state)
            if size is not None:
                sizes.append(size)
        self.margin = statistics.median(sizes) if sizes else 0

    def fair(self, state: Any) -> bool:
        size = self._size(state)
        return size is not None and size <= self.margin

    def _size(self, state: Any) -> int | None:
        """How far the score is from 0; None if the position is decided."""
        self.judge.clear()
        score = self.judge.search(state, Limits(nodes=JUDGE_NODES)).score
        if score is None or score.kind in (Kind.WIN, Kind.LOSS):
            return None
        return abs(score.value or 0)


def _random_moves(game: Game[Any], plies: int, source: random.Random) -> tuple[list[int], Any]:
    """Moves drawn at random and the state they lead to; None as the state if the game is over there."""
    session = Session(game)
    for _ in range(plies):
        if session.outcome is not None:
            return session.moves, None
        session.play(source.choice(session.legal_moves()))
    return session.moves, None if session.outcome is not None else session.state
