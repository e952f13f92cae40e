"""The example games: short, in files nobody registered, and right."""

from pathlib import Path

import pytest

from plytree import Engine, Limits, load_game

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["hexapawn.py", "domineering.py"])
def test_an_example_is_documented_and_has_less_than_60_lines(name):
    lines = (EXAMPLES / name).read_text().splitlines()
    assert lines[0].startswith('"""')
    assert len(lines) < 60


def test_hexapawn_is_won_by_the_second_player():
    # M. Gardner, Scientific American, March 1962
    found = Engine(load_game(str(EXAMPLES / "hexapawn.py")), mode="python").search(limits=Limits(depth=10))
    assert str(found.score) == "loses in 6"


def test_domineering_four_by_four_is_won_by_the_first_player(tmp_path):
    # D. Breuker, J. Uiterwijk, J. van den Herik, Solving 8x8 Domineering, Theoretical Computer Science 230 (2000)
    file = tmp_path / "small.py"
    file.write_text((EXAMPLES / "domineering.py").read_text().replace("SIZE = 5", "SIZE = 4"))
    found = Engine(load_game(str(file)), mode="python").search(limits=Limits(depth=16))
    assert str(found.score) == "wins in 7"
