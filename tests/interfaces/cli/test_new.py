"""`plytree new`: what it writes is a sound game that compiles, with tests that pass."""

import importlib.util

import pytest

from plytree import InputError, load_game
from plytree.games.doctor.examine import examine
from plytree.interfaces.cli.new import Kind, new
from plytree.search.acquire.diagnose import obstacle


@pytest.mark.parametrize("kind", list(Kind))
def test_a_new_game_is_sound_and_its_tests_pass(kind, tmp_path):
    new("my_game", kind, tmp_path)
    game = load_game(str(tmp_path / "my_game.py"))
    assert type(game).__name__ == "MyGame"
    assert examine(game, games=30).faults == []
    assert obstacle(game) == ""
    specification = importlib.util.spec_from_file_location("test_my_game", tmp_path / "test_my_game.py")
    tests = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(tests)
    written = [value for name, value in vars(tests).items() if name.startswith("test_")]
    assert len(written) == 3
    for test in written:
        test()


@pytest.mark.parametrize("name", ["", "../x", "My", "class", "a b", "x" * 50, "1st"])
def test_what_is_no_name_gets_a_sentence(name, tmp_path):
    with pytest.raises(InputError, match="is no name for a game"):
        new(name, Kind.placing, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "test_mine.py").write_text("precious")
    with pytest.raises(InputError, match="exists already"):
        new("mine", Kind.placing, tmp_path)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["precious"]
