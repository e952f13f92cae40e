"""Which games can be asked for: by name, with parameters, from a file, from an installed package."""

import sys

import pytest

from plytree import GameError, InputError, load_game
from plytree.games.catalog import entries

GAME = """
from plytree import Game
class Tiny(Game[int]):
    def __init__(self, start=1): self.start = start
    def initial(self): return self.start
    def moves(self, s): return [0]
    def play(self, s, move): return s - 1
    def result(self, s): return -1 if s == 0 else None
    @classmethod
    def from_spec(cls, parameters): return cls(int(parameters or 1))
"""


def test_an_installed_package_adds_games_by_its_entry_points(tmp_path, monkeypatch):
    (tmp_path / "tiny_games.py").write_text(GAME)
    info = tmp_path / "tiny_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[plytree.games]\ntiny = tiny_games:Tiny\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = {entry.name: entry for entry in entries()}
    assert found["tiny"].source == "tiny-games"
    assert load_game("tiny:7").initial() == 7
    sys.modules.pop("tiny_games")


def test_one_of_several_games_in_a_file_is_chosen_by_name(tmp_path):
    file = tmp_path / "two.py"
    file.write_text(GAME + "class Other(Tiny):\n    def initial(self): return 5\n")
    assert load_game(str(file)).initial() == 5  # the one that no other is derived from
    assert load_game(f"{file}:Tiny").initial() == 1
    with pytest.raises(InputError, match="has no game class 'Third'; it has Tiny, Other"):
        load_game(f"{file}:Third")


def test_parameters_of_a_game_in_a_file_go_to_its_from_spec(tmp_path):
    file = tmp_path / "one.py"
    file.write_text(GAME)
    assert load_game(f"{file}:Tiny:7").initial() == 7
    assert load_game(f"{file}::9").initial() == 9
    with pytest.raises(InputError, match=r"Tiny in .* cannot be made with the parameters 'many': ValueError"):
        load_game(f"{file}:Tiny:many")
    file.write_text(GAME.replace("@classmethod", "").replace("def from_spec(cls", "def other(self"))
    with pytest.raises(InputError, match="takes no parameters, but '7' was given"):
        load_game(f"{file}::7")


def test_a_class_that_needs_arguments_is_refused(tmp_path):
    file = tmp_path / "needs.py"
    file.write_text(GAME.replace("start=1", "start"))
    with pytest.raises(GameError, match="cannot be made without arguments"):
        load_game(str(file))
