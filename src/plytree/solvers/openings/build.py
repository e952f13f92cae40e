"""Opening books made from games, from the engine's own play, and from its judgement.

Widening is best-first: of all positions at the book's edge the one is worked on next that is most likely to come up,
which is the one that both sides reach with the smallest mistakes (T. Lincke, Strategies for the Automatic Construction
of Opening Books, 2000: drop-out expansion). Its best moves and their values enter the book.
"""

from __future__ import annotations

import heapq
import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import as_game
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.score import Kind, Score
from plytree.solvers.openings.file import BookEntry, key_of

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": None}
_COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|^%[^\n]*", re.MULTILINE)
_NUMBER = re.compile(r"^\d+\.*")
PER_PLY = 0.4  # pawns of mistakes that one ply more counts for
DECIDED = 10_000  # a won game, as a value
Say = Callable[[str], None]


def read_games(game: Game[Any], text: str, complain: Say) -> Iterator[tuple[list[Any], int | None]]:
    """The games in a text: PGN, or moves as the game writes them with a result at the end of each game.

    Each is its states, from the start, and the result for the player who began. A move that is none ends its game
    there, with a complaint; what is in comments and variations is not read.
    """
    rules = as_game(game)
    number, states, broken = 0, [rules.initial()], False
    for token in _tokens(text):
        if token in RESULTS:
            number += 1
            if len(states) > 1:
                yield states, RESULTS[token]
            states, broken = [rules.initial()], False
        elif token == "[FEN]":
            broken = True  # it does not begin at the beginning
        elif not broken:
            try:
                if rules.result(states[-1]) is not None:
                    raise InputError("the game is over before it")
                states.append(rules.play(states[-1], rules.read_move(states[-1], token)))
            except InputError as error:
                broken = True
                complain(f"game {number + 1}, move {len(states)}, {token[:20]!r} cannot be played: {error}")
    if len(states) > 1:
        yield states, None


def _tokens(text: str) -> Iterator[str]:
    depth = 0
    for line in _COMMENT.sub(" ", text).splitlines():
        if line.startswith("[") and line.rstrip().endswith("]"):
            if line.startswith("[FEN "):
                yield "[FEN]"
            continue
        for token in line.replace("(", " ( ").replace(")", " ) ").split():
            if token in "()":
                depth += 1 if token == "(" else -1
            elif depth <= 0:
                word = token if token in RESULTS else _NUMBER.sub("", token).rstrip("!?")
                if word:
                    yield word


def count_games(
    game: Game[Any], games: Iterable[tuple[Sequence[Any], int | None]], plies: int, least: int = 1
) -> dict[int, BookEntry]:  # fmt: skip
    """What happened in games, by position, over their first `plies` plies; positions of fewer than `least` games are
    left out."""
    rules, found = as_game(game), dict[int, BookEntry]()
    twice = has_hook(rules, "to_move")
    for states, result in games:
        first = rules.to_move(states[0]) if twice else 0
        for ply, state in enumerate(states[1 : plies + 1]):
            mover = rules.to_move(states[ply]) if twice else ply % 2
            entry = found.setdefault(key_of(rules, state), BookEntry())
            entry.games += 1
            entry.points += 1 if result is None else 1 + (result if mover == first else -result)
    return {key: entry for key, entry in found.items() if entry.games >= least}


def self_play(
    game: Game[Any], engine: Engine[Any], count: int, limits: Limits, plies: int, seed: int, longest: int = 300
) -> Iterator[tuple[list[Any], int | None]]:  # fmt: skip
    """Games that the engine plays against itself. In the first plies it draws among moves that are about as good."""
    rules = as_game(game)
    for number in range(count):
        chance, states = random.Random(f"{seed}/{number}"), [rules.initial()]
        engine.clear()
        while rules.result(states[-1]) is None and len(states) <= longest:
            wide = 4 if len(states) <= plies else 1
            found = engine.search(states[-1], limits, history=states[:-1], multipv=wide)
            assert found.move is not None
            states.append(rules.play(states[-1], _draw(found, chance, rules.pawn) if wide > 1 else found.move))
        result = rules.result(states[-1])
        begun = has_hook(rules, "to_move") and rules.to_move(states[-1]) == rules.to_move(states[0])
        same = begun or (not has_hook(rules, "to_move") and len(states) % 2 == 1)
        yield states, None if result is None else (1 if result > 0 else -1 if result < 0 else 0) * (1 if same else -1)


def _draw(found: Any, chance: random.Random, pawn: int) -> int:
    near = [line for line in found.lines if _value(line[1]) >= _value(found.lines[0][1]) - 0.4 * (pawn or 100)]
    return int(chance.choice(near)[0]) if near else int(found.move)


def _value(score: Score) -> int:
    """A score in units of evaluate()."""
    if score.kind is Kind.ESTIMATE or score.value is not None:
        return score.value or 0
    return {Kind.WIN: DECIDED, Kind.LOSS: -DECIDED, Kind.DRAW: 0}[score.kind]


def widen(
    game: Game[Any],
    engine: Engine[Any],
    positions: int,
    limits: Limits,
    lines: Iterable[Sequence[Any]] = (),
    width: int = 4,
    on_step: Callable[[int], None] | None = None,
) -> dict[int, BookEntry]:
    """A book of so many positions, by the engine's judgement. It widens from the start and from positions on these
    lines (states from the start), which count as likely although the engine might not play them, and as games that were
    played, so that their moves are chosen more often."""
    rules, pawn = as_game(game), game.pawn or 100
    found: dict[int, BookEntry] = {}
    order = itertools.count()
    edge: list[tuple[float, int, Any, int]] = [(0.0, next(order), rules.initial(), 0)]
    for line in lines:
        for ply, state in enumerate(line):
            edge.append((0.5 * PER_PLY * ply, next(order), state, ply))
            if ply:
                entry = found.setdefault(key_of(rules, state), BookEntry())
                entry.games, entry.points = entry.games + 1, entry.points + 1
    heapq.heapify(edge)
    worked: set[int] = set()
    while edge and len(found) < positions:
        likely, _, state, ply = heapq.heappop(edge)
        if key_of(rules, state) in worked or rules.result(state) is not None:
            continue
        worked.add(key_of(rules, state))
        lines_found = _best(engine, state, limits, width)
        best = _value(lines_found[0][1]) if lines_found else 0
        here = found.get(key_of(rules, state))
        if here is not None and not has_hook(rules, "to_move"):
            here.value = -best  # deeper by a ply than what the move to it was thought to be worth
        for move, score in lines_found:
            child, worse = rules.play(state, move), (best - _value(score)) / pawn
            if worse <= 1.0:
                entry = found.setdefault(key_of(rules, child), BookEntry())
                entry.value = _value(score) if key_of(rules, child) not in worked else entry.value
                heapq.heappush(edge, (likely + PER_PLY + worse, next(order), child, ply + 1))
        if on_step:
            on_step(len(found))
    return found


def _best(engine: Engine[Any], state: Any, limits: Limits, width: int) -> list[tuple[int, Score]]:
    found = engine.search(state, limits, multipv=width)
    if not found.lines:
        return [] if found.move is None or found.score is None else [(found.move, found.score)]
    return [(move, score) for move, score, _ in found.lines]


def merge(*books: dict[int, BookEntry]) -> dict[int, BookEntry]:
    """Several books as one: games added up, the last value counts."""
    found: dict[int, BookEntry] = {}
    for book in books:
        for key, entry in book.items():
            here = found.setdefault(key, BookEntry())
            here.games, here.points = here.games + entry.games, here.points + entry.points
            here.value = entry.value if entry.value is not None else here.value
    return found
