"""PGN of single games: what is written is read again, by others too; comments and variations are passed over."""

import io

import pytest

from plytree import InputError, load_game
from plytree.matches.pgn import read_pgn, session_pgn
from plytree.matches.session import Session

ANNOTATED = """
[Event "A \\"friendly\\" game"]
[Result "1-0"]

1. e4 {best by test} e5 2. Qh5?! $6 (2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5) 2... Nc6 ; a natural move
3. Bc4 Nf6?? 4. Qxf7# 1-0

[Event "another"]
1. d4 *
"""


@pytest.fixture(scope="module")
def chess():
    return load_game("chess")


def test_comments_variations_and_marks_are_passed_over(chess):
    session = read_pgn(chess, ANNOTATED)
    assert session.shown_moves() == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]


def test_only_the_first_game_is_read(chess):
    two = """[Event "a"]\n\n1. e4 e5\n\n[Event "b"]\n[FEN "8/P6k/8/8/8/8/8/K7 b - - 3 40"]\n\n1... Kg6 *"""
    assert read_pgn(chess, two).shown_moves() == ["e4", "e5"]


def test_what_is_written_is_read_again_also_by_another_program(chess):
    pgn = pytest.importorskip("chess.pgn")
    for fen in (None, "8/P6k/8/8/8/8/8/K7 b - - 3 40"):
        session = Session(chess, None if fen is None else chess.from_text(fen))
        for _ in range(30):
            if session.outcome is not None:
                break
            session.play(session.legal_moves()[len(session.moves) * 7 % len(session.legal_moves())])
        text = session_pgn(session, {"White": 'the "first"'}.items())
        assert read_pgn(chess, text).moves == session.moves
        theirs = pgn.read_game(io.StringIO(text))
        assert theirs.errors == []
        assert theirs.end().board().fen(en_passant="legal") == chess.to_text(session.state)


@pytest.mark.parametrize("text", ["", "hello", "1. e4 e5 2. Ke5", '[FEN "x"]', "(((("])
def test_what_is_no_game_gets_a_sentence(chess, text):
    with pytest.raises(InputError):
        read_pgn(chess, text)
