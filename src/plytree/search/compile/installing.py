"""Functions given their native code: from the compiler, or from what an earlier process has kept."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from numba.core import registry
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys
from numba.cpython import numbers

from plytree.search.acquire.locks import after_fork
from plytree.search.acquire.shipped import made_for_all
from plytree.search.compile import linking

_compiling = threading.RLock()  # Numba compiles one thing at a time
_usual_flags = numbers._int_arith_flags


@after_fork
def _begin_anew() -> None:
    """Another thread of the parent may have been compiling, and is not here to give its locks back."""
    global _compiling
    _compiling = threading.RLock()
    if not global_compiler_lock.is_locked():  # by this thread, that is
        global_compiler_lock._lock = threading.RLock()
    numbers._int_arith_flags = _usual_flags
    linking.restore()


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """While something is compiled: whole numbers wrap around, as 64 bits do.

    Numba tells LLVM that signed numbers never overflow, and LLVM then takes out what only matters if they do: the mask
    in `x * 0x9E37_79B9 & MASK`, which hashes are made of.
    """
    with _compiling, linking.one_module():
        numbers._int_arith_flags = lambda kind: []
        try:
            yield
        finally:
            numbers._int_arith_flags = _usual_flags


def machine() -> Any:
    """What compiled code is made for: the processor and its abilities."""
    return registry.cpu_target.target_context.codegen().magic_tuple()


def install(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: Any) -> bool:
    """Give functions their native code: the saved one if it fits (True), else from the compiler (False)."""
    if load(names, signatures, saved):
        return True
    for name, signature in signatures.items():
        names[name].compile(signature)
    return False


def load(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: Any) -> bool:
    """Give functions the saved native code; False if it does not fit, and they have none."""
    if not isinstance(saved, dict) or not _runs_here(saved.get("machine")):
        return False
    try:
        _rebuild(names, signatures, saved)
        return True
    except Exception:  # not what it says it is: it is made anew
        for name in signatures:
            names[name].overloads.clear()
        return False


def _runs_here(made_for: Any) -> bool:
    """Was code made for this processor, or for all usual ones of its kind?"""
    here = machine()
    return bool(made_for == here or (made_for and made_for[0] == here[0] and made_for_all(made_for)))


def _rebuild(names: dict[str, Any], signatures: dict[str, tuple[Any, ...]], saved: dict[str, Any]) -> None:
    for name in signatures:
        function = names[name]
        context = function.targetctx
        rtsys.initialize(context)  # not the whole context: what only the compiler needs takes half a second
        result = CompileResult._rebuild(context, *saved["functions"][name])
        context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        function.add_overload(result)
