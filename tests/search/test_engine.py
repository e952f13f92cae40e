"""Engine: limits, live progress, early ends, several at once."""

import contextlib
import os
import signal
import threading
from typing import ClassVar

import pytest

from plytree import Engine, Game, GameError, InputError, Limits, MonteCarlo, Techniques, load_game
from plytree.search.acquire import provider
from plytree.search.score import Score


@pytest.fixture
def tictactoe():
    return load_game("tictactoe")


def test_tic_tac_toe_is_a_draw(tictactoe):
    found = Engine(tictactoe, mode="python").search()
    assert found.score == Score.draw()
    assert found.move in range(9)


def test_a_win_in_one_is_found_with_its_distance(tictactoe):
    found = Engine(tictactoe, mode="python").search(tictactoe.from_text("XX.OO...."))
    assert (found.move, found.score, found.pv) == (2, Score.win(1), (2,))


def test_a_search_without_time_still_has_a_legal_move(tictactoe):
    found = Engine(tictactoe, mode="python").search(limits=Limits(seconds=1e-6))
    assert found.move in range(9)


def test_a_finished_game_has_no_move(tictactoe):
    found = Engine(tictactoe, mode="python").search(tictactoe.from_text("XXXOO...."))
    assert found.move is None
    assert found.pv == ()


def test_only_the_given_moves_are_looked_at(tictactoe):
    found = Engine(tictactoe, mode="python").search(tictactoe.from_text("XX.OO...."), moves=[5, 8])
    assert found.move == 5
    assert found.score.proven


def test_a_move_that_is_not_legal_cannot_be_asked_for(tictactoe):
    with pytest.raises(InputError, match="legal"):
        Engine(tictactoe, mode="python").search(moves=[11])


def test_the_best_moves_come_with_their_scores_best_first(tictactoe):
    found = Engine(tictactoe, mode="python").search(tictactoe.from_text("XX.OO...."), multipv=3)
    assert found.lines[0][0] == 2
    scores = [line[1] for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    assert len({line[0] for line in found.lines}) == 3


def test_iterations_come_one_by_one_and_giving_up_ends_the_search(tictactoe):
    engine = Engine(tictactoe, mode="python")
    depths = []
    for iteration in engine.iterations():
        depths.append(iteration.depth)
        if iteration.depth == 3:
            break
    assert depths == [1, 2, 3]


def test_a_search_is_stopped_from_another_thread():
    engine = Engine(load_game("connect4"), mode="python")
    running = engine.start()
    threading.Timer(0.05, running.stop).start()
    found = running.result(timeout=10)
    assert found.move in range(7)
    assert running.done


def test_techniques_can_be_changed_between_searches(tictactoe):
    plain = Engine(tictactoe, mode="python", techniques=Techniques.none()).search(limits=Limits(depth=6)).nodes
    engine = Engine(tictactoe, mode="python")
    assert engine.search(limits=Limits(depth=6)).nodes != plain
    engine.techniques = Techniques.none()
    assert engine.search(limits=Limits(depth=6)).nodes == plain


def test_the_table_fills(tictactoe):
    engine = Engine(tictactoe, mode="python", table_mb=0.01)
    assert 0 < engine.search(limits=Limits(depth=6)).table_full <= 1


def test_two_engines_at_once_find_what_each_finds_alone(tictactoe):
    plain = Techniques.none()
    alone = Engine(tictactoe, mode="python", techniques=plain).search(limits=Limits(depth=6))
    runs = [Engine(tictactoe, mode="python", techniques=plain).start(limits=Limits(depth=6)) for _ in range(2)]
    for run in runs:
        found = run.result()
        assert (found.score, found.move, found.nodes) == (alone.score, alone.move, alone.nodes)


def test_a_depth_beyond_the_stack_is_refused_with_a_sentence(tictactoe):
    with pytest.raises(InputError, match="deeper"):
        Engine(tictactoe, mode="python").search(limits=Limits(depth=100_000))


class Careless(Game[int]):
    """Take from a heap; the first state is at fault, in the way that the test wants."""

    num_moves = max_moves = 3
    first: ClassVar[list[int]] = []

    def initial(self):
        return 12

    def moves(self, s):
        return self.first if s == 12 and self.first else [n for n in range(3) if n < s]

    def play(self, s, move):
        return s - move % 3 - 1

    def result(self, s):
        return -1 if s <= 0 else None


@pytest.mark.parametrize(
    ("first", "fault"), [([0, 3], "outside range"), ([-1], "outside"), ([0, 1, 2, 0], "more than")]
)
def test_faulty_moves_of_the_first_state_are_said_before_the_search(first, fault):
    game = Careless()
    game.first = first
    with pytest.raises(GameError, match=rf"Careless\.moves\(s\) gives .*{fault}"):
        Engine(game, mode="python").search(limits=Limits(depth=4))


class ThreePlayers(Careless):
    def to_move(self, s):
        return s % 3


def test_a_side_that_is_none_never_leaves_the_history():
    """The first look refuses such a game; without it the search does, before anything is written beside the table."""
    with pytest.raises(GameError, match="to_move"):
        Engine(ThreePlayers(), mode="python").search(limits=Limits(depth=6))


def in_fork(work):
    """What work() gives in a forked process, as a text; None if that hangs."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.alarm(60)  # the end of a child that hangs
        with contextlib.suppress(BaseException):
            os.write(writing, str(work()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode()
    return text if os.waitpid(pid, 0)[1] == 0 else None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_fork_during_a_search_searches_on_its_own():
    engine = Engine(load_game("connect4"), mode="python")
    running = engine.start(limits=Limits(seconds=600))
    next(running.iterations())
    try:
        assert in_fork(lambda: engine.search(limits=Limits(depth=2)).depth) == "2"
        another = MonteCarlo(engine.game, mode="python")
        assert in_fork(lambda: another.search(limits=Limits(nodes=20)).mode) == "python"
        assert "goes on in the process" in in_fork(lambda: failure(running.result))
        assert in_fork(engine.clear) == "None"
    finally:
        running.stop()
    assert running.result().depth >= 1


def failure(call):
    try:
        return call()
    except RuntimeError as error:
        return error


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_fork_while_native_code_is_fetched_fetches_its_own(monkeypatch):
    fetching, go_on = threading.Event(), threading.Event()

    def get(source):
        fetching.set()
        assert go_on.wait(60)

    monkeypatch.setattr(provider.Provider, "_get", get)
    monkeypatch.setattr(provider, "_providers", {})
    source = provider.provider(load_game("nim:1,1"))
    source.begin()
    assert fetching.wait(60)

    def again():
        go_on.set()
        source.wait(50)
        return source.finished.is_set()

    with source._lock, provider._providers_lock:  # as another thread might hold them
        found = in_fork(lambda: (again(), provider.provider(load_game("nim:1,1")) is source))
    go_on.set()
    assert found == "(True, True)"
