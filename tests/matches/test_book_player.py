"""An engine with an opening book plays the book's best move as long as the book knows them all."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from plytree import load_game
from plytree.errors import InputError
from plytree.games.placing.connect4 import ConnectFour
from plytree.players import opening_book
from plytree.players.player import make_player
from plytree.search.score import Kind
from plytree.solvers.book import Book, key, layers, write


def test_the_book_is_asked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("connect4:4x3")
    assert isinstance(game, ConnectFour)
    scores = {code: 0 for layer in layers(game, 2) for code in layer}
    scores[key(game, game.play(game.initial(), 2))] = -3  # so playing there wins, says the book
    write(tmp_path / "small.book", game, 2, scores)
    book = Book(tmp_path / "small.book")
    monkeypatch.setattr(opening_book, "shipped", lambda width, height: book)
    player = make_player("engine:depth=1,mode=python,+book", game)
    first = player.choose(game.initial(), [])
    assert first.move in (1, 2)  # mirror images are one position
    assert first.score is not None
    assert first.score.kind == Kind.WIN
    state = game.initial()
    for move in (0, 1, 2):
        state = game.play(state, move)
    assert player.choose(state, []).depth > 0  # beyond the book: searched


def test_a_game_without_a_book() -> None:
    with pytest.raises(InputError, match=r"\+book"):
        make_player("engine:depth=1,+book", load_game("tictactoe"))


def test_pgn_names_the_opening() -> None:
    from plytree.games.catalog import load_game
    from plytree.matches.pgn import write_pgn
    from plytree.matches.record import GameRecord
    from plytree.matches.session import Session, Termination

    session = Session(load_game("chess"))
    for text in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"):
        session.play(session.game.read_move(session.state, text))
    record = GameRecord(
        players=("a", "b"), opening=tuple(session.moves), thoughts=(), utility=0, termination=Termination.ADJUDICATED,
        reason="", seed=1,
    )  # fmt: skip
    stored = SimpleNamespace(a="a", b="b", pair=0, number=0, record=record)
    saved = SimpleNamespace(game="chess", created="2026-01-01", games=lambda: [stored])
    file = io.StringIO()
    write_pgn(saved, file)  # type: ignore[arg-type]
    assert '[Opening "Ruy Lopez, Morphy Defence"]' in file.getvalue()
