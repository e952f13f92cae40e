"""Any game solved by alpha-beta, and a certificate that can be checked with the rules alone.

A certificate says what the player to move gets for certain: a strategy for him that reaches it against everything, and
one for the other player that gives him no more. A strategy is one move for each position in which its owner is to move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plytree.errors import GameError
from plytree.games.contract.game import Game, has_hook
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.result import Iteration, SearchResult
from plytree.search.score import Kind, Score

MOST = 200_000  # positions of a strategy


@dataclass
class Certificate:
    """`value` for the player to move; `mover` and `other` are the two strategies, from a position to a move."""

    value: int
    mover: dict[str, int] = field(default_factory=dict)
    other: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "mover": self.mover, "other": self.other}


def prove(
    engine: Engine[Any], state: Any, seconds: float | None, watch: Callable[[Iteration], None] = lambda _: None
) -> SearchResult:
    """Search until the score is proven or the time is over; `watch` is told of each depth."""
    running = engine.start(state, Limits(seconds=seconds))
    try:
        for iteration in running.iterations():
            watch(iteration)
    except KeyboardInterrupt:
        running.stop()
        raise
    return running.result()


def value_of(game: Game[Any], score: Score) -> int:
    """A proven score as a utility for the player to move."""
    if score.kind in (Kind.WIN, Kind.LOSS):
        return game.max_utility if score.kind is Kind.WIN else -game.max_utility
    return 0 if score.kind is Kind.DRAW else int(score.value or 0)


def certify(engine: Engine[Any], state: Any, score: Score, seconds: float = 10.0) -> Certificate:
    """A certificate for a proven score; GameError if it would be too large, or a position is not proven in time."""
    game = engine.game
    made = Certificate(value_of(game, score))
    for own, least, plan in ((True, made.value, made.mover), (False, -made.value, made.other)):
        if least == -game.max_utility:
            continue  # there is nothing to show: nobody gets less
        todo = [(state, own)]
        seen = set(todo) if _hashable(state) else set()
        while todo:
            here, own = todo.pop()
            if game.result(here) is not None:
                continue
            moves = [int(move) for move in game.moves(here)]
            if own:
                found = engine.search(here, Limits(seconds=seconds))
                if found.move is None or not found.score or not found.score.proven:
                    raise GameError(f"no certificate: a position is not proven within {seconds:g} s: {here!r:.200}")
                moves = [found.move]
                plan[repr(here)] = found.move
            for after, mine in _children(game, here, own, moves):
                if (after, mine) not in seen:
                    seen.add((after, mine))
                    todo.append((after, mine))
            if len(seen) > MOST:
                raise GameError(f"no certificate: a strategy would have more than {MOST} positions")
    return made


def check(game: Game[Any], state: Any, certificate: Certificate) -> str:
    """Why a certificate proves nothing, in one sentence; "" if it proves its value. It asks only the rules."""
    for own, least, plan in (
        (True, certificate.value, certificate.mover),
        (False, -certificate.value, certificate.other),
    ):
        if least == -game.max_utility:
            continue
        done: set[Any] = set()
        line: dict[Any, list[Any]] = {(state, own): []}  # the positions from the root to here, with what is left to try
        waiting: list[Any] = [(state, own)]
        while waiting:
            here, mine = waiting[-1]
            if (here, mine) not in done:
                done.add((here, mine))
                outcome = game.result(here)
                if outcome is not None:
                    if (outcome if mine else -outcome) < least:
                        return f"the strategy reaches {outcome} for the player to move in {here!r:.200}"
                else:
                    moves = [int(move) for move in game.moves(here)]
                    if mine and plan.get(repr(here)) not in moves:
                        return f"the strategy has no legal move in {here!r:.200}"
                    line[here, mine] = _children(game, here, mine, [plan[repr(here)]] if mine else moves)
            rest = line[here, mine]
            if not rest:
                waiting.pop()
                del line[here, mine]
                continue
            after = rest.pop()
            if after in line:
                return f"the strategy comes back to {after[0]!r:.200}"
            if after not in done:
                line[after] = []
                waiting.append(after)
    return ""


def _children(game: Game[Any], state: Any, own: bool, moves: list[int]) -> list[tuple[Any, bool]]:
    """The positions after these moves, and whether the owner of the strategy is to move there."""
    found = []
    for move in moves:
        after = game.play(state, move)
        same = has_hook(game, "to_move") and game.to_move(after) == game.to_move(state)
        found.append((after, own if same else not own))
    return found


def _hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        raise GameError("no certificate: states that are not hashable, like arrays") from None
    return True
