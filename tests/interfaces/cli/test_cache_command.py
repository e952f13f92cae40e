"""`plytree cache list|verify|clear` and `plytree --version`."""

import json
import os
import re

import pytest

from plytree import __version__
from plytree.interfaces.cli.main import main
from plytree.search.acquire import cache, shipped

CODE, OTHER, VERDICT = "aa0123456789abcdef01.code", "bb0123456789abcdef01.mcts", "cc0123456789abcdef01"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache with native code of two games and a verdict on a third."""
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "_unsaved", {})
    cache.save(CODE, {"x": 1}, "chess")
    cache.save(OTHER, {"x": 2}, "nim")
    cache.refuse(VERDICT, "Go.moves calls itself", "go")
    return tmp_path


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        main(["cache", *arguments])
    out = capsys.readouterr()
    return end.value.code, out.out, out.err


def test_list_says_what_is_kept_and_where(kept, capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert str(cache.folder()) in out
    for words in (r"chess +code", r"nim +mcts", r"go +verdict.*calls itself", "3 entries"):
        assert re.search(words, out), out
    found = json.loads(run(capsys, "list", "--json")[1])
    assert {(entry["game"], entry["kind"]) for entry in found["entries"]} == {
        ("chess", "code"), ("nim", "mcts"), ("go", "verdict"),
    }  # fmt: skip
    assert found["refusal"] == ""
    assert found["compiling"] == []


def test_list_shows_compilers_at_work(kept, capsys):
    lock = cache.lock(CODE)
    assert lock.take(what="chess", kind="code", seconds=3.0, expected=12.0)
    assert f"compiling chess (code): 25%, process {os.getpid()}" in run(capsys, "list")[1]
    lock.release()


def test_list_says_what_came_with_the_package(kept, capsys, monkeypatch):
    monkeypatch.setattr(shipped, "manifest", lambda: {CODE: "a hash", OTHER: "another"})
    monkeypatch.setattr(shipped, "runs_here", lambda: True)
    assert "2 more came with the package" in run(capsys, "list")[1]
    assert json.loads(run(capsys, "list", "--json")[1])["shipped"] == 2


def test_entries_of_other_versions_are_listed_when_asked_for(kept, capsys):
    other = cache.base() / "0123456789abcdef"
    cache.folder().rename(other)
    assert json.loads(run(capsys, "list", "--json")[1])["entries"] == []
    assert len(json.loads(run(capsys, "list", "--all", "--json")[1])["entries"]) == 3
    assert run(capsys, "clear", "--all")[1].startswith("3 entries deleted")
    assert not other.exists()


def test_verify_finds_what_is_damaged(kept, capsys):
    assert run(capsys, "verify")[:2] == (0, "3 of 3 entries are whole\n")
    content = bytearray((cache.folder() / CODE).read_bytes())
    content[-1] ^= 1
    (cache.folder() / CODE).write_bytes(content)
    code, out, _ = run(capsys, "verify")
    assert code == 1
    assert f"{CODE}: damaged" in out
    assert "2 of 3 entries are whole" in out
    assert json.loads(run(capsys, "verify", "--json")[1])["damaged"][0]["name"] == CODE


def test_a_refused_folder_is_said_by_all(kept, capsys):
    cache.folder().chmod(0o777)
    assert "others may write to" in run(capsys, "list")[1]
    code, out, _ = run(capsys, "verify")
    assert code == 1
    assert "make it yours alone" in out


def test_clear_deletes_only_what_is_ours(kept, capsys):
    thesis = cache.folder() / "thesis.tex"
    thesis.write_text("mine")
    assert run(capsys, "clear", "chess")[1].startswith("1 entry deleted")
    assert not (cache.folder() / CODE).exists()
    assert (cache.folder() / OTHER).exists()
    assert run(capsys, "clear")[1].startswith("2 entries deleted")
    assert [path.name for path in cache.folder().iterdir()] == ["thesis.tex"]


def test_clearing_an_unknown_game_is_an_error_that_lists_the_known_ones(kept, capsys):
    code, _, err = run(capsys, "clear", "chss")
    assert code == 2
    assert "nothing of 'chss' is kept; expected one of chess, go, nim" in err


def test_clear_leaves_a_compiler_its_lock(kept, capsys):
    lock = cache.lock(CODE)
    assert lock.take()
    run(capsys, "clear")
    assert not cache.lock(CODE).take()
    lock.release()


def test_version(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"plytree {__version__} (Python 3.")
