"""Where an engine gets native code from: the cache on disk, a compiling process, or the compiler right here.

Nothing here imports Numba before native code is really loaded, so that a game starts at once in Python.
"""

from __future__ import annotations

import pickle
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

from plytree.errors import GameError, MachineError
from plytree.games.contract.game import Game, game_name
from plytree.search.acquire import cache, compilers
from plytree.search.acquire.compilers import Compiling, Order, Unfinished
from plytree.search.acquire.fingerprint import native_fingerprint
from plytree.search.acquire.locks import after_fork
from plytree.search.compile.kernel import Kernel, rules_of

TRIES = 3  # compilers for one game in one process, if each comes to no good end
_providers: weakref.WeakValueDictionary[str, Provider] = weakref.WeakValueDictionary()
_providers_lock = threading.Lock()


def provider(game: Game[Any], kind: str = "code") -> Provider:
    """The one source of native code for this game in this process: of the search ("code"), or also "mcts".

    Games that differ in their `tables` only run the same code, each with its own tables.
    """
    rules = rules_of(game)
    digest, tables = native_fingerprint(rules), _tables_of(rules)
    name = f"{digest}.{kind} {tables}"
    with _providers_lock:
        found = _providers.get(name)
        if found is None or _tables_of(rules_of(found.game)) != tables:  # the game was given others since
            found = _providers[name] = Provider(game, digest, kind)
        return found


@after_fork
def _begin_anew() -> None:
    """A forked process has none of the threads that fetch code: whoever waits there begins again."""
    global _providers_lock
    _providers_lock = threading.Lock()
    for source in list(_providers.values()):
        source._lock = threading.Lock()
        if not source.finished.is_set():
            source._thread, source._waiting, source.finished = None, [], threading.Event()


def _tables_of(rules: Game[Any]) -> int:
    """Where the game's tables are in memory, 0 if it has none."""
    tables: Any = getattr(rules, "tables", None)
    if tables is None:
        return 0
    if not hasattr(tables, "data"):  # no record: it will be refused with a sentence
        return id(tables)
    import numpy as np

    return int(np.frombuffer(tables.data, np.uint8).ctypes.data)


class Provider:
    """Gets native code for one game, once, in the background. When `finished`, there is a `kernel`, or `note` says why
    there is none. `refused`: it will not be otherwise next time; else whoever asks next makes it try again."""

    def __init__(self, game: Game[Any], digest: str, kind: str):
        self.game, self.fingerprint, self.kind = game, digest, kind
        self.kernel: Kernel | None = None
        self.note = ""
        self.refused = False
        self.finished = threading.Event()
        self._cancelled = threading.Event()
        self._tries = 0
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._waiting: list[Callable[[], None]] = []

    @property
    def cached(self) -> bool:
        """Is there compiled code on disk, so that it only has to be loaded?"""
        return cache.exists(f"{self.fingerprint}.{self.kind}")

    def progress(self) -> Compiling | None:
        """How far its compiler is, in whichever process; None if none is at work."""
        return None if self.finished.is_set() else compilers.progress_of(self._entry)

    def begin(self, when_ready: Callable[[], None] | None = None) -> None:
        """Start getting native code, if nobody has; call back when it is there or given up."""
        with self._lock:
            failed = self.finished.is_set() and self.kernel is None and not self.refused
            if self._thread is None or (failed and self._tries < TRIES):
                self.finished.clear()
                self._cancelled.clear()
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

    def error(self) -> Exception:
        """What to raise where nothing but native code will do."""
        return (GameError if self.refused else MachineError)(f"there is no native code: {self.note}")

    def cancel(self) -> None:
        """End the compiler, or the waiting for one; Python plays on, and whoever asks next makes it begin again."""
        self._cancelled.set()

    @property
    def _entry(self) -> str:
        """Whose lock is held while any code of the game is compiled: all of it needs that of the search."""
        return f"{self.fingerprint}.code"

    def _work(self) -> None:
        self.note, self._tries = "", self._tries + 1
        try:
            self._get()
            self.refused = bool(cache.refused_before(self.fingerprint))
        except Unfinished as error:
            self.note, self.refused = str(error), error.lasting
            if error.lasting:
                cache.refuse(self.fingerprint, self.note, game_name(self.game))
            if self._cancelled.is_set():
                self._tries -= 1
        except GameError as error:  # the game breaks its contract, in whatever way it is run
            self.note, self.refused = str(error), True
        except Exception as error:  # whatever goes wrong here, the game still plays in Python
            self.note = f"native code could not be made: {type(error).__name__}: {str(error).splitlines()[0]}"
        with self._lock:
            self.finished.set()
            waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()

    def _get(self) -> None:
        if not self._settled():
            compilers.ask(self.game)
            order = work_order(self.game, self.kind, self._entry)
            if order is not None:
                self.note = compilers.compile_elsewhere(order, self._settled, self._cancelled)
        self.note = self.note or cache.refused_before(self.fingerprint)
        if self.note:
            return
        from plytree.search.acquire.diagnose import prepare

        with compilers.turn(self._entry, game_name(self.game), self._settled, self._cancelled) as mine:
            lock = cache.lock(self._entry)
            held = mine and lock.take(what=game_name(self.game), kind=self.kind, seconds=0.0, expected=0.0)
            try:
                self.kernel, self.note = prepare(self.game, self.kind)
            finally:
                if held:
                    lock.release()

    def _settled(self) -> bool:
        return self.cached or bool(cache.refused_before(self.fingerprint))


def work_order(game: Game[Any], kind: str, entry: str) -> Order | None:
    """What another process needs to make the same game; None if it could not."""
    rules = rules_of(game)
    made = type(rules)
    module = sys.modules.get(made.__module__)
    file = getattr(module, "__file__", None)
    if module is None or made.__module__ == "__main__" or "<locals>" in made.__qualname__ or file is None:
        return None
    where = {
        "module": made.__module__, "file": str(file), "class": made.__qualname__,
        "derived_by": getattr(made, "derived_by", ""),
    }  # fmt: skip
    try:
        body = pickle.dumps(vars(rules))
    except Exception:  # something in the instance cannot be handed over
        return None
    return Order("plytree.search.acquire.worker:compile_game", entry, game_name(game), kind, where, body)
