"""A player that never gives anything away: `perfect`. Connect Four only, on boards of up to 42 squares."""

from __future__ import annotations

from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.players.player import Choice, reject_unknown
from plytree.search.limits import Limits
from plytree.solvers import native
from plytree.solvers.connect4 import Solver, to_score

MOST_SQUARES = 42


class PerfectPlayer:
    """Plays a move of the best exact score: the fastest win or the slowest loss; of several the most central.

    The solver is compiled in another process while the first moves come from the book.
    """

    name = "perfect"

    def __init__(self, game: Game[Any]):
        if not isinstance(game, ConnectFour) or game.connect != 4:
            raise InputError("the perfect player knows only Connect Four with four in a row; expected connect4")
        if game.width * game.height > MOST_SQUARES:
            raise InputError(
                f"a board of {game.width}x{game.height} is too big for the perfect player; expected up to "
                f"{MOST_SQUARES} squares"
            )
        self.game = game
        self.solver = Solver(game.width, game.height)
        native.prepare(game.width, game.height)

    def choose(self, state: State, history: list[Any], limits: Limits | None = None) -> Choice:
        score = self.solver.solve(state)
        nodes, centre = self.solver.nodes, (self.game.width - 1) / 2
        moves = sorted(self.game.moves(state), key=lambda move: (abs(move - centre), move))
        best = next(move for move in moves if self.solver.keeps(state, move, score))
        return Choice(move=best, score=to_score(score, state, self.solver.cells), nodes=nodes, pv=(best,))

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> PerfectPlayer:
    reject_unknown(options, "perfect", "no options")
    return PerfectPlayer(game)
