"""A player that never gives anything away: `perfect`. Connect Four only, on boards of up to 42 squares."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game, side_to_move
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.players.spec import reject_unknown
from plytree.players.thinking import Choice, Thinking, Work
from plytree.search.limits import Limits
from plytree.search.result import SearchResult
from plytree.search.score import Score
from plytree.solvers import native
from plytree.solvers.connect4 import MOST_SQUARES, Solver, to_score


class PerfectPlayer:
    """Plays a move of the best exact score: the fastest win or the slowest loss; of several the most central.

    The solver is compiled in another process while the first moves come from the book.
    """

    name = "perfect"

    def __init__(self, game: Game[Any], most_squares: int = MOST_SQUARES, table_mb: float | None = None):
        if not isinstance(game, ConnectFour) or game.connect != 4:
            raise InputError("the perfect player knows only Connect Four with four in a row; expected connect4")
        if game.width * game.height > most_squares:
            raise InputError(
                f"a board of {game.width}x{game.height} is too big for the perfect player; expected up to "
                f"{most_squares} squares"
            )
        self.game = game
        self.solver = Solver(game.width, game.height, table_mb=table_mb)
        native.prepare(game.width, game.height)

    def choose(self, state: State, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        return Choice.of(self._solve(state, history, 1))

    def start(
        self, state: State, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        return Work(lambda: self._solve(state, history, multipv), side_to_move(self.game, state, history))

    def _solve(self, state: State, history: Sequence[Any], multipv: int) -> SearchResult:
        """The best move, or the scores of as many as are wanted; that is more work."""
        begin, centre = time.perf_counter(), (self.game.width - 1) / 2
        moves = sorted(self.game.moves(state), key=lambda move: (abs(move - centre), move))
        lines: tuple[tuple[int, Score, tuple[int, ...]], ...] = ()
        if multipv == 1:
            value = self.solver.solve(state)
            nodes = self.solver.nodes
            best = next(move for move in moves if self.solver.keeps(state, move, value))
        else:
            values = self.solver.analyse(state)
            nodes, ranked = self.solver.nodes, sorted(moves, key=lambda move: -values[move])
            best, value = ranked[0], values[ranked[0]]
            lines = tuple((m, to_score(values[m], state, self.solver.cells), (m,)) for m in ranked[:multipv])
        return SearchResult(
            move=best, score=to_score(value, state, self.solver.cells), depth=0, nodes=nodes, pv=(best,), lines=lines,
            seconds=time.perf_counter() - begin, side=side_to_move(self.game, state, history), mode="native",
        )  # fmt: skip

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> PerfectPlayer:
    reject_unknown(options, "perfect", "no options")
    return PerfectPlayer(game)
