"""Depth where it matters, in games that say nothing about it: reductions, margins and ProbCut found by the search."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from plytree import Engine, Limits, Techniques, load_game
from plytree.errors import InputError
from plytree.search.acquire.provider import provider
from plytree.search.compile.kernel import PythonKernel
from plytree.search.course import Bench, Course, Task
from plytree.search.deepening import Deepening
from plytree.search.limits import Clock
from plytree.search.selective import setting
from plytree.search.selective.cuts import Cuts, Row, cuts_of, file_of
from plytree.search.selective.numbers import Numbers
from plytree.search.selective.setting import is_selective
from plytree.search.selective.unit import measure_unit

FIT = Cuts("any", (1, 1), 1, 100, (Row(3, 1, 1.1, 0.5, 3.0), Row(4, 2, 0.9, -1.0, 4.0), Row(5, 3, 1.0, 0.0, 3.0)))


def search(game, kernel, megabytes, state, nodes, techniques):
    bench = Bench(kernel, [kernel.new_memory()], kernel.new_table(megabytes))
    moves = [int(move) for move in game.moves(state)]
    task = Task(game, state, Limits(nodes=nodes), techniques, moves=moves, numbers=Numbers(margin=1.0))
    course = Course(task)
    Deepening(course, lambda: bench).run()
    return course.result()


@pytest.mark.parametrize("spec", ["othello:4", "connect4:5x4"])
def test_native_code_and_python_visit_the_same_nodes(native, positions, monkeypatch, spec):
    game, _ = native(spec)
    chance, used = random.Random(3), 0
    monkeypatch.setattr(setting, "cuts_of", lambda game, unit, sure: FIT.entries(sure) if unit else (0,) * 128)
    compiled, plain = provider(game).kernel, PythonKernel(game, Techniques())
    for state in positions(spec, 25, 5):
        unit = chance.choice((0, 2, 8))
        for kernel in (compiled, plain):
            monkeypatch.setattr(kernel, "unit", unit)
        off = chance.choice([(), ("reductions",), ("margins",), ("pvs",)])
        techniques = Techniques().without(*off)
        found = [
            search(game, kernel, size, state, 1500, techniques) for kernel, size in ((compiled, 1.0), (plain, 5.0))
        ]
        one, other = [(each.move, each.score, each.nodes) for each in found]
        assert one == other, (state, unit, off)
        used += found[0].nodes
    assert used > 5000


def test_it_sees_further_with_the_same_nodes(native):
    game, engine = native("othello")
    whole = Engine(game, mode="native", table_mb=8, techniques=Techniques().without("reductions", "margins"))
    state = game.initial()
    assert engine.search(state, Limits(nodes=100_000)).depth > whole.search(state, Limits(nodes=100_000)).depth


def test_who_asks_for_a_depth_or_a_proof_gets_every_line():
    othello, chess, nim = load_game("othello"), load_game("chess"), load_game("nim")
    assert is_selective(othello, Limits(seconds=1))
    assert is_selective(othello, Limits(nodes=1000))
    assert is_selective(othello, Limits(clock=Clock(remaining=60)))
    assert not is_selective(othello, Limits(seconds=1, depth=6))
    assert not is_selective(othello, Limits())  # until it is proven
    assert not is_selective(chess, Limits(seconds=1))  # it says itself what is quiet
    assert not is_selective(nim, Limits(seconds=1))  # it judges nothing


def test_the_unit_is_measured_and_kept_with_the_code(native):
    game, _ = native("othello")
    kernel = provider(game).kernel
    assert kernel.unit == measure_unit(game, kernel) > 0
    assert kernel.program.facts["unit"] == kernel.unit
    assert measure_unit(load_game("chess"), None) == 0  # its author has said what a pawn is


def test_a_fit_is_used_only_with_the_evaluation_it_was_made_with(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTREE_CUTS", str(tmp_path))
    game = load_game("othello:4")
    Cuts("othello", (game.num_moves, game.max_moves), 7, 100, FIT.rows).save(tmp_path / file_of(game))
    assert cuts_of(game, 7, 1.2) == FIT.entries(1.2)
    assert not any(cuts_of(game, 8, 1.2))
    assert not any(cuts_of(load_game("othello:6"), 7, 1.2))
    assert not any(cuts_of(load_game("chess"), 7, 1.2))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("nim",), "nim has nothing to fit: expected a game with evaluate, without quiet"),
        (("chess",), "chess has nothing to fit"),
        (("othello", "--minutes", "0"), "expected a number above 0"),
    ],
)
def test_what_cannot_be_fitted_is_refused_in_one_sentence(command, sentence):
    done = subprocess.run([sys.executable, "-m", "plytree", "learn", "cuts", *command], capture_output=True, text=True)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "[]", '{"rows": [{}]}', '{"game": "x", "moves": [1, 2], "unit": 3, "rows": 4}'])
def test_a_damaged_fit_is_no_fit(tmp_path, monkeypatch, text):
    monkeypatch.setenv("PLYTREE_CUTS", str(tmp_path))
    game = load_game("othello:4")
    (tmp_path / file_of(game)).write_text(text)
    assert not any(cuts_of(game, 7, 1.2))
    with pytest.raises(InputError, match="is not a file of plytree learn cuts"):
        Cuts.read(tmp_path / file_of(game))
