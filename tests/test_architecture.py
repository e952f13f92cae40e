"""ARCHITECTURE.md names functions that exist, and its walks visit no place twice."""

import importlib
import re
from pathlib import Path

import pytest

import plytree

ROOT = Path(plytree.__file__).parent
TEXT = (Path(__file__).parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
WALKS = re.findall(r"^### (.+?)\n\n(.*?)(?=\n\n#|\Z)", TEXT, re.DOTALL | re.MULTILINE)
STOP = re.compile(r"^\d+\. `([\w/.]+)` `([\w.]+)`: .+$", re.MULTILINE)


@pytest.mark.parametrize(("title", "walk"), WALKS, ids=[title for title, _ in WALKS])
def test_the_stops_of_a_walk_exist_and_none_is_visited_twice(title, walk):
    stops = STOP.findall(walk)
    assert len(stops) == len(walk.strip().splitlines()) >= 8
    assert len({file for file, _ in stops}) == len(stops), "a file is visited twice"
    for file, name in stops:
        if file.endswith(".js"):
            assert re.search(rf"\b{name}\(", (ROOT / file).read_text(encoding="utf-8")), (file, name)
            continue
        found = importlib.import_module("plytree." + file.removesuffix(".py").replace("/", "."))
        for part in name.split("."):
            found = getattr(found, part)


def test_there_are_four_walks_and_the_layers_are_those_that_are_checked():
    assert len(WALKS) == 4
    contract = (ROOT.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^layers = \[(.*?)^\]", contract, re.DOTALL | re.MULTILINE)
    assert listed
    layers = re.findall(r"plytree\.(\w+)", listed[1])
    for layer in layers:
        assert f"`{layer}/`" in TEXT or f"`{layer}.py`" in TEXT, layer


def test_every_file_that_is_named_exists():
    for file in re.findall(r"`([\w/]+/[\w.]+\.(?:py|js))`", TEXT):
        assert (ROOT / file).exists(), file


def test_what_users_need_comes_from_the_root():
    for name in ("Session", "Outcome", "make_player", "explain", "perft", "ConnectFourSolver", *plytree.__all__):
        assert callable(getattr(plytree, name)), name
    assert plytree.explain(plytree.PaperTree("[[3,5],[2,9]]")).root.value == 3
