"""Opening books: from games, from the engine, on disk; Polyglot; openings by name."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from plytree.errors import InputError
from plytree.games.chess import Chess
from plytree.games.contract.records import as_game
from plytree.games.placing.tictactoe import TicTacToe
from plytree.matches.session import Session
from plytree.players.player import begin_game, make_player
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.solvers.openings.build import count_games, merge, read_games, self_play, widen
from plytree.solvers.openings.file import HEAD, SHIPPED, BookEntry, OpeningBook, key_of, write
from plytree.solvers.openings.names import KEYS, lines, make_keys, states_of

PGN = """
[Event "one"]
[Result "1-0"]

1. e4 e5 2. Nf3 {good} Nc6 (2... Nf6 3. Nxe5 (3. d4)) 3. Bb5 $1 a6! 4. Ba4 Nf6 5. O-O Be7 1-0

[Event "two"]
1.d4 d5 2.c4 e6 3.Nc3 Nf9 4.Bg5 1/2-1/2

1. e4 c5 2. Nf3 d6 0-1

[FEN "8/8/8/8/8/4k3/8/R3K3 w - - 0 1"]
1. Ra4 1-0
"""


@pytest.fixture(scope="module")
def chess() -> Any:
    return as_game(Chess())


def test_games_are_read_with_comments_variations_and_mistakes(chess: Any) -> None:
    complaints: list[str] = []
    games = list(read_games(chess, PGN, complaints.append))
    assert [(len(states) - 1, result) for states, result in games] == [(10, 1), (5, 0), (4, -1)]
    assert len(complaints) == 1
    assert "game 2, move 6, 'Nf9' cannot be played" in complaints[0]


def test_statistics_are_for_the_player_who_moved_there(chess: Any, tmp_path: Path) -> None:
    entries = count_games(chess, read_games(chess, PGN, lambda _: None), plies=6)
    path = tmp_path / "three.openings"
    write(path, chess, entries, "three games")
    book = OpeningBook(path, chess)
    first = {chess.show_move(chess.initial(), m.move): m for m in book.moves(chess.initial())}
    assert {name: (m.games, m.points) for name, m in first.items()} == {"e4": (2, 2), "d4": (1, 1)}
    after = chess.play(chess.initial(), chess.read_move(chess.initial(), "e4"))
    replies = {chess.show_move(after, m.move): (m.games, m.points) for m in book.moves(after)}
    assert replies == {"e5": (1, 0), "c5": (1, 2)}
    assert len(count_games(chess, read_games(chess, PGN, lambda _: None), plies=6, least=2)) == 1


def test_choice_varies_with_the_seed_and_leaves_out_what_the_engine_thinks_worse(tmp_path: Path) -> None:
    game = TicTacToe()
    children = {move: key_of(game, game.play(game.initial(), move)) for move in range(9)}
    values = {0: 50, 4: 60, 1: -50}
    write(tmp_path / "b", game, {children[move]: BookEntry(3, 3, value) for move, value in values.items()}, "")
    book = OpeningBook(tmp_path / "b", game)
    drawn = {found.move for seed in range(40) if (found := book.choose(game.initial(), random.Random(seed)))}
    mirrored = {move for move in range(9) if children[move] in (children[0], children[4])}  # the key may be symmetric
    assert {0, 4} <= drawn | {0}
    assert drawn <= mirrored
    assert book.choose(game.from_text("XO......."), random.Random(1)) is None


def test_widening_goes_where_both_sides_make_the_smallest_mistakes() -> None:
    engine = Engine(TicTacToe(), mode="python", table_mb=1)
    found = widen(TicTacToe(), engine, 12, Limits(depth=3), width=3)
    assert 12 <= len(found) <= 14
    assert all(entry.value is not None for entry in found.values())


def test_self_play_gives_whole_games() -> None:
    game = TicTacToe()
    games = list(self_play(game, Engine(game, mode="python", table_mb=1), 3, Limits(depth=2), plies=2, seed=1))
    assert len(games) == 3
    for states, result in games:
        assert game.result(states[-1]) is not None
        assert result in (-1, 0, 1)
    assert merge({1: BookEntry(1, 2, None)}, {1: BookEntry(2, 1, 7)}) == {1: BookEntry(3, 3, 7)}


@pytest.mark.parametrize("kind", ["empty", "foreign", "cut off", "head", "other game"])
def test_a_bad_file_is_a_sentence(chess: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "bad.openings"
    write(path, chess, {1: BookEntry(1, 1, None), 2: BookEntry()}, "")
    content = path.read_bytes()
    path.write_bytes(
        {"empty": b"", "foreign": b"PK" + content, "cut off": content[:-3], "head": content[:30] + b"\xff" * HEAD}.get(
            kind, content
        )
    )
    with pytest.raises(InputError, match=r"bad\.openings") as caught:
        OpeningBook(path, TicTacToe() if kind == "other game" else chess)
    assert "\n" not in str(caught.value)


def test_a_book_of_polyglot_is_written_and_read_by_python_chess_too(chess: Any, tmp_path: Path) -> None:
    polyglot = pytest.importorskip("chess.polyglot")
    import chess as python_chess

    from plytree.solvers.openings.polyglot import PolyglotBook, write_polyglot

    entries = count_games(chess, read_games(chess, PGN, lambda _: None), plies=12)
    write(tmp_path / "a", chess, entries, "")
    written = write_polyglot(tmp_path / "a.bin", OpeningBook(tmp_path / "a", chess))
    with polyglot.open_reader(tmp_path / "a.bin") as reader:
        assert len(reader) == written == len(entries)
        assert {entry.move.uci(): entry.weight for entry in reader.find_all(python_chess.Board())} == {
            "e2e4": 2,
            "d2d4": 1,
        }
    ours = PolyglotBook(tmp_path / "a.bin", chess)
    states = next(iter(read_games(chess, PGN, lambda _: None)))[0]
    assert chess.show_move(states[8], ours.moves(states[8])[0].move) == "O-O"
    (tmp_path / "b.bin").write_bytes(b"123")
    with pytest.raises(InputError, match="not a Polyglot book"):
        PolyglotBook(tmp_path / "b.bin", chess)


def test_players_play_from_books(chess: Any, tmp_path: Path) -> None:
    write(tmp_path / "a.openings", chess, count_games(chess, read_games(chess, PGN, lambda _: None), 12), "")
    player = make_player(f"engine:depth=1,mode=python,book={tmp_path / 'a.openings'}", chess)
    seen = set()
    for seed in range(12):
        begin_game(player, seed)
        choice = player.choose(chess.initial())
        seen.add(chess.show_move(chess.initial(), choice.move))
        assert choice.nodes in (0, None)
    assert seen == {"e4", "d4"}
    begin_game(player, 3)
    first = player.choose(chess.initial()).move
    begin_game(player, 3)
    assert player.choose(chess.initial()).move == first
    with pytest.raises(InputError, match="cannot be read"):
        make_player(f"engine:depth=1,mode=python,book={tmp_path / 'none.openings'}", chess)


def test_the_book_that_comes_with_plytree(chess: Any) -> None:
    book = OpeningBook(SHIPPED / "chess.openings", chess)
    assert len(book) >= 3500
    names = [chess.show_move(chess.initial(), move.move) for move in book.moves(chess.initial())]
    assert {"e4", "d4"} <= set(names)


# ---- names -----------------------------------------------------------------------------------------------------------


def test_the_keys_of_all_named_openings_are_up_to_date() -> None:
    assert KEYS.read_text("utf-8") == make_keys()


def test_an_opening_has_its_name_in_any_order_of_moves(chess: Any) -> None:
    session = Session(chess)
    assert session.opening == ""
    for text in ["c4", "Nf6", "d4", "g6", "Nc3", "d5"]:  # the Grünfeld, by another order
        session.play(chess.read_move(session.state, text))
    assert session.opening == "Grünfeld Defence"
    session.play(chess.read_move(session.state, "a3"))
    assert session.opening == "Grünfeld Defence"  # until something else has a name
    assert len(states_of(dict(lines())["Ruy Lopez, Berlin Endgame"])) == 17
    assert Session(TicTacToe()).opening == ""
