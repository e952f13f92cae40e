"""FEN errors name the field that is wrong."""

import pytest

from plytree.errors import InputError
from plytree.games.catalog import load_game

GAME = load_game("chess")
BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("", "six fields"),
        ("hello", "six fields"),
        (f"{BOARD} w KQkq - 0 1 extra", "got 7"),
        (f"{BOARD}/8 w KQkq - 0 1", "has 9 ranks"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9 squares in rank 7"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x' in rank 7"),
        (f"{BOARD} white KQkq - 0 1", "second field .* 'white'"),
        (f"{BOARD} w KX - 0 1", "third field .* 'KX'"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "third field .* e1 and h1"),
        (f"{BOARD} w KQkq e9 0 1", "fourth field .* 'e9'"),
        (f"{BOARD} w KQkq e6 0 1", "fourth field .* no pawn"),
        (f"{BOARD} w KQkq - -1 1", "fifth field .* '-1'"),
        (f"{BOARD} w KQkq - 0 0", "sixth field .* '0'"),
        (f"{BOARD} w KQkq - 0 99999999999999999999", "sixth field"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "0 kings for Black"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn on the first or last rank"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "in check whose side is not to move"),
        ("4k3/8/QQQQQQQQ/QQQQQQQQ/8/8/8/4K3 b - - 0 1", "more men for White"),
    ],
)
def test_says_what_is_wrong(fen, said):
    with pytest.raises(InputError, match=said):
        GAME.from_text(fen)


def test_last_fields_may_be_missing():
    assert GAME.to_text(GAME.from_text("4k3/8/8/8/8/8/4P3/4K3 w")) == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "meant"),
    [
        (f"{BOARD} w KQkq - 0 1", "e2e4", "e4"),
        (f"{BOARD} w KQkq - 0 1", "Ng1-f3", "Nf3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8N", "a8=N"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q"),
        ("4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1", "Nfd5", "Nfd5"),
    ],
)
def test_reads_moves_as_people_and_programs_write_them(fen, text, meant):
    state = GAME.from_text(fen)
    assert GAME.show_move(state, GAME.read_move(state, text)) == meant


@pytest.mark.parametrize(("text", "said"), [("Nd5", "may mean Nbd5 or Nfd5"), ("Ke8", "not a legal"), ("", "not a")])
def test_refuses_moves_that_mean_none_or_several(text, said):
    with pytest.raises(InputError, match=said):
        GAME.read_move(GAME.from_text("4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1"), text)
