"""Native code that comes with the package: used if it fits in everything, else as if it were not there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from plytree.search.acquire import cache, shipped

ROOT = Path(__file__).parents[3]
NAME = "0123456789abcdef0123.code"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with one entry, and an empty cache of the user's; the folder of the entry."""
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path / "user"))
    monkeypatch.setattr(cache, "_unsaved", {})
    cache.save(NAME, {"from": "the package"}, "a game")
    content = (cache.folder() / NAME).read_bytes()
    (cache.folder() / NAME).unlink()
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "package")
    shipped.write(shipped.FOLDER, {NAME: content})
    forget()
    yield shipped.FOLDER / shipped.system()
    monkeypatch.undo()
    forget()


def forget():
    shipped.manifest.cache_clear()
    shipped.runs_here.cache_clear()


def changed(package, **facts):
    known = json.loads((package / shipped.MANIFEST).read_text())
    (package / shipped.MANIFEST).write_text(json.dumps({**known, **facts}))
    forget()


def test_it_is_found_and_never_written_to(package):
    before = {path.name: path.stat().st_mtime_ns for path in package.iterdir()}
    assert cache.exists(NAME)
    assert cache.load(NAME) == {"from": "the package"}
    cache.prune(cache.base())
    assert {path.name: path.stat().st_mtime_ns for path in package.iterdir()} == before
    assert not (cache.folder() / NAME).exists()


def test_what_the_user_compiled_goes_before_it(package):
    cache.save(NAME, {"from": "the user"}, "a game")
    assert cache.load(NAME) == {"from": "the user"}


def test_it_is_found_where_the_users_folder_is_refused(package, monkeypatch):
    monkeypatch.setenv("PLYTREE_CACHE", "/dev/null/nowhere")
    assert cache.load(NAME) == {"from": "the package"}


@pytest.mark.parametrize("facts", [{"sources": "of another version"}, {"format": 2}, {"entries": 7}, {"entries": {}}])
def test_it_is_not_used_if_anything_differs(package, facts):
    changed(package, **facts)
    assert cache.load(NAME) is None
    assert not cache.exists(NAME)


def test_it_is_not_used_on_a_processor_that_lacks_an_ability(package, monkeypatch):
    monkeypatch.setitem(shipped.USUAL, shipped.system().partition("-")[2], ("any", frozenset({"time travel"})))
    forget()
    assert not shipped.runs_here()
    assert cache.load(NAME) is None
    monkeypatch.setattr(shipped, "USUAL", {})
    forget()
    assert cache.load(NAME) is None


@pytest.mark.parametrize("harm", [b"", b"something else"])
def test_damaged_code_is_not_used(package, harm):
    (package / NAME).write_bytes(harm)
    assert cache.load(NAME) is None


def test_a_missing_or_damaged_manifest_is_none(package):
    for text in ("{", "[]", "7", ""):
        (package / shipped.MANIFEST).write_text(text)
        forget()
        assert shipped.manifest() == {}
    (package / shipped.MANIFEST).unlink()
    forget()
    assert cache.load(NAME) is None


FRESH = """
import json, sys
from pathlib import Path
from plytree import Engine, Limits, load_game
from plytree.search.acquire import compilers, shipped

def no_compiler(*_):
    raise AssertionError("a compiler was started")

shipped.FOLDER, compilers._run = Path(sys.argv[1]), no_compiler
found = Engine(load_game("nim:1,2"), mode="native").search()
again = Engine(load_game("nim:1,2"), mode="python").search()
print(json.dumps([found.mode, (found.move, found.nodes) == (again.move, again.nodes)]))
"""


def test_a_fresh_install_plays_native_code_at_once(tmp_path):
    """What tools/native_for_wheel.py makes is loaded by a process that may not compile, with an empty cache."""
    if shipped.target() is None or not shipped.runs_here():
        pytest.skip("this processor is none of the usual ones")
    folder = tmp_path / "native"
    tool = [sys.executable, str(ROOT / "tools/native_for_wheel.py"), "nim:1,2", "--out", str(folder)]
    made = subprocess.run(tool, capture_output=True, text=True, check=True)
    assert "1 entries" in made.stdout
    clean = {**os.environ, "PLYTREE_CACHE": str(tmp_path / "cache")}
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH, str(folder)], capture_output=True, text=True, check=True, env=clean
    )
    assert json.loads(fresh.stdout) == ["native", True]
