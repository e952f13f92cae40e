"""The kernels as native code."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from plytree.solvers.compiled import compile_functions


@functools.cache
def kernels() -> Any:
    """begin, step, step_edges of kernel.py."""
    import numpy as np

    from plytree.games.chess import attacks, knowledge
    from plytree.games.chess.game import tables
    from plytree.solvers.endings import geometry, kernel

    t, p, g = tables()[0], geometry.pairs()[0], geometry.geometry("KQK")[0]
    slots, octets, words = np.zeros(1, knowledge.GEOMETRY), np.zeros(1, np.uint8), np.zeros(1, np.int64)
    head = (t, p, g, slots, octets, octets, octets, octets)
    sources = [Path(str(module.__file__)) for module in (kernel, geometry, attacks, knowledge)]
    return compile_functions(
        "endings",
        sources,
        {
            "begin": (kernel.begin, (*head, words, 0, 0, 0, 0)),
            "step": (kernel.step, (*head, 0)),
            "step_edges": (kernel.step_edges, (octets, octets, octets, words, 0, 0)),
        },
    )
