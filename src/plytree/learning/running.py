"""self_play.teach made ready for one game: in plain Python, or as native code from the cache or the compiler."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from plytree.games.contract.game import Game
from plytree.learning import lookup, self_play
from plytree.search.compile.bindings import constants
from plytree.search.compile.kernel import PythonKernel, python_namespace, rules_of
from plytree.search.techniques import Techniques

FIRST_STATE = 2  # where on the stack the game's first state is kept
ENTRY = """
def teach_entry(game, memories, pupils, games):
    return teach(game, memories[0], pupils[0], i64(games))
"""


def plain(game: Game[Any], pupil: Any) -> Callable[[int], int]:
    """Teach in plain Python: to be read, and for games that do not compile."""
    rules = rules_of(game)
    names = python_namespace(self_play, rules, {**constants(rules), "observed": False}, {})
    names["f32"] = np.float32
    kernel = PythonKernel(game, Techniques())
    w = kernel.new_memory()
    kernel.set_root(w, game.initial(), ())
    w.stack[FIRST_STATE] = w.stack[0]
    return lambda games: int(names["teach"](rules, w, _Fields(pupil[0]), games))


def native(game: Game[Any], pupil: Any) -> Callable[[int], int]:
    """Teach in native code."""
    import numba

    from plytree.search.compile.program import Program

    rules = rules_of(game)
    source = "".join(map(inspect.getsource, (lookup, self_play))) + str(pupil.dtype)
    label = f"learn-{hashlib.sha256(source.encode()).hexdigest()[:12]}"
    signatures = {"teach_entry": (numba.typeof(pupil), numba.types.int64)}
    program = Program(rules, self_play, label, ENTRY, signatures)
    if program.compiled:
        program.save()
    w = program.new_memory()
    program.put(w, game, game.initial())
    w.stack[FIRST_STATE] = w.stack[0]
    return lambda games: int(program.call("teach_entry", w, pupil, games))


class _Fields:
    """A record whose fields are attributes, single numbers as Python has them."""

    __slots__ = ("record",)

    def __init__(self, record: Any):
        object.__setattr__(self, "record", record)

    def __getattr__(self, name: str) -> Any:
        value = self.record[name]
        return value if value.shape else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        self.record[name] = value
