"""self_play.py made ready for one game: in plain Python, or as native code from the cache or the compiler."""

from __future__ import annotations

import hashlib
import inspect
from typing import Any, Protocol

import numpy as np

from plytree.games.contract.game import Game
from plytree.learning import lookup, self_play
from plytree.search.compile.bindings import constants
from plytree.search.compile.kernel import PythonKernel, python_namespace, rules_of
from plytree.search.techniques import Techniques

FIRST_STATE = 2  # where on the stack the game's first state is kept
ENTRIES = """
def teach_entry(game, memories, lessons, pupils, games):
    return teach(game, memories[0], lessons[0], pupils[0], i64(games))

def duel_entry(game, memories, lessons, pupils, others, rivals, games):
    return duel(game, memories[0], lessons[0], pupils[0], others[0], rivals[0], i64(games))
"""


class Classroom(Protocol):
    """A place where one pupil plays; pupils in several of them may learn at once."""

    def teach(self, lesson: Any, pupil: Any, games: int) -> int: ...
    def duel(self, lesson: Any, pupil: Any, other: Any, rival: Any, games: int) -> int: ...


class PlainClassroom:
    """self_play.py in plain Python: to be read, and for games that do not compile."""

    def __init__(self, game: Game[Any]):
        self.rules = rules_of(game)
        self.names = python_namespace(self_play, self.rules, {**constants(self.rules), "observed": False}, {})
        self.names["f32"], self.names["f64"] = np.float32, float
        kernel = PythonKernel(game, Techniques())
        self.memory = kernel.new_memory()
        kernel.set_root(self.memory, game.initial(), ())
        self.memory.stack[FIRST_STATE] = self.memory.stack[0]

    def teach(self, lesson: Any, pupil: Any, games: int) -> int:
        return int(self.names["teach"](self.rules, self.memory, _Fields(lesson[0]), _Fields(pupil[0]), games))

    def duel(self, lesson: Any, pupil: Any, other: Any, rival: Any, games: int) -> int:
        records = [_Fields(each[0]) for each in (lesson, pupil, other, rival)]
        return int(self.names["duel"](self.rules, self.memory, *records, games))


class NativeClassroom:
    """self_play.py in native code, which holds no lock of Python's meanwhile."""

    def __init__(self, game: Game[Any], lesson: Any, pupil: Any):
        import numba

        from plytree.search.compile.program import Program

        rules = rules_of(game)
        source = "".join(map(inspect.getsource, (lookup, self_play))) + str(lesson.dtype) + str(pupil.dtype)
        label = f"learn-{hashlib.sha256(source.encode()).hexdigest()[:12]}"
        one, other, number = numba.typeof(lesson), numba.typeof(pupil), numba.types.int64
        signatures = {"teach_entry": (one, other, number), "duel_entry": (one, other, one, other, number)}
        self.program = Program(rules, self_play, label, ENTRIES, signatures)
        self.program.save()
        self.memory = self.program.new_memory()
        self.program.put(self.memory, game, game.initial())
        self.memory.stack[FIRST_STATE] = self.memory.stack[0]

    def teach(self, lesson: Any, pupil: Any, games: int) -> int:
        return int(self.program.call("teach_entry", self.memory, lesson, pupil, games))

    def duel(self, lesson: Any, pupil: Any, other: Any, rival: Any, games: int) -> int:
        return int(self.program.call("duel_entry", self.memory, lesson, pupil, other, rival, games))


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
