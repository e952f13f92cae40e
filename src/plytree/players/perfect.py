"""A player that never gives anything away: `perfect`. Connect Four only, on boards of up to 42 squares."""

from __future__ import annotations

from typing import Any

from plytree.errors import InputError
from plytree.games.connect4 import ConnectFour, State
from plytree.games.game import Game
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
        scores = self.solver.analyse(state)
        best = max(scores.values())
        centre = (self.game.width - 1) / 2
        move = min((move for move, score in scores.items() if score == best), key=lambda m: (abs(m - centre), m))
        cells = self.game.width * self.game.height
        return Choice(move=move, score=to_score(best, state, cells), nodes=self.solver.nodes, pv=(move,))

    def close(self) -> None:
        pass


def from_options(game: Game[Any], options: dict[str, str]) -> PerfectPlayer:
    reject_unknown(options, "perfect", "no options")
    return PerfectPlayer(game)
