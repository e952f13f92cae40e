"""What an engine may be told exactly: the scores of positions that are in some table.

    Engine(game, knowledge=known(game))       # plytree.solvers.known finds the tables that there are

At the root a known position is not searched: its moves are ranked by their exact scores. Inside the search the hook
`look_up` of the game asks (alphabeta/techniques/knowledge.py).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Any, Protocol

from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import as_game
from plytree.search.score import Kind, Score

LONGEST = 200  # plies of a line


class Knowledge(Protocol):
    """Exact scores of some positions."""

    @property
    def address(self) -> int:
        """Of the tables that the game's hook `look_up` reads; 0 if it is not to be asked inside the search."""

    def score(self, state: Any) -> Score | None:
        """For the player to move; None if it is not known."""


def before(score: Score, same: bool = False) -> Score:
    """What a move is worth that leads to a position with this score; `same`: the same player moves there.

    >>> str(before(Score.loss(4))), str(before(Score.win(3))), str(before(Score.win(3), same=True))
    ('wins in 5', 'loses in 4', 'wins in 4')
    """
    here = score if same else -score
    return here if here.plies is None else Score(here.kind, plies=here.plies + 1)


def move_scores(
    game: Game[Any], tables: Knowledge, state: Any, moves: Iterable[int] | None = None
) -> dict[int, Score]:  # fmt: skip
    """The exact score of each move (or of these) for the player who makes it; moves to unknown positions are left
    out."""
    rules = as_game(game)
    twice = has_hook(rules, "to_move")
    found: dict[int, Score] = {}
    for move in rules.moves(state) if moves is None else moves:
        child = rules.play(state, int(move))
        score = tables.score(child)
        if score is None and (result := rules.result(child)) is not None:
            score = finished(rules, result)
        if score is not None:
            same = twice and rules.to_move(child) == rules.to_move(state)
            found[int(move)] = before(score, same)
    return found


def finished(game: Game[Any], result: int) -> Score:
    """The score of a finished game."""
    if game.max_utility > 1:
        return Score.utility(result)
    return Score.draw() if result == 0 else Score.win(0) if result > 0 else Score.loss(0)


def best_line(
    game: Game[Any], tables: Knowledge, state: Any, first: int | None = None, seconds: float = math.inf
) -> tuple[int, ...]:  # fmt: skip
    """Best play from an unfinished position to its end, `first` being its first move, as far as the tables and the
    time go. Nothing but that move for a draw, which may have no end."""
    rules, late = as_game(game), time.perf_counter() + seconds
    line: list[int] = []
    while len(line) < LONGEST:
        if first is None:
            moves = list(rules.moves(state))
            scores = move_scores(rules, tables, state, moves)
            if len(scores) < len(moves) or not moves or max(scores.values()).kind is Kind.DRAW:
                break
            first = max(scores, key=lambda move: scores[move])
        line.append(first)
        state, first = rules.play(state, first), None
        if rules.result(state) is not None:
            break
        if time.perf_counter() > late:
            break
    return tuple(line)
