"""Every search has the same public face, and the game so far counts for each of them."""

import inspect
from typing import NamedTuple

import pytest

from plytree import Engine, Game, InputError, Limits, MonteCarlo, load_game
from plytree.search.levelwise.engine import ParallelTree
from plytree.search.score import Score

SEARCHES = [Engine, MonteCarlo, ParallelTree]
FACE = ["search", "start", "iterations", "clear", "mode_now", "note", "game"]


class Place(NamedTuple):
    place: int
    clock: int


class Ring(Game[Place]):
    """One stone runs around a ring, one or two places at a time; who cannot move after five moves has lost."""

    num_moves, max_moves = 3, 2

    def initial(self):
        return Place(0, 2)

    def moves(self, s):
        return [1, 2]

    def play(self, s, move):
        return Place((s.place + move) % 12, s.clock + 1)

    def result(self, s):
        return -1 if s.clock >= 5 else None

    def key(self, s):
        return s.place

    def clock(self, s):
        return s.clock


@pytest.mark.parametrize("search", SEARCHES)
def test_all_have_one_face(search):
    made = search(load_game("tictactoe"), mode="python")
    for name in FACE:
        assert hasattr(made, name), name
    for name in ("search", "start"):
        assert inspect.signature(getattr(search, name)) == inspect.signature(getattr(Engine, name))


@pytest.mark.parametrize("mode", ["python", "native"])
@pytest.mark.parametrize("search", SEARCHES)
def test_a_state_of_the_game_so_far_is_a_draw(search, mode):
    made, limits = search(Ring(), mode=mode), Limits(nodes=2000)
    assert made.mode_now == mode
    history = [Place(2, 0), Place(1, 1)]  # place 2 was left to the other player: that is another state
    assert made.search(limits=limits, moves=[1]).score == Score.win(3)
    made.clear()  # what a table remembers of a state does not say by which way it was reached
    assert made.search(limits=limits, moves=[1], history=history).score in (Score.draw(), Score.estimate(0))
    made.clear()
    assert made.search(limits=limits, moves=[2], history=history).score == Score.win(3)


@pytest.mark.parametrize("search", SEARCHES)
def test_searches_in_the_background_are_watched_and_stopped_alike(search):
    made = search(load_game("connect4"), mode="python")
    running = made.start()
    assert next(running.iterations()).nodes > 0
    running.stop()
    found = running.result(timeout=30)
    assert found.move in range(7)
    assert running.live().nodes >= found.iterations[0].nodes
    assert running.done


@pytest.mark.parametrize("search", SEARCHES)
def test_the_moves_to_look_at_and_the_number_of_lines_are_kept(search):
    game = load_game("tictactoe")
    made, state = search(game, mode="python"), load_game("tictactoe").from_text("XX.OO....")
    found = made.search(state, Limits(nodes=5000), moves=[2, 5, 8], multipv=2)
    first, second = (line[0] for line in found.lines)
    assert first == 2
    assert second in (5, 8)
    assert found.lines[0][1] == Score.win(1)
    with pytest.raises(InputError, match="legal"):
        made.search(state, moves=[0])
