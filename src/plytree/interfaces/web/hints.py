"""Hints: what every legal move is worth; exact where the solver can say it, else as far as a short search sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plytree.games.contract.game import Game
from plytree.interfaces.web.exact import make_solver, solver_board, solver_key, solver_ready
from plytree.interfaces.web.services import Services
from plytree.search.limits import Limits
from plytree.search.score import Kind, Score
from plytree.solvers.connect4 import Solver, to_score

SECONDS = 1.0  # a short search for games without a solver


@dataclass(frozen=True)
class Hints:
    """The worth of moves for the player to move. `exact`: by the solver."""

    scores: Mapping[int, Score]
    exact: bool

    def marks(self, pawn: int = 0) -> dict[int, dict[str, Any]]:
        """What the board shows on each move: a mark by kind, a number, and whether none is better."""
        best = max(self.scores.values(), default=None)
        return {
            move: {"kind": score.kind.value, "text": short(score, pawn), "best": score == best}
            for move, score in self.scores.items()
        }


def short(score: Score, pawn: int = 0) -> str:
    """A score in very few letters: the plies to a win or loss, `=` for a draw, an estimate as a number."""
    if score.kind is Kind.DRAW:
        return "="
    if score.kind is Kind.ESTIMATE:
        value = score.value or 0
        return f"{value / pawn:+.1f}" if pawn else f"{value:+d}" if value else "0"
    return str(score.plies if score.plies is not None else abs(score.value or 0))


async def value_moves(
    services: Services, visitor: str, name: str, game: Game[Any], state: Any, history: list[Any]
) -> Hints:
    """The worth of every legal move of an unfinished state. Waits for a turn in the pool."""
    board = solver_board(game, state)
    if board is not None and solver_ready(board):
        values = await services.with_helper(
            solver_key(board), visitor, lambda: make_solver(board), Solver.analyse, state
        )
        cells = board.width * board.height
        return Hints({move: to_score(value, state, cells) for move, value in values.items()}, exact=True)
    moves = [int(move) for move in game.moves(state)]
    limits = Limits(seconds=services.limit_seconds(SECONDS))
    found = await services.search(name, visitor, state, limits, history=history, multipv=len(moves))
    return Hints({move: score for move, score, _ in found.lines}, exact=False)
