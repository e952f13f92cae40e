"""The compiled solver for one board size: from the cache on disk, from the compiler, or from another process.

    is_ready(7, 6)           True: the solver answers at once, or after loading it, well within a second
    prepare(7, 6)            lets another process compile it into the cache; nothing here waits
    solve_function(7, 6)     the compiled function; compiled right here only if no other process can be had

Nothing here imports Numba before code is loaded or compiled.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import sys
import threading
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from plytree.errors import InputError
from plytree.games.placing.connect4 import ConnectFour
from plytree.search.acquire import cache
from plytree.search.acquire.compilers import Order, Unfinished, ask, compile_elsewhere

SOURCES = ("connect4_kernel.py", "machine.py", "native.py")
_lock = threading.RLock()
_functions: dict[tuple[int, int], Any] = {}
_from_disk: set[tuple[int, int]] = set()
_begun: set[tuple[int, int]] = set()  # sizes for which a compiler was asked


@functools.cache
def kernel(width: int, height: int) -> ModuleType:
    """The kernel's module, run for one board size; its functions are compiled when they are first called."""
    path = Path(__file__).with_name("connect4_kernel.py")
    name = f"plytree.solvers.connect4_kernel_{width}x{height}"
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    module.__dict__.update(WIDTH=width, HEIGHT=height)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


@functools.cache
def _digest() -> str:
    """A hash of what the code is made from and for."""
    digest = hashlib.sha256()
    for name in SOURCES:
        digest.update(Path(__file__).with_name(name).read_bytes())
    made_by = (version("numba"), version("numpy"), sys.version_info[:2])
    digest.update(repr(made_by).encode())
    return digest.hexdigest()[:20]


def _entry(width: int, height: int) -> str:
    return f"connect4-{width}x{height}-{_digest()}.code"


def is_ready(width: int, height: int) -> bool:
    """Is the solver compiled, here or on disk?"""
    return (width, height) in _functions or cache.exists(_entry(width, height))


def from_disk(width: int, height: int) -> bool:
    """Was the solver in use here loaded, rather than compiled here?"""
    return (width, height) in _from_disk


def solve_function(width: int, height: int) -> Any:
    """The compiled `answer` of the kernel. InputError if it is not there and may not be compiled."""
    if not is_ready(width, height):
        try:
            ask(ConnectFour(width, height))
        except Unfinished as refused:
            raise InputError(str(refused)) from None
        _compile_elsewhere(width, height)
    return _functions.get((width, height)) or _make(width, height)


def _make(width: int, height: int) -> Any:
    with _lock:
        if (width, height) not in _functions:
            from numba import types

            from plytree.search.compile.installing import install, machine

            names = {"answer": kernel(width, height).answer}
            signature = (types.int64,) * 5
            if install(names, {"answer": signature}, cache.load(_entry(width, height))):
                _from_disk.add((width, height))
            else:
                code = {"answer": names["answer"].overloads[signature]._reduce()}
                cache.save(
                    _entry(width, height), {"machine": machine(), "functions": code}, f"connect4:{width}x{height}"
                )
            _functions[width, height] = names["answer"]
        return _functions[width, height]


def prepare(width: int, height: int) -> None:
    """Let another process compile the solver into the cache, unless it is there or on its way."""
    with _lock:
        if is_ready(width, height) or (width, height) in _begun:
            return
        _begun.add((width, height))
    threading.Thread(target=_prepare, args=(width, height), daemon=True).start()


def _prepare(width: int, height: int) -> None:
    with contextlib.suppress(Unfinished):
        ask(ConnectFour(width, height))
        _compile_elsewhere(width, height)
    with _lock:
        _begun.discard((width, height))


def _compile_elsewhere(width: int, height: int) -> None:
    """Have it in the cache, if another process can get it there."""
    call, entry, size = "plytree.solvers.native:compile_solver", _entry(width, height), (width, height)
    order = Order(call, entry, f"connect4:{width}x{height}", "solver", {"size": size})
    with contextlib.suppress(Unfinished):
        compile_elsewhere(order, lambda: is_ready(width, height), threading.Event())


def compile_solver(head: dict[str, Any], body: bytes) -> str:
    """The order of `prepare`, in the other process."""
    _make(*head["size"])
    return ""
