"""Games whose value is known."""

import pytest
from reference import minimax

from plytree import Engine, Limits, load_game
from plytree.search.driver import to_score
from plytree.search.score import Kind, Score


def test_connect_four_on_5x4_is_a_draw(native):
    _, engine = native("connect4:5x4")
    engine.clear()
    assert engine.search().score == Score.draw()


def test_othello_on_4x4_is_lost_for_black(native):
    """Known since Othello was solved on small boards: White wins."""
    _, engine = native("othello:4")
    engine.clear()
    assert engine.search().score.kind is Kind.LOSS


def test_nim_is_won_exactly_if_the_xor_of_the_heaps_is_not_zero(native):
    game, engine = native("nim:3,5,7")
    tried = 0
    for a in range(4):
        for b in range(6):
            for c in range(8):
                if a + b + c == 0:
                    continue
                found = engine.search(game.from_text(f"{a},{b},{c}"))
                assert found.score.kind is (Kind.WIN if a ^ b ^ c else Kind.LOSS)
                tried += 1
    assert tried == 191


@pytest.mark.parametrize("text", ["XX.OO....", "X...O...X", "XO.......", "XO...X..."])
def test_the_distance_of_a_win_is_the_shortest_and_the_line_shows_it(text):
    game = load_game("tictactoe")
    state = game.from_text(text)
    found = Engine(game, mode="python").search(state)
    assert found.score == to_score(game, minimax(game, state, 9)[0], True)
    for move in found.pv:
        state = game.play(state, move)


def test_a_search_ends_by_itself_when_all_is_known(native):
    _, engine = native("tictactoe")
    assert engine.search(limits=Limits(seconds=60)).seconds < 30
