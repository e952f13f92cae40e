"""Monte Carlo tree search: proves what can be proven, and thinks the same in Python and native code."""

import pytest

from plytree import Engine, InputError, Limits, MonteCarlo, Score, load_game


def search(name, position="", *, mode="python", nodes=4000, **options):
    game = load_game(name)
    state = game.from_text(position) if position else game.initial()
    return MonteCarlo(game, mode=mode, **options).search(state, Limits(nodes=nodes))


def test_a_win_in_one_is_proven_at_once():
    found = search("tictactoe", "XX.OO....")
    assert (found.move, found.score) == (2, Score.win(1))


def test_tic_tac_toe_is_proven_to_be_a_draw():
    found = search("tictactoe", "X...O....", nodes=100_000)
    assert found.score == Score.draw()


def test_a_loss_is_proven_and_still_a_move_is_given():
    found = search("tictactoe", "X.X.O.X.O", nodes=10_000)  # O cannot stop both lines
    assert found.score == Score.loss(2)
    assert found.move is not None


@pytest.mark.parametrize("heaps", ["1,2,3", "2,2", "1,4,5"])
def test_nim_with_nim_sum_zero_is_lost(heaps):
    assert search(f"nim:{heaps}", nodes=200_000).score.kind == "loss"


def test_a_game_in_which_a_player_moves_twice_is_proven_to_its_utility():
    exact = Engine(load_game("dots:1x2"), mode="python").search().score
    assert exact.proven
    assert search("dots:1x2", nodes=50_000).score == exact


def test_python_and_native_code_play_the_same_games():
    for name in ("tictactoe", "connect4:5x4"):
        here = search(name, mode="python", nodes=500)
        there = search(name, mode="native", nodes=500)
        assert (here.mode, there.mode) == ("python", "native")
        assert (here.move, here.score, here.pv, here.nodes) == (there.move, there.score, there.pv, there.nodes)


def test_the_seed_decides():
    assert search("connect4", nodes=300, seed=5).pv == search("connect4", nodes=300, seed=5).pv
    assert len({search("connect4", nodes=100, seed=seed).pv for seed in range(8)}) > 1


def test_root_moves_can_be_restricted_and_several_lines_asked_for():
    engine = MonteCarlo(load_game("connect4"), mode="python")
    found = engine.search(limits=Limits(nodes=300), moves=[0, 6], multipv=2)
    assert {line[0] for line in found.lines} == {0, 6}


def test_a_depth_alone_is_no_limit():
    with pytest.raises(InputError, match="depth=3"):
        MonteCarlo(load_game("tictactoe"), mode="python").search(limits=Limits(depth=3))


def test_it_stops_when_asked_and_reports_while_it_runs():
    running = MonteCarlo(load_game("connect4"), mode="python").start()
    first = next(running.iterations())
    running.stop()
    found = running.result(timeout=20)
    assert first.nodes <= found.nodes
    assert found.move in range(7)


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "chess"])
def test_the_first_search_of_a_fresh_object_has_an_opinion_however_short_it_is(name):
    found = MonteCarlo(load_game(name), mode="python").search(limits=Limits(seconds=1e-4))
    assert found.nodes >= 1
    assert found.score is not None
    assert found.depth >= 1


def test_few_games_stay_few():
    assert search("connect4", nodes=3).nodes <= 4
