"""Sequences of moves: walked, written down, and shortened as long as they show a fault."""

from plytree.games.doctor.paths import Paths, after
from plytree.games.placing.tictactoe import TicTacToe

GAME = TicTacToe()
PATHS = Paths(GAME, GAME.initial())
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def test_a_sequence_is_shortened_to_the_moves_that_matter():
    def both_corners(state):  # squares 1 and 9 are taken
        taken = state.mine | state.theirs
        return f"{bin(taken).count('1')} stones" if taken & 1 and taken >> 8 & 1 else None

    assert PATHS.shorten(DRAWN, "9 stones", both_corners) == ((0, 8), "2 stones")


def test_a_sequence_that_needs_all_its_moves_stays():
    full = lambda state: "full" if state.mine | state.theirs == 0o777 else None  # noqa: E731
    path, what = PATHS.shorten(DRAWN, "full", full)
    assert (len(path), what) == (9, "full")


def test_only_legal_sequences_can_be_walked():
    assert PATHS.walk((0, 0)) is None
    assert PATHS.walk((0, 3, 1, 4, 2, 5)) is None  # X has won before the sixth move
    assert PATHS.walk((0, 3, 1, 4, 2)) == GAME.from_text("XXXOO....")


def test_sequences_are_written_in_the_notation_of_the_game():
    assert after(PATHS.texts((0, 8))) == "after the moves 1 9"
    assert after(()) == "at the start"
