"""Hints: what every legal move is worth; exact where the solver can say it, else as far as a short search sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plytree.advice.exact import in_book, solver_board, solver_ready
from plytree.games.contract.game import Game
from plytree.players.perfect import PerfectPlayer
from plytree.players.player import Player, make_player
from plytree.search.result import SearchResult
from plytree.search.score import Kind, Score
from plytree.solvers.connect4 import can_solve

EXACT, USUAL = "perfect", "engine"  # who values moves
SECONDS = 1.0  # of a search, where no solver answers


@dataclass(frozen=True)
class Hints:
    """The worth of moves for the player to move. `exact`: by the solver, by tables, or proven by the search."""

    scores: Mapping[int, Score]
    exact: bool
    refining: bool = False  # exact ones are on their way

    @staticmethod
    def of(result: SearchResult, adviser: str) -> Hints:
        """The hints in what an adviser found, who was asked for as many lines as there are moves."""
        scores = {move: score for move, score, _ in result.lines}
        if not scores and result.move is not None and result.score is not None:  # one legal move: no lines
            scores = {result.move: result.score}
        return Hints(
            scores, exact=bool(scores) and (adviser == EXACT or all(score.proven for score in scores.values()))
        )

    def marks(self, pawn: int = 0) -> dict[int, dict[str, Any]]:
        """What the board shows on each move: a mark by kind, a number, and whether none is better."""
        best = max(self.scores.values(), default=None)
        return {
            move: {"kind": score.kind.value, "text": short(score, pawn), "best": score == best}
            for move, score in self.scores.items()
        }


def adviser(game: Game[Any], state: Any) -> str:
    """Who values moves best here and now: EXACT (the solver) where it answers soon, else USUAL (the engine)."""
    board = solver_board(game, state)
    return EXACT if board is not None and (solver_ready(board) or in_book(board, state)) else USUAL


def exact_later(game: Game[Any], state: Any) -> bool:
    """Will the solver value the moves exactly, but not at once: it is still being compiled, or has to think?"""
    return can_solve(game) and adviser(game, state) == USUAL


def make_adviser(who: str, game: Game[Any]) -> Player:
    """The player that values moves. The solver takes boards of any size: it is asked only where it answers soon."""
    if who == EXACT:
        return PerfectPlayer(game, most_squares=64, table_mb=32)
    return make_player(f"{USUAL}:time={SECONDS:g},hash=32", game)


def short(score: Score, pawn: int = 0) -> str:
    """A score in very few letters: the plies to a win or loss, `=` for a draw, an estimate as a number."""
    if score.kind is Kind.DRAW:
        return "="
    if score.kind is Kind.ESTIMATE:
        value = score.value or 0
        return f"{value / pawn:+.1f}" if pawn else f"{value:+d}" if value else "0"
    number = score.plies if score.plies is not None else abs(score.value or 0)
    return str(number) if number or score.plies == 0 else "?"  # "?": nobody knows how soon
