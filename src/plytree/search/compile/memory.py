"""The working memory of a search: one for each thread, and one transposition table for all of them.

The same fields exist in two kinds: as attributes of plain Python objects, and as one numpy record that native code
reads through a single pointer (many separate arrays as arguments make native code several times slower).
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

from plytree.errors import GameError
from plytree.games.contract.game import Game, has_hook
from plytree.search.selective.numbers import TUNED, Numbers
from plytree.search.techniques import Techniques

PLIES = 512  # states on the stack: no line is followed further than this
MAX_DEPTH = PLIES - 112  # room for extensions and the quiescence search
QUIET_PLIES = 48  # the quiescence search ends here even if tactical moves go on
JUDGED = 1 << 15  # estimates that are remembered; a power of two
PATH = 1024  # states of the game and the line searched that are remembered for repetition; a power of two
WIN = 500_000_000  # a win at the root
WIN_MIN = WIN - 1_000_000  # every win is worth at least this, every estimate less
INFINITE = WIN + 1
KNOWN_WIN = WIN - 500_000  # a win that a table knows of, without its distance: worth less than any that is seen
LOWER, UPPER, EXACT = 1, 2, 3  # what a table entry's value is
USUAL, PASSED, SINGULAR = 0, 1, 2  # kinds of nodes: core.negamax
COMPLETE = 255  # depth of an entry that is the true value
MAX_ORDER = 1 << 26
MAX_HISTORY = 16384
REPLIES = 1 << 16  # history of answers to a move; a power of two
CUT_DEPTHS = 32  # depths for which a shallow search may stand for a deep one (techniques/probcut.py)
MOVE_LIMIT = (1 << 20) - 1  # moves must fit into a table entry
FAULT_NO_MOVES, FAULT_MANY_MOVES, FAULT_BAD_MOVE, FAULT_SIDE = 1, 2, 3, 4

COUNTERS = (
    "nodes", "limit", "horizon", "cutoffs", "first_cutoffs", "table_hits", "seldepth", "fault", "best_move",
    "best_value", "complete", "root_count", "table_mask", "age", "game_plies", "sorting", "leaves", "finished",
    "knowledge", "known", "outcome", "selective", "unit", "margin",
)  # fmt: skip
RANDOM_BITS = (1 << 63) - 1
TREE_NUMBERS = {"size": "i8", "used": "i8", "random": "i8", "curiosity": "f8"}  # of Monte Carlo tree search
TREE_ARRAYS = {
    "move": "i4", "visits": "i4", "total": "f8", "first": "i4", "children": "i4", "proven": "i1", "worth": "i4",
    "plies": "i2", "same": "i1",
}  # fmt: skip
SWITCHES = tuple(f"use_{name}" for name in Techniques.names())


def arrays(game: Game[Any]) -> dict[str, int]:
    """The arrays of the working memory, besides the stack of states, with their lengths."""
    return {
        "moves": PLIES * game.max_moves,
        "order": PLIES * game.max_moves,
        "killers": 2 * PLIES,
        "history": 2 * game.num_moves,
        "replies": REPLIES if has_hook(game, "quiet") else 1,
        "judged": JUDGED if game.pawn else 1,
        "line": PLIES,
        "static": PLIES,
        "reductions": 64 * 64,
        "pv": PLIES * PLIES,
        "pv_length": PLIES,
        "root_moves": game.max_moves,
        "path": PATH,
        "cuts": 4 * CUT_DEPTHS,  # for each depth: that of the shallow search (0: none), 1024 * slope, offset, margin
    }


def check_sizes(game: Game[Any]) -> None:
    """GameError if the game's sizes cannot be searched with."""
    for name in ("max_moves", "num_moves"):
        size = getattr(game, name)
        if not (isinstance(size, int) and 1 <= size <= MOVE_LIMIT):
            raise GameError(f"{type(game).__name__}.{name} is {size!r}; expected a whole number from 1 to {MOVE_LIMIT}")


@functools.cache
def reduction_table(numbers: Numbers = TUNED) -> list[int]:
    """Plies by which move i at a depth is reduced, at [64 * depth + i]."""
    start, divisor = numbers.reduction_start, numbers.reduction_divisor
    return [
        max(0, int(start + math.log(depth) * math.log(i) / divisor)) if depth and i else 0
        for depth in range(64)
        for i in range(64)
    ]


def set_switches(w: Any, techniques: Techniques) -> None:
    """Tell a search what to use."""
    for switch in SWITCHES:
        setattr(w, switch, int(getattr(techniques, switch[4:])))


class Memory:
    """Working memory in plain Python."""

    def __init__(self, game: Game[Any], stack: Any):
        self.stack = stack
        for name in COUNTERS + SWITCHES:
            setattr(self, name, 0)
        for name, length in arrays(game).items():
            setattr(self, name, [0] * length)
        self.reductions = list(reduction_table())
        self.killers: list[int] = [-1] * (2 * PLIES)
        self.deadline = math.inf
        if game.scratch is not None:
            import numpy as np

            self.own = np.zeros(1, game.scratch).view(np.recarray)[0]
        self.observer: Any = None

    if TYPE_CHECKING:  # the fields are set by name above

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


class PlayoutTree:
    """The tree of Monte Carlo tree search in plain Python; montecarlo/core.py says what its fields are."""

    def __init__(self, nodes: int):
        for name in TREE_NUMBERS:
            setattr(self, name, 0)
        for name, kind in TREE_ARRAYS.items():
            setattr(self, name, [0.0 if kind == "f8" else 0] * nodes)
        self.size = nodes

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


class TranspositionTable:
    """A transposition table in plain Python."""

    def __init__(self, megabytes: float):
        self.buckets = power_of_two(megabytes * 1e6 / 160)  # two entries of two ints of 40 bytes each
        self.entry = [0] * (4 * self.buckets)

    @property
    def words(self) -> list[int]:
        return self.entry

    def clear(self) -> None:
        self.entry = [0] * (4 * self.buckets)


def power_of_two(most: float) -> int:
    """The largest power of two that is not above `most`, at least 1."""
    return 1 << max(0, int(most).bit_length() - 1)
