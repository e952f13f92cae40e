"""The page on writing a game does what it says: its code runs, its commands work."""

import json
import re
import shlex
from pathlib import Path

import pytest

from plytree import load_game
from plytree.games.doctor.examine import examine
from plytree.interfaces.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "your-own-game.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def countdown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("countdown.py").write_text(BLOCKS[0])
    return "countdown.py"


def test_the_game_of_the_page_is_twenty_lines_and_healthy(countdown):
    assert len(BLOCKS[0].splitlines()) <= 20
    assert examine(load_game(countdown), games=50).faults == []


def test_the_search_of_the_page_prints_what_it_says(capsys):
    exec(BLOCKS[0] + BLOCKS[1].replace("Engine(Countdown())", "Engine(Countdown(), mode='python')"), {})
    assert capsys.readouterr().out == re.search(r"# (.*)\n", BLOCKS[1])[1] + "\n"


def test_the_board_of_the_page_is_healthy(tmp_path):
    file = tmp_path / "shown.py"
    file.write_text(BLOCKS[0] + BLOCKS[2])
    assert examine(load_game(str(file)), games=20).faults == []


@pytest.mark.parametrize("command", re.findall(r"^    plytree (check|move) (.*?)(?:#.*)?$", PAGE, re.MULTILINE))
def test_the_commands_of_the_page_work(countdown, command, capsys):
    arguments = [*command[0].split(), *shlex.split(command[1])]
    more = {"check": ["--games", "20", "--no-native"], "move": ["--mode", "python"]}[command[0]]
    with pytest.raises(SystemExit) as end:
        main(arguments + more)
    assert end.value.code == 0
    if "--json" in arguments:
        assert json.loads(capsys.readouterr().out)["score"]["kind"] == "win"


@pytest.mark.parametrize("page", ["concepts.md", "your-own-game.md"])
def test_the_files_that_a_page_names_exist(page):
    root = DOCS.parent
    for name in re.findall(r"`((?:src/plytree/|games/|examples/)[\w/]+\.py)`", (DOCS / page).read_text()):
        assert (root / name).exists() or (root / "src/plytree" / name).exists(), name
