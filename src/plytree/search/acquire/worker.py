"""A process that compiles one game into the cache: `python -m plytree.search.acquire.worker`, the order on stdin.

The order comes from the process that started this one (provider.work_order): where the game's class is, and the
parameters in the instance. Prints one JSON line: why native code is refused, or "".
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import pickle
import sys
from functools import reduce
from typing import Any


def main() -> None:
    head, _, body = sys.stdin.buffer.read().partition(b"\n")
    answer = os.dup(1)
    os.dup2(2, 1)  # whatever the user's file prints does not get between
    order = json.loads(head)
    limit_work(order["seconds"])
    sys.path[:] = order["path"]
    game = make_game(order, body)
    from plytree.search.acquire import cache
    from plytree.search.acquire.diagnose import prepare

    entry = f"{order['fingerprint']}.{order['kind']}"
    cache.claim(entry)
    try:
        _, note = prepare(game, order["kind"])
    finally:
        cache.release(entry)
    os.write(answer, json.dumps({"note": note}).encode() + b"\n")


def limit_work(seconds: int) -> None:
    """Let the system end this process if the compiler does not come to an end."""
    try:
        import resource
    except ImportError:  # not on this system: the parent process looks at the clock
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def make_game(order: dict[str, Any], body: bytes) -> Any:
    """The game's class, imported by name or from its file, with the same parameters."""
    name = order["module"]
    try:
        module = importlib.import_module(name)
    except ImportError:
        found = importlib.util.spec_from_file_location(name, order["file"])
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        found.loader.exec_module(module)
    kind: Any = reduce(getattr, order["class"].split("."), module)
    if order["derived_by"]:  # a class made of that one at run time, by "module:function"
        maker, _, function = order["derived_by"].partition(":")
        kind = getattr(importlib.import_module(maker), function)(kind)
    game: Any = object.__new__(kind)
    vars(game).update(pickle.loads(body))  # from our own parent process
    from plytree.games.contract.records import as_game

    return as_game(game)


if __name__ == "__main__":
    main()
