"""Chess through the one core: mates with the right distance, draws by repetition and by fifty moves; native perft."""

import pytest
from tests.games.chess.positions import PERFT

from plytree.games.catalog import load_game
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.perft.native_perft import NativePerft
from plytree.search.score import Score

GAME = load_game("chess")


@pytest.fixture(scope="module")
def engine():
    return Engine(GAME, mode="python", table_mb=8)  # the same source as native code, without waiting for the compiler


@pytest.mark.parametrize("fen", PERFT)
def test_native_code_counts_the_usual_suite(fen):
    assert NativePerft(GAME, leaves_only=True).leaves(GAME.from_text(fen), 4) == PERFT[fen][3]


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3),
        ("8/8/8/8/5k2/8/4q3/7K b - - 0 1", 3),
        ("2r3k1/5ppp/8/8/8/8/4QPPP/4R1K1 w - - 0 1", 3),  # the queen gives herself up
        ("8/2k1P3/5P2/p1N5/P1PKB3/8/8/8 w - - 0 1", 3),
        ("1k6/2R5/8/8/8/R7/8/3K4 w - - 0 1", 3),  # pruning finds a slower mate first
    ],
)
def test_finds_mates_with_the_right_distance(engine, fen, plies):
    engine.clear()
    found = engine.search(GAME.from_text(fen), Limits(depth=6))
    assert found.score == Score.win(plies)
    assert len(found.pv) == plies


def test_fifty_moves_without_progress_are_a_draw(engine):
    mate_in_two = "8/8/8/8/5k2/8/4q3/7K b - - {} 80"
    engine.clear()
    assert engine.search(GAME.from_text(mate_in_two.format(97)), Limits(depth=6)).score == Score.win(3)
    engine.clear()
    late = engine.search(GAME.from_text(mate_in_two.format(98)), Limits(depth=6)).score
    assert late in (Score.draw(), Score.estimate(0))


def test_a_forced_repetition_is_a_draw(engine):
    """White is a rook down and can be mated, but checks for ever."""
    engine.clear()
    found = engine.search(GAME.from_text("6k1/6p1/8/7Q/8/3r4/1q6/7K w - - 0 1"), Limits(depth=6))
    assert found.score in (Score.draw(), Score.estimate(0))
    assert GAME.show_move(GAME.from_text("6k1/6p1/8/7Q/8/3r4/1q6/7K w - - 0 1"), found.move) == "Qe8+"


def test_a_position_that_has_been_there_is_a_draw(engine):
    """White's only move goes back to the first position: a draw if the search knows the game, else lost."""
    states = [GAME.from_text("1r5k/8/8/8/8/8/K7/8 b - - 10 60")]
    for move in ("Kg8", "Ka1", "Kh8"):
        states.append(GAME.play(states[-1], GAME.read_move(states[-1], move)))
    engine.clear()
    assert engine.search(states[-1], Limits(depth=4), history=states[:-1]).score in (Score.draw(), Score.estimate(0))
    engine.clear()
    assert engine.search(states[-1], Limits(depth=4)).score < Score.estimate(-300)
