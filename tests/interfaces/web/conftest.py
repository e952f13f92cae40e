"""A real server and a real browser, started once for all browser tests of a process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

OWN_GAME = '''
from plytree import Board, Game

class Countdown(Game[int]):
    """Take 1, 2 or 3 from a heap; who takes the last one wins."""
    name = "countdown"
    max_moves = num_moves = 4
    def initial(self): return 10
    def moves(self, s): return [m for m in (1, 2, 3) if m <= s]
    def play(self, s, move): return s - move
    def result(self, s): return -1 if s == 0 else None
    def to_text(self, s): return str(s)
    def from_text(self, text): return int(text)
'''
BROKEN_GAME = """
from plytree import Game

class Broken(Game[int]):
    name = "broken"
    max_moves = num_moves = 4
    def initial(self): return 10
    def moves(self, s): return [1, 2]
    def play(self, s, move):
        if s < 10 and move == 1:
            raise ValueError("no such heap")
        return s - move
    def result(self, s): return -1 if s <= 0 else None
    def board(self, s): return 1 // 0
"""
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1280,900",
)  # fmt: skip


@pytest.fixture(scope="session")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that nobody registered."""
    path = tmp_path_factory.mktemp("own") / "countdown.py"
    path.write_text(OWN_GAME)
    (path.parent / "broken.py").write_text(BROKEN_GAME)
    return path


@pytest.fixture(scope="session")
def address(own_game: Path) -> Iterator[str]:
    """A server in a process of its own, as `plytree serve` starts it; its file's game is on offer beside the others."""
    command = [sys.executable, "-m", "plytree", "serve", "--port", "0", "--no-show", "--workers", "2",
               "--game-file", str(own_game), "--game-file", str(own_game.parent / "broken.py")]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert server.stdout is not None
    line = server.stdout.readline()
    assert line.startswith("plytree is at http://"), line
    yield line.split()[3]
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="session")
def new_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], object]]:
    """Opens browsers; each has a profile of its own."""
    driver_path = shutil.which("chromedriver")
    if driver_path is None:
        pytest.skip("no chromedriver: install chromium and chromium-driver to run the browser tests")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    opened = []

    def open_browser() -> webdriver.Chrome:
        options = webdriver.ChromeOptions()
        for flag in FLAGS:
            options.add_argument(flag)
        options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
        options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
        opened.append(webdriver.Chrome(options=options, service=Service(driver_path)))
        return opened[-1]

    yield open_browser
    for browser in opened:
        browser.quit()


@pytest.fixture(scope="session")
def first_browser(new_browser: Callable[[], object]) -> object:
    return new_browser()
