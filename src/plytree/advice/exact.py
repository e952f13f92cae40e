"""Where the Connect Four solver can answer: exactly, and soon."""

from __future__ import annotations

from typing import Any

from plytree.games.contract.game import Game
from plytree.games.placing.connect4 import ConnectFour
from plytree.solvers import native
from plytree.solvers.book import shipped
from plytree.solvers.connect4 import Solver

EASY = 28  # empty squares from which the solver needs no book


def solver_board(game: Game[Any], state: Any) -> ConnectFour | None:
    """The board on which the solver answers about this state soon; None if it would take long, or is not its game."""
    if not isinstance(game, ConnectFour) or game.connect != 4:
        return None
    empty = game.width * game.height - (state.mine | state.theirs).bit_count()
    return game if empty <= EASY or in_book(game, state) else None


def in_book(game: ConnectFour, state: Any) -> bool:
    """Are all moves of a position looked up, not searched?"""
    book = shipped(game.width, game.height)
    children = [game.play(state, move) for move in game.moves(state)]
    return book is not None and all(
        game.result(child) is not None or book.look_up(child) is not None for child in children
    )


def solver_ready(board: ConnectFour) -> bool:
    """Is the solver compiled? If not, another process begins to compile it."""
    native.prepare(board.width, board.height)
    return native.is_ready(board.width, board.height)


def make_solver(board: ConnectFour) -> Solver:
    return Solver(board.width, board.height, table_mb=32)
