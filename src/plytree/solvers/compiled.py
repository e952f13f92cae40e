"""Plain functions as native code, from the cache on disk or from the compiler."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from plytree.search.acquire import cache


def compile_functions(label: str, sources: list[Path], functions: dict[str, tuple[Callable[..., Any], Any]]) -> Any:
    """Plain functions as native code, as attributes of what is returned. Each comes with an example of its arguments;
    whatever they call is compiled too. `sources`: the files that the code is made from."""
    import numba
    from numba import njit

    from plytree.search.compile.game_type import OPTIONS, adopt
    from plytree.search.compile.installing import compiling, install, machine

    digest = hashlib.sha256(b"".join(path.read_bytes() for path in [*sources, Path(__file__)]))
    digest.update(repr((version("numba"), version("numpy"), platform.python_version())).encode())
    entry = f"{label}-{digest.hexdigest()[:20]}.code"
    adopted: dict[Any, Any] = {}
    names, signatures = {}, {}
    for name, (function, example) in functions.items():
        names[name] = njit(**OPTIONS)(adopt(function, adopted, entry))
        signatures[name] = tuple(numba.typeof(argument) for argument in example)
    with compiling():
        if not install(names, signatures, cache.load(entry)):
            code = {name: names[name].overloads[signatures[name]]._reduce() for name in names}
            cache.save(entry, {"machine": machine(), "functions": code}, label)
    return SimpleNamespace(**names)
