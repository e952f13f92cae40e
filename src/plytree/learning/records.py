"""The records that lookup.py and self_play.py work on, the same in plain Python and in native code.

t  the tables     cells, groups     how many there are
                  start, group, power    the groups of cell c are entries start[c] to start[c + 1]: which group,
                                         and what a cell's kind counts in the number of its contents
                  first             where each group's weights begin
                  span              weights of one stage
                  phases, fewest, most   phases of the game by the number of cells that are not 0
                  weights           stages * phases * span of them: 16-bit numbers; in a lesson, reals
m  the memory     fresh             the cells of the position that is looked at
                  seen, filled, index    for each of two views: the cells seen last, how many are not 0, and the
                                         weight that each group looks up
a lesson          tables whose weights are being learned: reals, and for each weight the sum of its corrections
                  (`drift`) and of their sizes (`moved`)
a pupil           a memory, what the learner is told, and the game that is being played
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from plytree.learning.patterns import Patterns
from plytree.learning.settings import LONGEST, Settings
from plytree.learning.sight import Sight

COUNTERS = ("random", "games", "positions", "unfinished")  # what goes on from one call to the next, besides weights
LEARNED = ("weights", "drift", "moved")
TOLD = ("rate", "trace", "curiosity", "openings")


def table_fields(patterns: Patterns, blocks: int, kind: Any) -> list[Any]:
    entries = sum(map(len, patterns.groups))
    return [
        *((name, np.int64) for name in ("cells", "groups", "span", "phases", "fewest", "most")),
        ("start", np.int32, (patterns.cells + 1,)), ("group", np.int32, (entries,)), ("power", np.int32, (entries,)),
        ("first", np.int32, (len(patterns.groups),)), ("weights", kind, (blocks * patterns.weights,)),
    ]  # fmt: skip


def memory_fields(patterns: Patterns) -> list[Any]:
    return [
        ("ready", np.int64), ("filled", np.int64, (2,)), ("fresh", np.int32, (patterns.cells,)),
        ("seen", np.int32, (2 * patterns.cells,)), ("index", np.int32, (2 * len(patterns.groups),)),
    ]  # fmt: skip


def fill_tables(record: Any, patterns: Patterns, sight: Sight, phases: int) -> None:
    """Everything in a record of tables but the weights."""
    record["cells"], record["groups"], record["span"] = patterns.cells, len(patterns.groups), patterns.weights
    record["phases"], record["fewest"], record["most"] = phases, sight.fewest, sight.most
    record["start"], record["group"], record["power"] = patterns.entries()
    record["first"] = patterns.first


def new_lesson(patterns: Patterns, sight: Sight, phases: int) -> Any:
    """Tables that nothing has been learned into: an array of one record."""
    blocks = sight.stages * phases
    size = blocks * patterns.weights
    learned = [("drift", np.float32, (size,)), ("moved", np.float32, (size,))]
    lesson = np.zeros(1, np.dtype([*table_fields(patterns, blocks, np.float32), *learned], align=True))
    fill_tables(lesson[0], patterns, sight, phases)
    return lesson


def new_pupil(patterns: Patterns, settings: Settings, max_moves: int, number: int = 0) -> Any:
    """A pupil who has played no game yet: an array of one record. Each `number` has other dice."""
    trail = LONGEST + settings.opening_plies
    layout = [
        *memory_fields(patterns),
        *((name, np.int64) for name in ("opening_plies", "longest", *COUNTERS)),
        *((name, np.float64) for name in TOLD),
        ("trail", np.int32, (trail * len(patterns.groups),)), ("value", np.float64, (trail,)),
        ("origin", np.int64, (trail,)), ("side", np.int64, (trail,)), ("strayed", np.int64, (trail,)),
        ("worth", np.float64, (max_moves,)),
    ]  # fmt: skip
    pupil = np.zeros(1, np.dtype(layout, align=True))
    for name in (*TOLD, "opening_plies"):
        pupil[0][name] = getattr(settings, name)
    pupil[0]["longest"] = LONGEST
    dice = f"{settings.seed}" if number == 0 else f"{settings.seed}/{number}"
    pupil[0]["random"] = int.from_bytes(hashlib.sha256(dice.encode()).digest()[:7], "big") | 1
    return pupil
