"""Compilers at work: one process for each, counted, bounded, visible to all processes of the user, and ended with us.

    restrict(at_once=1, permit=f)    so many compilers run at once, here and in child processes, the others wait; and
                                     none for a game of which f(game) gives a sentence why not
    under_way()                      [Compiling(what='chess', kind='code', seconds=21.5, expected=60.0, pid=...)]
    compiling.fraction               0.36, for a banner "compiling chess: 36 %"
    provider(game).progress()        the same for one game; None if it is not being compiled
    provider(game).cancel()          give up waiting, or end the compiler; Python plays on

The bound holds for all processes of the user together, because it is made of system locks in the cache folder
(`slot-0.lock` and so on): a server and the processes of its pool share it. It is PLYTREE_COMPILERS in the environment,
or the number of processors. What is compiled holds the lock of its entry, and writes into it how far it is, so a
process that shows a banner need not be the one that compiles. Two processes that need the same code make it once.
How long a compiler will need is guessed from the last time; both are processor seconds, so a busy machine only makes
them pass more slowly.

Only a measured limit of processor time says that a game keeps the compiler busy for ever. A compiler that was killed,
crashed, cancelled or too slow on a busy machine leaves no verdict: it is tried again.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from plytree.processes import child_environment
from plytree.search.acquire import cache
from plytree.search.acquire.locks import Lock, after_fork, holder

CPU_LIMIT = 300  # seconds of work for a compiler; some methods keep it busy for ever
TIME_LIMIT = 4.0 * CPU_LIMIT  # seconds of waiting for one, on a machine that has other things to do
POLL = 0.05
BOUND = "PLYTREE_COMPILERS"
STOPPED = "native code is not made: the compiler was stopped"
_permit: Callable[[Any], str] = lambda game: ""  # noqa: E731
_line: list[object] = []  # who waits for a slot, in the order of asking


@dataclass(frozen=True)
class Compiling:
    """A compiler at work: for which game, which code of it ("code", "mcts", "solver"), its processor seconds so far
    and as many as it will probably need."""

    what: str
    kind: str
    seconds: float
    expected: float
    pid: int

    @property
    def fraction(self) -> float:
        """How much of the work is probably done, from 0 to 0.99."""
        return min(0.99, self.seconds / self.expected) if self.expected > 0 else 0.0


@dataclass(frozen=True)
class Order:
    """What a compiling process is to do: `call` names a function of (head, body) that gives a note; `lock` is the
    entry whose lock it holds."""

    call: str
    lock: str
    what: str
    kind: str
    more: dict[str, Any]
    body: bytes = b""

    def pack(self) -> bytes:
        head = {
            **self.more, "call": self.call, "lock": self.lock, "what": self.what, "kind": self.kind, "path": sys.path,
            "seconds": CPU_LIMIT, "bytes": len(self.body),
        }  # fmt: skip
        return json.dumps(head).encode() + b"\n" + self.body


class Unfinished(Exception):
    """A compiler was not to be had or came to no good end: the sentence says why. `lasting`: it would not next time."""

    def __init__(self, sentence: str, lasting: bool = False):
        super().__init__(sentence)
        self.lasting = lasting


def restrict(*, at_once: int | None = None, permit: Callable[[Any], str] | None = None) -> None:
    """From now on: so many compilers at once, in this process and in those it starts; and only for what is permitted.

    `permit` is asked about a game that is not in the cache: "" lets it pass, a sentence says why it is not compiled.
    """
    global _permit
    _permit = permit or (lambda game: "")
    if at_once is None:
        os.environ.pop(BOUND, None)
    else:
        os.environ[BOUND] = str(max(1, at_once))


def ask(game: Any) -> None:
    """Unfinished if a game may not be compiled."""
    sentence = _permit(game)
    if sentence:
        raise Unfinished(sentence)


def bound() -> int:
    given = os.environ.get(BOUND, "")
    return max(1, int(given)) if given.isdecimal() and len(given) < 4 else max(1, os.cpu_count() or 1)


def under_way() -> list[Compiling]:
    """All compilers that work now, also those that other processes of the user have started."""
    suffix = ".lock"
    locks = [path for path, _ in cache.files(cache.base()) if path.name.endswith(suffix)]
    found = (_compiling(holder(path)) for path in locks if not path.name.startswith("slot-"))
    return [each for each in found if each is not None]


def progress_of(entry: str) -> Compiling | None:
    """How far the compiler of an entry is; None if none is at work on it."""
    return _compiling(holder(cache.lock(entry).path))


def _compiling(facts: dict[str, Any] | None) -> Compiling | None:
    try:
        return None if facts is None else Compiling(
            str(facts["what"]), str(facts["kind"]), float(facts["seconds"]), float(facts["expected"]), int(facts["pid"])
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None


def compile_elsewhere(order: Order, settled: Callable[[], bool], cancelled: threading.Event) -> str:
    """Let another process compile into the cache, or wait for one that does; "" if it is there now or if a process was
    not to be had, else a sentence why the game is refused. Unfinished if it did not come to an end.

    `settled`: is it there, or refused for good? Asked while waiting."""
    while True:
        with turn(order.lock, order.what, settled, cancelled) as mine:
            note = _run(order, cancelled) if mine else ""
        if note is not None:
            return note


@contextlib.contextmanager
def turn(entry: str, what: str, settled: Callable[[], bool], cancelled: threading.Event) -> Iterator[bool]:
    """Wait until nobody else compiles an entry and a slot is free, and hold it: True. False if it is settled before.
    Within a process, who asked first is served first."""
    end = time.monotonic() + TIME_LIMIT
    ticket = object()
    slot: Any = None
    _line.append(ticket)
    try:
        while not settled():
            other = holder(cache.lock(entry).path)
            if other is not None and ticket in _line[:-1]:  # who waits for another process lets others pass
                _line.remove(ticket)
                _line.append(ticket)
            slot = _take_slot(what) if other is None and _line[0] is ticket else None
            if slot is not None:
                break
            if cancelled.wait(POLL):
                raise Unfinished(STOPPED)
            if time.monotonic() > end:
                who = f"process {other.get('pid', '?')} compiles it" if other is not None else "other compilers work"
                raise Unfinished(f"native code is not there yet: {who} since {TIME_LIMIT:.0f} seconds; try again later")
    finally:
        _line.remove(ticket)
    try:
        yield slot is not None
    finally:
        if slot is not None:
            slot.release()


def _take_slot(what: str) -> Any:
    """One of the slots for compilers; None if all are taken."""
    if not cache.usable():
        return _SlotHere.take()
    for number in range(bound()):
        slot = Lock(cache.folder() / f"slot-{number}.lock")
        if slot.take(what=what):
            return slot
    return None


class _SlotHere:
    """A slot for a compiler of this process, where no folder can hold locks."""

    _taken: ClassVar[set[_SlotHere]] = set()
    _guard: ClassVar[threading.Lock] = threading.Lock()

    @classmethod
    def take(cls) -> _SlotHere | None:
        with cls._guard:
            if len(cls._taken) >= bound():
                return None
            slot = cls()
            cls._taken.add(slot)
            return slot

    def release(self) -> None:
        with self._guard:
            self._taken.discard(self)


@after_fork
def _begin_anew() -> None:
    """A forked process waits for nothing that its parent waits for."""
    _line.clear()
    _SlotHere._taken, _SlotHere._guard = set(), threading.Lock()


def _run(order: Order, cancelled: threading.Event) -> str | None:
    """Let a process compile; as compile_elsewhere, and None if another one was faster to begin."""
    command = [sys.executable, "-m", "plytree.search.acquire.worker"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    try:
        process = subprocess.Popen(command, env=child_environment(), **pipes)
    except OSError:
        return ""  # no process to be had: it is compiled here
    assert process.stdin is not None
    assert process.stdout is not None
    chunks: list[bytes] = []
    reader = threading.Thread(target=lambda: chunks.append(process.stdout.read()), daemon=True)  # type: ignore[union-attr]
    reader.start()
    try:
        with contextlib.suppress(OSError):  # it died at once: its exit code says so
            process.stdin.write(order.pack())
            process.stdin.flush()
        seconds = _wait(process, cancelled)
        reader.join()
    finally:
        if process.returncode is None:
            process.kill()
            process.wait()
        process.stdout.close()
        with contextlib.suppress(OSError):
            process.stdin.close()
    return _judge(order, process.returncode, seconds, b"".join(chunks))


def _wait(process: subprocess.Popen[bytes], cancelled: threading.Event) -> float:
    """Wait for a compiler's end; the processor seconds it took. Unfinished if it was stopped or needs too long."""
    end = time.monotonic() + TIME_LIMIT
    while True:
        if hasattr(os, "wait4"):
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                return usage.ru_utime + usage.ru_stime
        elif process.poll() is not None:
            return 0.0
        if cancelled.wait(POLL):
            raise Unfinished(STOPPED)
        if time.monotonic() > end:
            raise Unfinished(
                f"native code was not made in {TIME_LIMIT:.0f} seconds on this busy machine; try again later"
            )


def _judge(order: Order, code: int, seconds: float, answer: bytes) -> str | None:
    """What a compiler's end means; as _run."""
    if code == -getattr(signal, "SIGXCPU", 24) and seconds > 0.9 * CPU_LIMIT:
        busy = f"{order.what} keeps the compiler busy for more than {CPU_LIMIT} seconds: simplify its longest method"
        raise Unfinished(busy, lasting=True)
    if code < 0:
        name = next((each.name for each in signal.Signals if each == -code), f"signal {-code}")
        raise Unfinished(f"the compiler was ended by {name} after {seconds:.1f} seconds of work; it is tried again")
    try:
        reply = json.loads(answer)
        for name, content in reply.get("unsaved", {}).items():
            cache.adopt(name, base64.b64decode(content))
        for sentence in reply.get("says", ()):
            cache.say(sentence)
        return None if reply.get("busy") else str(reply["note"])
    except (ValueError, AttributeError, KeyError):
        return ""  # it died of something of its own: it is tried again here, where errors are seen
