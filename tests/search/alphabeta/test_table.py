"""The transposition table: torn entries are never believed; threads share it."""

import random

import pytest

from plytree import Engine, Limits, Techniques
from plytree.search.course import Course, Task
from plytree.search.deepening import Deepening
from plytree.search.score import Score


def test_halves_of_different_entries_never_pass_for_one(native):
    """Data words are swapped between entries, as a torn write would leave them: every answer stays right."""
    game, engine = native("connect4:5x4")
    engine.techniques = Techniques()
    engine.clear()
    engine.search(limits=Limits(depth=12))
    words = engine.workshop.benches["native"].table.words
    chance = random.Random(7)
    used = [at for at in range(0, len(words), 2) if words[at + 1]]
    assert len(used) > 1000
    shuffled = used[:]
    chance.shuffle(shuffled)
    values = [int(words[at + 1]) for at in shuffled]
    for at, value in zip(used, values, strict=True):
        words[at + 1] = value
    state = game.initial()
    for _ in range(6):
        torn = engine.search(state, Limits(depth=6))
        fresh = Engine(game, mode="python", techniques=Techniques.none()).search(state, Limits(depth=6))
        assert torn.score._rank() == fresh.score._rank()
        state = game.play(state, torn.move)


def test_two_threads_prove_what_one_proves(native):
    game, _ = native("connect4:5x4")
    engine = Engine(game, mode="native", threads=2, table_mb=8)
    found = engine.search()
    assert found.score == Score.draw()
    assert found.move in range(5)


def test_a_depth_that_only_a_helper_completed_counts(native, monkeypatch):
    game, _ = native("connect4")
    line = (0, Score.estimate(7), (0, 1))
    monkeypatch.setattr(Deepening, "_help", lambda run, bench, number, depth: run._helped.append((90, line)))
    engine = Engine(game, mode="native", threads=2, table_mb=8)
    timed = engine.search(limits=Limits(seconds=0.05))
    assert (timed.move, timed.score, timed.depth, timed.iterations[-1].depth) == (0, Score.estimate(7), 90, 90)
    assert engine.search(limits=Limits(depth=4)).depth == 4  # where no more was asked for it does not


@pytest.mark.parametrize(("number", "depths"), [(1, [1, 5, 6]), (2, [2, 6, 7])])
def test_helpers_keep_up_with_the_search_every_second_one_ply_ahead(native, monkeypatch, number, depths):
    game, _ = native("connect4")
    engine = Engine(game, mode="native", threads=3, table_mb=8)
    task = Task(game, game.initial(), Limits(depth=5), engine.techniques, moves=range(7))
    run = Deepening(Course(task), lambda: engine.workshop.bench(engine.techniques))
    run.run()
    run._depth, run._helped = 5, []
    values = iter([3, 4, 5, None])
    monkeypatch.setattr(run, "_window", lambda w, depth, last: next(values))
    monkeypatch.setattr(run, "_line", lambda w: (6, 0))
    for w in run.course.bench.memories:
        w.complete = 0
    run._help(run.course.bench, number, 1)
    assert run._helped == [
        (depth, (6, Score.estimate(value), (6, 0))) for depth, value in zip(depths, (3, 4, 5), strict=True)
    ]
    assert run.course.bench.memories[number].root_moves[0] == 6  # what it found best is tried first


def test_several_native_engines_at_once_do_not_disturb_each_other(native):
    game, engine = native("tictactoe")
    alone = Engine(game, mode="native", table_mb=1).search(limits=Limits(depth=7))
    searches = [Engine(game, mode="native", table_mb=1).start(limits=Limits(depth=7)) for _ in range(6)]
    for search in searches:
        found = search.result(timeout=60)
        assert (found.score, found.move, found.nodes) == (alone.score, alone.move, alone.nodes)
    assert engine.mode_now == "native"
