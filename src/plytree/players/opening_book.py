"""A player with an opening book: `engine:time=0.1,+book`. As long as the book knows every move's score, no search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.placing.connect4 import ConnectFour
from plytree.players.player import Player, begin_game
from plytree.players.thinking import Choice, Thinking, settled
from plytree.search.limits import Limits
from plytree.solvers.book import Book, shipped
from plytree.solvers.connect4 import to_score


def book_of(game: Game[Any]) -> Book | None:
    """The book that comes with plytree for a game, if one does."""
    if isinstance(game, ConnectFour) and game.connect == 4:
        return shipped(game.width, game.height)
    return None


class BookPlayer:
    """Plays the book's best move while it knows all moves of a position, then what another player chooses."""

    def __init__(self, game: Game[Any], inner: Player):
        book = book_of(game)
        if book is None:
            raise InputError(f"'+book': no opening book comes with plytree for {type(game).__name__}")
        self.game, self.inner, self.book = game, inner, book
        self.name = f"{inner.name},+book"
        self.limits = getattr(inner, "limits", None)

    def new_game(self, seed: int) -> None:
        begin_game(self.inner, seed)

    def start(
        self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        known = self._look_up(state)
        if known is None:
            return self.inner.start(state, history, limits, multipv=multipv)
        return settled(known, self.game, state, history)

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        return self._look_up(state) or self.inner.choose(state, history, limits)

    def _look_up(self, state: Any) -> Choice | None:
        """The best move, where the book knows the scores of all."""
        scores: dict[int, int] = {}
        for move in self.game.moves(state):
            child = self.game.play(state, move)
            known = None if self.game.result(child) is not None else self.book.look_up(child)
            if known is None:
                return None
            scores[int(move)] = -known
        best = max(scores, key=lambda move: scores[move])
        return Choice(move=best, score=to_score(scores[best], state, self.book.game.width * self.book.game.height))

    def close(self) -> None:
        self.inner.close()
