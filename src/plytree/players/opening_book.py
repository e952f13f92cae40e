"""A player with an opening book: `engine:time=0.1,+book`, `engine:book=FILE`. While the book knows a move, no search.

Connect Four's book holds exact scores of all moves. Other games' books hold positions that are good to reach: one of
the good moves is drawn, by the seed of the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name
from plytree.games.placing.connect4 import ConnectFour
from plytree.players.player import Player, begin_game
from plytree.players.thinking import Choice, Thinking, settled
from plytree.search.limits import Limits
from plytree.search.score import Score
from plytree.solvers.book import Book, shipped
from plytree.solvers.connect4 import to_score
from plytree.solvers.openings.file import SHIPPED, OpeningBook


class KnownMoves(Protocol):
    """What a book says."""

    def choose(self, state: Any, chance: random.Random) -> Choice | None: ...


class ExactBook:
    """Plays the best move of a position all of whose moves have exact scores."""

    def __init__(self, book: Book):
        self.book = book

    def choose(self, state: Any, chance: random.Random) -> Choice | None:
        game, scores = self.book.game, dict[int, int]()
        for move in game.moves(state):
            child = game.play(state, move)
            known = None if game.result(child) is not None else self.book.look_up(child)
            if known is None:
                return None
            scores[int(move)] = -known
        best = max(scores, key=lambda move: scores[move])
        return Choice(move=best, score=to_score(scores[best], state, game.width * game.height))


class DrawnBook:
    """Draws one of the good moves."""

    def __init__(self, book: Any):
        self.book = book

    def choose(self, state: Any, chance: random.Random) -> Choice | None:
        found = self.book.choose(state, chance)
        if found is None:
            return None
        return Choice(move=found.move, score=None if found.value is None else Score.estimate(found.value))


def book_of(game: Game[Any], file: str = "") -> KnownMoves | None:
    """The book in a file (ours, or a Polyglot .bin of chess), or the one that comes with plytree, if one does.

    InputError if there is something wrong with the file."""
    if file.endswith(".bin"):
        from plytree.solvers.openings.polyglot import PolyglotBook

        if game_name(game) != "chess":
            raise InputError(f"{file!r} is a book of chess, and this is {game_name(game)}")
        return DrawnBook(PolyglotBook(Path(file), game))
    if file:
        return DrawnBook(OpeningBook(Path(file), game))
    if isinstance(game, ConnectFour) and game.connect == 4:
        exact = shipped(game.width, game.height)
        return ExactBook(exact) if exact is not None else None
    path = SHIPPED / f"{game_name(game)}.openings"
    return DrawnBook(OpeningBook(path, game)) if path.is_file() else None


class BookPlayer:
    """Plays the book's moves while it knows some, then what another player chooses."""

    def __init__(self, game: Game[Any], inner: Player, file: str = ""):
        book = book_of(game, file)
        if book is None:
            raise InputError(f"'+book': no opening book comes with plytree for {type(game).__name__}")
        self.game, self.inner, self.book = game, inner, book
        self.name = f"{inner.name},+book"
        self.limits = getattr(inner, "limits", None)
        self._chance = random.Random()

    def new_game(self, seed: int) -> None:
        self._chance = random.Random(seed)
        begin_game(self.inner, seed)

    def start(
        self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        known = self.book.choose(state, self._chance) if multipv == 1 else None
        if known is None:
            return self.inner.start(state, history, limits, multipv=multipv)
        return settled(known, self.game, state, history)

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        return self.book.choose(state, self._chance) or self.inner.choose(state, history, limits)

    def close(self) -> None:
        self.inner.close()
