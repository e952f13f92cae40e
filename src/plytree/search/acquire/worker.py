"""A process that compiles one thing into the cache: `python -m plytree.search.acquire.worker`, the order on stdin.

The order comes from the process that started this one and from nobody else (compilers.py writes it): a line of JSON,
and for a game the pickled parameters of its instance. The answer is one line of JSON on stdout: `note`, why native code
is refused, or ""; `busy` if another process compiles it already; `unsaved`, what the cache folder would not keep;
`says`, what the user should hear.

It ends with its parent, however that ends: Linux sends a signal, and everywhere the pipe on stdin, which the parent
keeps open, closes. The system ends it when it has used the processor for as long as the order says. It holds the lock
of what it compiles and writes into it how far it is.
"""

from __future__ import annotations

import base64
import contextlib
import importlib
import importlib.util
import json
import os
import pickle
import signal
import sys
import threading
import time
from functools import reduce
from typing import Any

from plytree.processes import end_with_parent

BEAT = 0.25  # seconds between two looks at how far it is


def main() -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent; if that ends, so does this
    head = json.loads(sys.stdin.buffer.readline())
    body = sys.stdin.buffer.read(head["bytes"])
    threading.Thread(target=_watch, daemon=True).start()
    answer = os.dup(1)
    os.dup2(2, 1)  # whatever the user's file prints does not get between
    limit_work(head["seconds"])
    sys.path[:] = head["path"]
    reply = json.dumps(compile_one(head, body)).encode() + b"\n"
    while reply:
        reply = reply[os.write(answer, reply) :]
    os._exit(0)  # there is nothing left to tidy up


def compile_one(head: dict[str, Any], body: bytes) -> dict[str, Any]:
    from plytree.search.acquire import cache

    lock, stopped = cache.lock(head["lock"]), threading.Event()
    facts = {"what": head["what"], "kind": head["kind"], "expected": cache.expected_seconds(head["what"], head["kind"])}
    if not lock.take(seconds=0.0, **facts):
        return {"busy": True}

    def beat() -> None:
        while not stopped.wait(BEAT):
            lock.write(seconds=round(time.process_time(), 2), **facts)

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        module, _, name = head["call"].partition(":")
        note = getattr(importlib.import_module(module), name)(head, body)
    finally:
        stopped.set()
        beating.join()
        lock.release()
    kept = {name: base64.b64encode(content).decode() for name, content in cache.unsaved().items()}
    return {"note": note, "unsaved": kept, "says": cache.said()}


def compile_game(head: dict[str, Any], body: bytes) -> str:
    """Compile a game; why native code is refused, or ""."""
    game = make_game(head, body)
    from plytree.search.acquire.diagnose import prepare

    return prepare(game, head["kind"])[1]


def _watch() -> None:
    """Wait for the pipe from the parent to close."""
    with contextlib.suppress(OSError):
        while os.read(0, 1):
            pass
    os._exit(1)


def limit_work(seconds: int) -> None:
    """Let the system end this process by SIGXCPU if the compiler does not come to an end."""
    try:
        import resource
    except ImportError:  # not on this system: the parent process looks at the clock
        return
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    if most == resource.RLIM_INFINITY or most > seconds:  # SIGKILL comes later, so that the two are told apart
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5 if most == resource.RLIM_INFINITY else most))


def make_game(head: dict[str, Any], body: bytes) -> Any:
    """The game's class, imported by name or from its file, with the same parameters."""
    name = head["module"]
    try:
        module = importlib.import_module(name)
    except ImportError:
        found = importlib.util.spec_from_file_location(name, head["file"])
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        found.loader.exec_module(module)
    kind: Any = reduce(getattr, head["class"].split("."), module)
    if head["derived_by"]:  # a class made of that one at run time, by "module:function"
        maker, _, function = head["derived_by"].partition(":")
        kind = getattr(importlib.import_module(maker), function)(kind)
    game: Any = object.__new__(kind)
    vars(game).update(pickle.loads(body))  # from our own parent process
    from plytree.games.contract.records import as_game

    return as_game(game)


if __name__ == "__main__":
    main()
