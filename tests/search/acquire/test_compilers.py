"""Compiling processes: one for two that need the same, so many at once, ended with their parent, and no verdict but by
a measured limit of processor time."""

import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from plytree import Engine, GameError, Limits, load_game
from plytree.errors import MachineError
from plytree.search import workshop
from plytree.search.acquire import cache, compilers, provider
from plytree.search.acquire.locks import Lock, holder

PATIENCE = 120  # seconds in which everything happens, even on a busy machine


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    """An empty cache and no native code known to this process."""
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "_unsaved", {})
    monkeypatch.setattr(provider, "_providers", {})
    yield
    compilers.restrict()


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return found


def alive(pid):
    """Does a process still work? One that has ended and was not waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def verdicts(tmp_path):
    return list(tmp_path.rglob("*.verdict"))


def test_a_killed_compiler_leaves_no_verdict_and_is_tried_again(tmp_path):
    game = load_game("nim:1,2")
    source = provider.provider(game)
    source.begin()
    pid = until(source.progress, "a compiler at work").pid
    os.kill(pid, signal.SIGKILL)
    assert source.finished.wait(PATIENCE)
    assert "the compiler was ended by SIGKILL" in source.note
    assert not source.refused
    assert not verdicts(tmp_path)
    assert Engine(game, mode="native").mode_now == "native"  # it tries again
    assert Engine(game, mode="native").search(limits=Limits(depth=2)).mode == "native"


def test_native_mode_without_native_code_is_an_error_that_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(provider, "TRIES", 1)
    game = load_game("nim:1,2")

    def kill():
        os.kill(until(lambda: compilers.under_way(), "a compiler at work")[0].pid, signal.SIGTERM)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(MachineError, match="there is no native code: the compiler was ended by SIGTERM"):
        Engine(game, mode="native")
    killer.join()
    engine = Engine(game, mode="best")
    assert engine.mode_now == "python"
    assert "SIGTERM" in engine.note


def test_only_a_measured_limit_of_processor_time_is_a_verdict(tmp_path, monkeypatch):
    monkeypatch.setattr(compilers, "CPU_LIMIT", 1)
    with pytest.raises(GameError, match="nim keeps the compiler busy for more than 1 seconds"):
        Engine(load_game("nim:1,2"), mode="native")
    assert len(verdicts(tmp_path)) == 1
    monkeypatch.setattr(provider, "_providers", {})
    monkeypatch.setattr(compilers, "_run", lambda *_: pytest.fail("it was refused before"))
    assert "keeps the compiler busy" in Engine(load_game("nim:1,2"), mode="best").note


def test_a_slow_compiler_on_a_busy_machine_leaves_no_verdict(tmp_path, monkeypatch):
    monkeypatch.setattr(compilers, "TIME_LIMIT", 0.3)
    with pytest.raises(MachineError, match="native code was not made in 0 seconds on this busy machine"):
        Engine(load_game("nim:1,2"), mode="native")
    assert not verdicts(tmp_path)
    assert not compilers.under_way()  # and it was ended


@pytest.mark.parametrize(("code", "seconds"), [(-9, 500.0), (-24, 20.0), (-15, 500.0), (-11, 1.0), (-64, 1.0)])
def test_no_other_end_of_a_compiler_is_a_verdict(code, seconds):
    order = compilers.Order("x:y", "lock", "nim", "code", {})
    with pytest.raises(compilers.Unfinished, match="ended by") as end:
        compilers._judge(order, code, seconds, b"")
    assert not end.value.lasting


def test_a_lock_that_is_never_given_back_is_waited_for_only_so_long(monkeypatch, tmp_path):
    game = load_game("nim:1,2")
    source = provider.provider(game)
    lock = cache.lock(source._entry)
    assert lock.take(what="nim", kind="code", seconds=1.0, expected=2.0)
    monkeypatch.setattr(compilers, "TIME_LIMIT", 0.3)
    with pytest.raises(MachineError, match=f"process {os.getpid()} compiles it since 0 seconds; try again later"):
        Engine(game, mode="native")
    assert not verdicts(tmp_path)
    lock.release()


def test_a_lock_is_free_as_soon_as_its_holder_is_dead(tmp_path):
    path = tmp_path / "x.lock"
    code = f"""
from pathlib import Path
from plytree.search.acquire.locks import Lock
lock = Lock(Path({str(path)!r}))
print(lock.take(what="it"), flush=True)
input()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )  # fmt: skip
    assert process.stdout.readline().strip() == "True"
    assert holder(path) == {"pid": process.pid, "what": "it"}
    assert not Lock(path).take()
    process.kill()
    process.wait()
    assert holder(path) is None
    lock = Lock(path)
    assert lock.take()
    assert not Lock(path).take()
    lock.release()
    assert not path.exists()


COMPILE = """
from plytree import Engine, Limits, load_game
engine = Engine(load_game("nim:1,2"), mode="native")
print(engine.search(limits=Limits(depth=2)).mode)
"""


def test_two_processes_that_need_the_same_game_compile_it_once(tmp_path):
    both = [subprocess.Popen([sys.executable, "-c", COMPILE], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    seen = set()
    while any(process.poll() is None for process in both):
        seen |= {each.pid for each in compilers.under_way()}
        time.sleep(0.05)
    assert [process.stdout.read().strip() for process in both] == ["native", "native"]
    assert len(seen) == 1
    assert not list(tmp_path.rglob("*.lock"))


# ---- ending with the parent -----------------------------------------------------------------------------------------

PARENT = """
import os, sys, time
from plytree import Engine, load_game
engine = Engine(load_game("connect4"), mode="auto")
while (found := engine.workshop.native.progress()) is None:
    time.sleep(0.01)
if "fork" in sys.argv and os.fork() == 0:
    print(found.pid, os.getpid(), flush=True)  # it keeps the pipe to the compiler open
    time.sleep(600)
if "fork" not in sys.argv:
    print(found.pid, 0, flush=True)
if "exit" in sys.argv:
    sys.exit()
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("way", ["kill", "exit", "fork"])
def test_the_compiler_ends_with_its_parent(way):
    process = subprocess.Popen([sys.executable, "-c", PARENT, way], stdout=subprocess.PIPE, text=True)
    compiler, other = map(int, process.stdout.readline().split())
    if way != "exit":
        assert alive(compiler)
        process.send_signal(signal.SIGKILL)
    process.wait(PATIENCE)
    until(lambda: not alive(compiler), "the compiler's end")
    if other:
        os.kill(other, signal.SIGKILL)
    until(lambda: not compilers.under_way(), "nobody at work")


def test_a_compiler_ends_when_its_pipe_closes(tmp_path):
    """As on systems that have no signal for it."""
    game = load_game("connect4")
    order = provider.work_order(game, "code", provider.provider(game)._entry)
    command = [sys.executable, "-m", "plytree.search.acquire.worker"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    process.stdin.write(order.pack())
    process.stdin.flush()
    until(compilers.under_way, "a compiler at work")
    process.stdin.close()
    assert process.wait(PATIENCE) == 1
    assert not compilers.under_way()


# ---- what a server needs --------------------------------------------------------------------------------------------


def test_a_compiler_can_be_seen_and_cancelled():
    source = provider.provider(load_game("connect4"))
    source.begin()
    seen = until(source.progress, "a compiler at work")
    assert (seen.what, seen.kind) == ("connect4", "code")
    assert [each.pid for each in compilers.under_way()] == [seen.pid]
    later = until(lambda: (found := source.progress()) and found.seconds > seen.seconds and found, "some work")
    assert seen.fraction < later.fraction < 1
    source.cancel()
    assert source.finished.wait(PATIENCE)
    assert "stopped" in source.note
    assert not alive(seen.pid)
    assert source.progress() is None
    assert not compilers.under_way()


def test_who_waits_is_told_how_far_it_is(monkeypatch):
    monkeypatch.setattr(workshop, "TELL", 0.02)
    told = []
    assert Engine(load_game("nim:1,2"), mode="native", on_wait=told.append).mode_now == "native"
    assert told[0] == "compiling nim ..."
    assert re.fullmatch(r"compiling nim: \d+%", told[-1])
    Engine(load_game("nim:1,2"), mode="native", on_wait=lambda what: pytest.fail("it is there"))


def test_what_is_not_permitted_is_not_compiled(monkeypatch, tmp_path):
    compilers.restrict(permit=lambda game: f"{type(game).__name__} is not for visitors")
    monkeypatch.setattr(compilers, "_run", lambda *_: pytest.fail("a compiler was started"))
    source = provider.provider(load_game("connect4"))
    source.wait(PATIENCE)
    assert source.note == "ConnectFour is not for visitors"
    assert not source.refused
    assert not verdicts(tmp_path)


def test_so_many_compilers_at_once_in_all_processes():
    compilers.restrict(at_once=1)
    never, no = threading.Event(), lambda: False
    code = "from plytree.search.acquire import compilers; print(compilers._take_slot('another') is None)"
    with compilers.turn("0123456789abcdef0123.code", "one", no, never) as mine:
        assert mine
        assert compilers._take_slot("another") is None
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.stdout.strip() == "True", done.stderr
        compilers.restrict(at_once=2)
        with compilers.turn("abcdef0123456789abcd.code", "two", no, never) as second:
            assert second
            assert compilers._take_slot("three") is None
    with compilers.turn("0123456789abcdef0123.code", "again", no, never) as mine:
        assert mine


def test_who_asked_first_is_served_first():
    compilers.restrict(at_once=1)
    never, served, threads = threading.Event(), [], []
    names = [f"{number:x}" * 20 + ".code" for number in range(6)]

    def ask(name):
        with compilers.turn(name, name, lambda: False, never):
            served.append(name)

    slot = compilers._take_slot("somebody")
    for number, name in enumerate(names):
        threads.append(threading.Thread(target=ask, args=(name,)))
        threads[-1].start()
        until(lambda wanted=number + 1: len(compilers._line) == wanted, "one more in line")
    slot.release()
    for thread in threads:
        thread.join(PATIENCE)
    assert served == names
    assert not compilers._line


def test_the_bound_is_kept_where_no_folder_can_hold_locks(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path / "file"))
    compilers.restrict(at_once=1)
    slot = compilers._take_slot("one")
    assert slot is not None
    assert compilers._take_slot("two") is None
    slot.release()
    assert compilers._take_slot("three") is not None


def test_without_a_folder_the_code_still_comes_from_a_bounded_process(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path / "file"))
    engine = Engine(load_game("nim:1,2"), mode="native")
    assert engine.mode_now == "native"
    assert not engine.workshop.native.kernel.compiled  # not here
    assert engine.search(limits=Limits(depth=2)).mode == "native"
