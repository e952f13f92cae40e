"""Openings of chess by name: `names.txt` has their moves, `names.keys` the keys of the positions they lead to."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from plytree.games.chess.game import Chess
from plytree.games.contract.game import Game
from plytree.games.contract.records import as_game
from plytree.search.compile.kernel import rules_of
from plytree.solvers.openings.file import key_of

NAMES = Path(__file__).parent / "names.txt"
KEYS = NAMES.with_suffix(".keys")


def lines() -> Iterator[tuple[str, list[str]]]:
    """Each opening's name and moves."""
    for line in NAMES.read_text("utf-8").splitlines():
        name, _, moves = line.partition(": ")
        yield name, moves.split()


def states_of(moves: Sequence[str]) -> list[Any]:
    """The positions of an opening, from the start."""
    rules = as_game(Chess())
    states = [rules.initial()]
    for move in moves:
        states.append(rules.play(states[-1], rules.read_move(states[-1], move)))
    return states


def make_keys() -> str:
    """The content of names.keys: playing all moves takes a second, reading their keys does not."""
    rules = as_game(Chess())
    return "".join(f"{key_of(rules, states_of(moves)[-1]):016x} {name}\n" for name, moves in lines())


@functools.cache
def _names() -> dict[int, str]:
    found = (line.split(" ", 1) for line in KEYS.read_text("utf-8").splitlines())
    return {int(key, 16): name for key, name in found}


def opening_name(game: Game[Any], states: Sequence[Any]) -> str:
    """The name of the opening that a game through these states follows, the longest one; "" if it has none.

    A name belongs to a position, so another order of moves has it too."""
    rules = as_game(rules_of(game))
    if not isinstance(rules_of(game), Chess) or not states:
        return ""
    known = _names()
    for state in reversed(states[:40]):
        name = known.get(key_of(rules, state))
        if name:
            return name
    return ""
