"""Tic-tac-toe: rules and notation."""

import pytest

from plytree import InputError
from plytree.games.placing.tictactoe import TicTacToe


def test_a_completed_line_is_lost_for_the_player_to_move():
    game = TicTacToe()
    assert game.result(game.from_text("XXXOO....")) == -1
    assert game.result(game.from_text("XX.OO....")) is None


@pytest.mark.parametrize("text", ["", "XO", "XXXXXXXXX", "OOO......", "XXXOOO...", "XO......?"])
def test_impossible_positions_are_refused_with_the_text_quoted(text):
    with pytest.raises(InputError, match="^" + repr(text).replace(".", r"\.").replace("?", r"\?")):
        TicTacToe().from_text(text)
