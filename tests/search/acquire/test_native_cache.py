"""Compiled code on disk: used by a fresh process, never stale, never broken."""

import os
import subprocess
import sys
import textwrap
import time

import pytest

from plytree import Engine, load_game

GAME = """
from plytree import Game

BONUS = 5

def double(x):
    return 2 * x

class Count(Game):
    max_moves = num_moves = 2
    def initial(self): return 0
    def moves(self, s): return [0, 1]
    def play(self, s, move): return s * 2 + move + 1
    def result(self, s): return 0 if s > 60 else None
    def evaluate(self, s): return double(BONUS)
"""
RUN = """
import sys
sys.path.insert(0, {folder!r})
from counting_game import Count
from plytree import Engine, Limits, Techniques
engine = Engine(Count(), mode="native", techniques=Techniques.none())
found = engine.search(limits=Limits(depth=1))
print(engine.mode_now, found.score.value, engine.workshop.native.kernel.compiled, "note:", engine.note)
"""


@pytest.fixture
def run(tmp_path):
    """run(game source) -> what a fresh process finds."""

    def start(source, **environment):
        (tmp_path / "counting_game.py").write_text(source)
        code = RUN.format(folder=str(tmp_path))
        settings = {
            **os.environ,
            "PLYTREE_CACHE": str(tmp_path / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        }
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=settings, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    return start


def test_a_fresh_process_takes_the_compiled_code_and_notices_every_change(run, tmp_path):
    first = run(GAME)
    assert first[:2] == ["native", "-10"]  # an estimate of the next state, seen by the one who moves there
    again = run(GAME)
    assert again[:3] == ["native", *first[1:2], "False"]
    for old, new in (("BONUS = 5", "BONUS = 7"), ("return 2 * x", "return 3 * x")):
        changed = run(GAME.replace(old, new))
        assert changed[0] == "native"
        assert changed[1] != first[1]
    damaged = next((tmp_path / "cache").rglob("*.code"))
    for file in (tmp_path / "cache").rglob("*.code"):
        file.write_bytes(damaged.read_bytes()[:1000])
    assert run(GAME)[:2] == first[:2]


TWO_GAMES = """
from plytree import Engine, Limits, Techniques, load_game
games = [load_game("connect4:6x4"), load_game("connect4:5x4")]
engines = [Engine(game, mode="native", techniques=Techniques(table=False)) for game in games]
for game, engine in zip(games, engines):
    python = Engine(game, mode="python", techniques=Techniques(table=False))
    print(engine.mode_now, *(each.search(limits=Limits(depth=5)).nodes for each in (engine, python)))
"""


def test_code_that_two_processes_made_keeps_apart_in_a_third(tmp_path):
    """Both came from a compiler that had done nothing before, so it numbered everything alike."""
    settings = {**os.environ, "PLYTREE_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", TWO_GAMES], capture_output=True, text=True, env=settings, timeout=300)
    assert done.returncode == 0, done.stderr
    for mode, native, python in map(str.split, done.stdout.splitlines()):
        assert (mode, native) == ("native", python)


def test_a_search_begun_in_python_goes_on_in_native_code(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path))  # nothing is compiled
    engine = Engine(load_game("connect4:7x5"), mode="auto")
    assert engine.mode_now == "python"
    running = engine.start()
    first = next(running.iterations())
    assert (first.depth, engine.mode_now) == (1, "python")
    deadline = time.monotonic() + 240
    while engine.mode_now == "python" and time.monotonic() < deadline:
        assert engine.note == "native code is being compiled"
        time.sleep(0.05)
    counted = running.live().nodes
    while running.live().nodes < counted + 1_000_000 and time.monotonic() < deadline:
        time.sleep(0.05)  # no search in Python would come so far
    running.stop()
    found = running.result()
    assert found.mode == "native"
    assert [each.depth for each in found.iterations] == list(range(1, len(found.iterations) + 1))
    nodes = [each.nodes for each in found.iterations]
    assert nodes == sorted(nodes)  # what was counted in Python counts


def test_a_writer_that_is_killed_leaves_nothing_that_is_read(tmp_path):
    """A process writes the same entry again and again and is killed in the middle; the entry is always whole."""
    settings = {**os.environ, "PLYTREE_CACHE": str(tmp_path)}
    code = textwrap.dedent("""
        from plytree.search.acquire import cache
        cache.save("0123456789abcdef0123.code", "whole" * 200_000)
        print("ready", flush=True)
        while True:
            cache.save("0123456789abcdef0123.code", "whole" * 200_000)
    """)
    check = (
        "from plytree.search.acquire import cache; print(cache.load('0123456789abcdef0123.code') == 'whole' * 200_000)"
    )
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=settings)
        assert writer.stdout.readline().strip() == "ready"
        writer.kill()
        writer.wait()
        done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, env=settings)
        assert done.stdout.strip() == "True"
