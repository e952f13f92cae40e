"""Which files native code is made from: a new or changed one makes all older code stale, whoever imports it."""

from pathlib import Path

import pytest

from plytree.search.acquire.sources import PACKAGE, hash_of, native_sources

FILES = {
    "search/core.py": "from plytree.games.game import Game\n",
    "search/deep/room/part.py": "def f():\n    from plytree.games import (\n        other, bits as b,\n    )\n",
    "search/last.py": "import plytree.errors\n",
    "games/game.py": "from plytree.games.base import Base\n",
    "games/base.py": "", "games/bits.py": "", "games/other.py": "", "errors.py": "",
    "games/unused.py": "", "players/player.py": "from plytree.search.core import Core\n",
}  # fmt: skip


@pytest.fixture
def package(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def digest(package):
    return hash_of(package, native_sources(package))


def test_all_of_search_counts_and_whatever_it_imports(package):
    names = {path.relative_to(package).as_posix() for path in native_sources(package)}
    assert names == FILES.keys() - {"games/unused.py", "players/player.py"}


@pytest.mark.parametrize("name", ["search/core.py", "search/deep/room/part.py", "games/base.py", "games/bits.py"])
def test_a_changed_file_changes_the_hash(package, name):
    before = digest(package)
    (package / name).write_text(FILES[name] + "# changed\n")
    assert digest(package) != before


def test_a_new_file_changes_the_hash_and_an_unrelated_one_does_not(package):
    before = digest(package)
    (package / "players/another.py").write_text("x = 1\n")
    assert digest(package) == before
    (package / "search/deep/new.py").write_text("")
    assert digest(package) != before


def test_the_real_list_has_what_native_code_is_known_to_need():
    names = {path.relative_to(PACKAGE).as_posix() for path in native_sources(PACKAGE)}
    assert {"search/alphabeta/core.py", "search/natural/rows.py"} <= names
    assert {f"games/contract/{name}.py" for name in ("game", "records", "primitives")} <= names
    assert {path for path in Path(PACKAGE / "search").rglob("*.py")} <= native_sources(PACKAGE)
