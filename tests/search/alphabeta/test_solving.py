"""Games whose value is known."""

import random

import pytest
from reference import minimax

from plytree import Engine, Limits, load_game
from plytree.games.contract.primitives import popcount
from plytree.games.placing.othello import Othello
from plytree.search.course import to_score
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


class Discs(Othello):
    """Othello for as many stones as possible."""

    max_utility = 36

    def result(self, s):
        if self.reach(s.mine, s.theirs) or self.reach(s.theirs, s.mine):
            return None
        return popcount(s.mine) - popcount(s.theirs)


# Perfect play on 6x6 as found by Joel Feinstein (1993), who names the squares b2 to g7: White wins by 20 to 16.
# https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html
FEINSTEIN = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 f2 g2"


def test_endgames_of_the_perfect_game_of_othello_on_6x6_are_worth_four_stones():
    game = Discs(6)
    engine = Engine(game, mode="native")
    state, line = game.initial(), []
    for square in FEINSTEIN.split():
        if game.moves(state) == [game.skip]:
            state = game.play(state, game.skip)
        line.append(state)
        move = (int(square[1]) - 2) * 6 + "bcdefg".index(square[0])
        assert move in game.moves(state)
        state = game.play(state, move)
    assert (popcount(state.mine) + popcount(state.theirs), game.result(state)) == (36, 4 if not state.black else -4)
    for state in line[18:]:  # 14 empty squares and fewer
        assert engine.search(state).score == Score.utility(-4 if state.black else 4)


def test_nim_is_won_exactly_if_the_xor_of_the_heaps_is_not_zero(native):
    game, engine = native("nim:6,9,12")
    chance = random.Random(8)
    positions = {(chance.randint(0, 6), chance.randint(0, 9), chance.randint(0, 12)) for _ in range(250)} - {(0, 0, 0)}
    assert len(positions) >= 200
    for a, b, c in positions:
        found = engine.search(game.from_text(f"{a},{b},{c}"))
        assert found.score.kind is (Kind.WIN if a ^ b ^ c else Kind.LOSS)


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
