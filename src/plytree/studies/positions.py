"""Positions to ask questions about: from games played half by sense and half by chance, the same for the same seed."""

from __future__ import annotations

import random
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.matches.session import Session
from plytree.search.engine import Engine
from plytree.search.limits import Limits

CHANCE = 0.35  # share of moves drawn at random, so that games differ and errors happen
SENSE = Limits(nodes=500)


def sample_positions(game: Game[Any], count: int, first_ply: int, last_ply: int, seed: int) -> list[list[int]]:
    """`count` unfinished positions as lists of moves, distinct, their plies spread evenly over the range."""
    if not 0 <= first_ply <= last_ply:
        raise InputError(f"plies {first_ply} to {last_ply} are no range; expected 0 <= first <= last")
    source, engine = random.Random(f"positions/{seed}"), Engine(game, mode="best", table_mb=1)
    found: list[list[int]] = []
    seen: set[str] = set()
    wanted = first_ply
    for _ in range(60 * count):
        if len(found) == count:
            break
        session = _play(game, engine, wanted, source)
        if session.outcome is None and repr(session.state) not in seen:
            seen.add(repr(session.state))
            found.append(session.moves)
            wanted = wanted + 1 if wanted < last_ply else first_ply
        elif len(session.moves) < wanted and source.random() < 0.3:  # few games last so long: do not insist
            wanted = wanted + 1 if wanted < last_ply else first_ply
    if not found:
        raise InputError(f"no unfinished position was found at plies {first_ply} to {last_ply}; expected earlier plies")
    return found


def _play(game: Game[Any], engine: Engine[Any], plies: int, source: random.Random) -> Session:
    session = Session(game)
    engine.clear()
    while session.outcome is None and len(session.moves) < plies:
        move: int | None = None
        if source.random() > CHANCE:
            move = engine.search(session.state, SENSE).move
        session.play(source.choice(session.legal_moves()) if move is None else move)
    return session
