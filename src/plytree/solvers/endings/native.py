"""The kernels as native code, from the cache on disk or from the compiler."""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from plytree.search import cache


def compile_functions(label: str, sources: list[Path], functions: dict[str, tuple[Callable[..., Any], Any]]) -> Any:
    """Plain functions as native code, as attributes of what is returned. Each comes with an example of its arguments;
    whatever they call is compiled too. `sources`: the files that the code is made from."""
    import numba
    from numba import njit

    from plytree.search.game_type import OPTIONS, adopt
    from plytree.search.native import compiling, install, machine

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
            cache.save(entry, {"machine": machine(), "functions": code})
    return SimpleNamespace(**names)


@functools.cache
def kernels() -> Any:
    """begin, step, step_edges of kernel.py."""
    import numpy as np

    from plytree.games.chess import attacks
    from plytree.games.chess.game import tables
    from plytree.solvers.endings import geometry, kernel

    t, p, g = tables()[0], geometry.pairs()[0], geometry.geometry("KQK")[0]
    slots, octets, words = np.zeros(1, geometry.GEOMETRY), np.zeros(1, np.uint8), np.zeros(1, np.int64)
    head = (t, p, g, slots, octets, octets, octets, octets)
    sources = [Path(str(module.__file__)) for module in (kernel, geometry, attacks)]
    return compile_functions(
        "endings",
        sources,
        {
            "begin": (kernel.begin, (*head, words, 0, 0, 0, 0)),
            "step": (kernel.step, (*head, 0)),
            "step_edges": (kernel.step_edges, (octets, octets, octets, words, 0, 0)),
        },
    )
