"""Machine code is loaded from the user's own folder only, and nothing but our own files is ever deleted."""

import logging
import os
import pickle
import stat
import sys
import time
from pathlib import Path

import pytest

from plytree.search.acquire import cache
from plytree.search.acquire.trust import objection

sys.path.insert(0, str(Path(__file__).parents[3] / "bench"))
from damaged_caches import KINDS, STRANGER, Damage, Planted, packed

NAME = "0123456789abcdef0123.code"
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache with one good entry in it."""
    root = tmp_path / "cache"
    monkeypatch.setenv("PLYTREE_CACHE", str(root))
    monkeypatch.setattr(cache, "_unsaved", {})
    monkeypatch.setattr(cache, "_said", set())
    assert cache.save(NAME, {"good": 1}, "a game")
    damage = Damage(root, cache.folder() / NAME)
    damage.diary.write_text("dear diary")
    return damage


def test_the_folder_is_the_users_alone(kept):
    for place in (kept.base, kept.version):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE(kept.entry.stat().st_mode) == 0o600


def test_planted_code_would_run_if_the_folder_were_trusted(kept):
    """So that the tests below mean something."""
    kept.entry.write_bytes(packed(pickle.dumps(Planted(kept.canary))))
    cache.load(NAME)
    assert kept.canary.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_no_damage_runs_hangs_or_harms(kept, kind):
    KINDS[kind](kept)
    found = cache.load(NAME)
    assert not kept.canary.exists()
    assert found is None or found == {"good": 1} or "code" in kind
    assert isinstance(cache.refused_before(NAME.partition(".")[0]), str)
    cache.save(NAME, {"good": 2})
    assert cache.load(NAME) == {"good": 2}  # if not on disk, then as long as the process lives
    lock = cache.lock(NAME)
    assert lock.take(what="a game")
    lock.release()
    cache.files(cache.base())
    cache.prune(cache.base())
    assert not kept.canary.exists()
    assert kept.diary.read_text() == "dear diary"
    for place in (kept.version, kept.base, kept.root):
        if place.is_dir() and not place.is_symlink():
            place.chmod(0o700)


@pytest.mark.parametrize(("place", "mode"), [("version", 0o777), ("base", 0o707), ("root", 0o777), ("root", 0o772)])
def test_a_folder_that_others_may_write_to_is_refused_with_one_sentence(kept, caplog, place, mode):
    getattr(kept, place).chmod(mode)
    with caplog.at_level(logging.WARNING, "plytree"):
        for _ in range(3):
            assert cache.load(NAME) is None
            assert not cache.exists(NAME)
    assert len(caplog.messages) == 1
    assert f"others may write to '{getattr(kept, place)}' (mode {mode:04o})" in caplog.messages[0]
    assert "PLYTREE_CACHE" in caplog.messages[0]


@only_root
@pytest.mark.parametrize("place", ["version", "base", "root"])
def test_a_folder_of_another_user_is_refused(kept, place):
    os.chown(getattr(kept, place), STRANGER, -1)
    assert cache.load(NAME) is None
    assert f"'{getattr(kept, place)}' belongs to" in cache.refusal()


@only_root
def test_a_link_of_another_user_is_not_followed(kept, tmp_path, monkeypatch):
    link = tmp_path / "link"
    link.symlink_to(kept.root)
    monkeypatch.setenv("PLYTREE_CACHE", str(link))
    assert cache.load(NAME) == {"good": 1}  # our own link may lead there
    os.chown(link, STRANGER, -1, follow_symlinks=False)
    assert cache.load(NAME) is None
    assert f"'{link}' belongs to" in cache.refusal()


def test_an_older_folder_that_others_could_only_read_is_closed_to_them(kept):
    kept.base.chmod(0o755)
    assert cache.load(NAME) == {"good": 1}
    assert stat.S_IMODE(kept.base.stat().st_mode) == 0o700


def test_a_folder_where_everybody_may_make_files_but_touch_only_their_own_is_no_danger(tmp_path):
    shared = tmp_path / "shared"
    (shared / "mine").mkdir(parents=True)
    (shared / "mine").chmod(0o700)
    shared.chmod(0o777)
    assert "others may write to" in objection(shared / "mine")
    shared.chmod(0o1777)
    assert objection(shared / "mine") == ""


def test_without_a_home_folder_nothing_is_kept(kept, monkeypatch):
    monkeypatch.delenv("PLYTREE_CACHE")
    monkeypatch.setattr(cache.platformdirs, "user_cache_dir", lambda name: "~/.cache/plytree")
    assert "there is no home folder" in cache.refusal()


def test_a_folder_that_cannot_be_written_keeps_nothing_and_harms_nothing(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(cache, "_unsaved", {})
    assert not cache.save(NAME, 1)
    assert cache.load(NAME) == 1  # as long as the process lives
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_a_full_disk_is_said_once_and_leaves_nothing_behind(kept, monkeypatch, caplog):
    resource = pytest.importorskip("resource")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limit[1]))  # a file may not grow beyond
    try:
        with caplog.at_level(logging.WARNING, "plytree"):
            assert not cache.save(NAME, b"x" * 5000, "a game")
            assert not cache.save("f" * 20 + ".code", b"x" * 5000, "another")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert len(caplog.messages) == 1
    assert f"native code is not kept: '{cache.folder()}' cannot be written (File too large)" in caplog.messages[0]
    assert [path.name for path in cache.folder().iterdir()] == [NAME]
    assert cache.load(NAME) == {"good": 1}  # the old one is whole


def test_a_verdict_is_kept_as_text_and_never_unpickled(kept):
    digest = NAME.partition(".")[0]
    cache.refuse(digest, "Chess cannot be compiled: «it» is too long", "chess")
    assert cache.refused_before(digest) == "Chess cannot be compiled: «it» is too long"
    file = kept.entry.with_suffix(".verdict")
    assert b'{"sentence": "Chess cannot' in file.read_bytes()
    file.write_bytes(packed(pickle.dumps(Planted(kept.canary))))
    assert cache.refused_before(digest) == ""
    assert not kept.canary.exists()


def test_only_names_that_we_write_can_be_saved(kept):
    for name in ("thesis.code", "../0123456789abcdef0123.code", "0123456789abcdef0123.code.bak", ""):
        with pytest.raises(ValueError, match="not the name of an entry"):
            cache.save(name, 1)


def test_pruning_never_touches_a_users_file(kept):
    KINDS["files of the user's"](kept)
    users = sorted(path for path in kept.root.rglob("*") if path.is_file() and path != kept.entry)
    assert len(users) == 20
    long_ago = time.time() - 400 * 86400
    ours = [kept.version / name for name in (NAME + ".lock", NAME + ".claim", "slot-1.lock", ".writing-abcd_123")]
    for path in ours:
        path.write_text("ours")
        os.utime(path, (long_ago, long_ago))
    os.utime(kept.entry, (long_ago, long_ago))
    cache.prune(cache.base())
    assert sorted(path for path in kept.root.rglob("*") if path.is_file()) == users
    assert all(path.read_text() == "mine" for path in users)


def test_old_entries_are_pruned(kept, monkeypatch):
    monkeypatch.setattr(cache, "KEEP", 5)
    names = [f"{number:020x}.code" for number in range(9)]
    kept.entry.unlink()
    for number, name in enumerate(names):
        cache.save(name, number)
        age = time.time() - 1000 + number
        os.utime(cache.folder() / name, (age, age))
    cache.save(NAME, 0)
    assert {path.name for path in cache.folder().iterdir()} == {NAME, *names[5:]}
