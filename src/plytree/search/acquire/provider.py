"""Where an engine gets native code from: the cache on disk, a compiling process, or the compiler right here.

Nothing here imports Numba before native code is really loaded, so that a game starts at once in Python.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from plytree.games.contract.game import Game
from plytree.search.acquire import cache
from plytree.search.acquire.fingerprint import native_fingerprint
from plytree.search.compile.kernel import Kernel, rules_of

CPU_LIMIT = 300  # seconds of work for the compiling process; some methods keep the compiler busy for ever
TIME_LIMIT = 4.0 * CPU_LIMIT  # and of waiting for it, on a machine that has other things to do
_providers: weakref.WeakValueDictionary[str, Provider] = weakref.WeakValueDictionary()
_providers_lock = threading.Lock()


def provider(game: Game[Any], kind: str = "code") -> Provider:
    """The one source of native code for this game in this process: of the search ("code"), or also "mcts"."""
    digest = native_fingerprint(rules_of(game))
    with _providers_lock:
        found = _providers.get(f"{digest}.{kind}")
        if found is None:
            found = _providers[f"{digest}.{kind}"] = Provider(game, digest, kind)
        return found


class Provider:
    """Gets native code for one game, once, in the background. When `finished`, there is a `kernel`, or `note` says why
    there is none."""

    def __init__(self, game: Game[Any], digest: str, kind: str):
        self.game, self.fingerprint, self.kind = game, digest, kind
        self.kernel: Kernel | None = None
        self.note = ""
        self.finished = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._waiting: list[Callable[[], None]] = []

    @property
    def cached(self) -> bool:
        """Is there compiled code on disk, so that it only has to be loaded?"""
        return cache.exists(f"{self.fingerprint}.{self.kind}")

    def begin(self, when_ready: Callable[[], None] | None = None) -> None:
        """Start getting native code, if nobody has; call back when it is there or given up."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            if when_ready is not None and not self.finished.is_set():
                self._waiting.append(when_ready)
                return
        if when_ready is not None:
            when_ready()

    def wait(self, seconds: float | None = None) -> None:
        self.begin()
        self.finished.wait(seconds)

    def _work(self) -> None:
        try:
            self._get()
        except Exception as error:  # whatever goes wrong here, the game still plays in Python
            self.note = f"native code could not be made: {type(error).__name__}: {str(error).splitlines()[0]}"
        with self._lock:
            self.finished.set()
            waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()

    def _get(self) -> None:
        self.note = refused_before(self.fingerprint)
        if self.note:
            return
        entry = f"{self.fingerprint}.{self.kind}"
        while os.name == "posix" and cache.claimed(entry) and not self.cached:
            time.sleep(0.1)  # another process compiles it already
        self.note = refused_before(self.fingerprint)
        if self.note:
            return
        if not self.cached:
            order = work_order(self.game, self.kind)
            if order is not None:
                self.note = compile_elsewhere(order)
                if self.note:
                    return
        from plytree.search.acquire.diagnose import prepare

        self.kernel, self.note = prepare(self.game, self.kind)


def refused_before(digest: str) -> str:
    """Why native code was refused when it was last tried; "" if it was not."""
    verdict = cache.load(f"{digest}.verdict")
    return verdict if isinstance(verdict, str) else ""


def work_order(game: Game[Any], kind: str) -> bytes | None:
    """What another process needs to make the same game; None if it could not."""
    rules = rules_of(game)
    made = type(rules)
    module = sys.modules.get(made.__module__)
    file = getattr(module, "__file__", None)
    if module is None or made.__module__ == "__main__" or "<locals>" in made.__qualname__ or file is None:
        return None
    order = {
        "path": sys.path, "module": made.__module__, "file": str(file), "class": made.__qualname__,
        "derived_by": getattr(made, "derived_by", ""),
        "fingerprint": native_fingerprint(rules), "seconds": CPU_LIMIT, "kind": kind,
    }  # fmt: skip
    try:
        return json.dumps(order).encode() + b"\n" + pickle.dumps(vars(rules))
    except Exception:  # something in the instance cannot be handed over
        return None


def compile_elsewhere(order: bytes) -> str:
    """Let another process compile into the cache; "" if it did, or a sentence why it refused."""
    command = [sys.executable, "-m", "plytree.search.acquire.worker"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        done = subprocess.run(command, input=order, capture_output=True, timeout=TIME_LIMIT, env=environment)
    except subprocess.TimeoutExpired:
        return _too_long(order)
    except OSError:
        return ""  # no process to be had: it is compiled here
    if done.returncode in (-getattr(signal, "SIGXCPU", 24), -9):
        return _too_long(order)
    lines = done.stdout.decode(errors="replace").strip().splitlines()
    if done.returncode == 0 and lines:
        return str(json.loads(lines[-1])["note"])
    return ""  # it died of something of its own: it is tried again here, where errors are seen


def _too_long(order: bytes) -> str:
    """Remember that the compiler does not come to an end."""
    head = json.loads(order.split(b"\n", 1)[0])
    sentence = f"{head['class']} keeps the compiler busy for more than {CPU_LIMIT} seconds: simplify its longest method"
    cache.save(f"{head['fingerprint']}.verdict", sentence)
    return sentence
