"""The transposition table: torn entries are never believed; threads share it."""

import random

from plytree import Engine, Limits, Techniques
from plytree.search.score import Score


def test_halves_of_different_entries_never_pass_for_one(native):
    """Data words are swapped between entries, as a torn write would leave them: every answer stays right."""
    game, engine = native("connect4:5x4")
    engine.techniques = Techniques()
    engine.clear()
    engine.search(limits=Limits(depth=12))
    words = engine._benches["native"].table.words
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


def test_several_native_engines_at_once_do_not_disturb_each_other(native):
    game, engine = native("tictactoe")
    alone = Engine(game, mode="native", table_mb=1).search(limits=Limits(depth=7))
    searches = [Engine(game, mode="native", table_mb=1).start(limits=Limits(depth=7)) for _ in range(6)]
    for search in searches:
        found = search.result(timeout=60)
        assert (found.score, found.move, found.nodes) == (alone.score, alone.move, alone.nodes)
    assert engine.mode_now == "native"
