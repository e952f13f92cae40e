"""The core made ready for one game, as native code: what kernel.py does in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types

from plytree.games.contract.game import Game
from plytree.games.contract.records import RecordView
from plytree.search.alphabeta import core
from plytree.search.compile.bindings import constants
from plytree.search.compile.kernel import rules_of
from plytree.search.compile.memory import PATH, PLIES, TREE_ARRAYS, TREE_NUMBERS, power_of_two, set_switches
from plytree.search.compile.program import NativeMemory, Program
from plytree.search.montecarlo import core as mcts_core
from plytree.search.techniques import Techniques

TABLE = np.dtype([("entry", np.int64, (4,))], align=True)  # the first bucket; the others follow it in memory
TREE_NODES = 1 << 22  # the system gives memory for what is used of it only
TREE = np.dtype(
    [(name, kind) for name, kind in TREE_NUMBERS.items()]
    + [(name, kind, (TREE_NODES,)) for name, kind in TREE_ARRAYS.items()],
    align=True,
)

ENTRIES = """
def search_entry(game, memories, tables, alpha, beta, depth):
    memories[0].nodes += 1
    return negamax(game, memories[0], tables[0], i64(alpha), i64(beta), i64(depth), i64(0), i64(0))

def key_entry(game, memories, own):
    w = memories[0]
    return {key}

def examine_entry(game, memories):
    w = memories[0]
    outcome = result(game, w, 0)
    w.complete = outcome is not None
    w.root_count = 0
    if outcome is not None:
        w.best_value = outcome * i64(1)
    else:
        w.best_value = {evaluate}
        w.root_count = moves(game, w, 0, 0)
        if w.root_count == 0 and {ends}:
            w.complete, w.best_value = True, {ends_with}

def order_entry(game, memories, move):
    w = memories[0]
    return i64({order})

def play_entry(game, memories, move):
    play(game, memories[0], 0, i64(move))
"""

GROW_ENTRY = """
def grow_entry(game, memories, trees, playouts):
    return grow(game, memories[0], trees[0], i64(playouts))
"""


class NativeKernel:
    """The core as native code. It may search in several threads at once and holds no lock of Python's meanwhile.

    `steps`: only the single steps, moves, play and so on, which are soon compiled; nothing can be searched then.
    """

    mode = "native"
    can_share = True

    def __init__(self, game: Game[Any], steps: bool = False):
        self.view, self.game = game, rules_of(game)
        values = constants(self.game)
        entries = ENTRIES.format(
            key="key(game, w, 0) if own else hash_key(game, w, 0)" if values["has_key"] else "hash_key(game, w, 0)",
            evaluate="evaluate(game, w, 0)" if values["has_evaluate"] else "0",
            order="order(game, w, 0, i64(move))" if values["has_order"] else "0",
            ends=values["has_no_moves"],
            ends_with="no_moves(game, w, 0)" if values["has_no_moves"] else "0",
        )
        number = types.int64
        signatures = {
            "search_entry": (numba.typeof(np.zeros(1, TABLE)), number, number, number),
            "key_entry": (number,),
            "examine_entry": (),
            "order_entry": (number,),
            "play_entry": (number,),
        }
        if steps:
            del signatures["search_entry"]
        self.program = Program(self.game, core, "steps" if steps else "code", entries, signatures)
        self.shape, self.compiled = self.program.shape, self.program.compiled
        self.unit = self.program.facts.get("unit", 0)
        self._growing: Program | None = None

    def save(self) -> None:
        """Keep the compiled code for later processes, and what was measured with it."""
        self.program.facts["unit"] = self.unit
        self.program.save()

    # ---- Monte Carlo tree search ----------------------------------------------------------------------------------

    def prepare_growing(self) -> None:
        """Get the code of montecarlo/core.py too, from disk or from the compiler."""
        if self._growing is None:
            trees = numba.typeof(np.zeros(1, TREE))
            self._growing = Program(self.game, mcts_core, "mcts", GROW_ENTRY, {"grow_entry": (trees, types.int64)})
            self._growing.save()

    def new_tree(self) -> NativeMemory:
        tree = NativeMemory(np.zeros(1, TREE))
        tree.size = TREE_NODES
        return tree

    def grow(self, w: Any, tree: Any, playouts: int) -> int:
        """Play that many games, as mcts_core.grow."""
        assert self._growing is not None
        return int(self._growing.call("grow_entry", w, tree.array, playouts))

    def new_memory(self) -> NativeMemory:
        return self.program.new_memory()

    def new_table(self, megabytes: float) -> NativeTable:
        return NativeTable(megabytes, TABLE)

    def set_root(self, w: Any, state: Any, history: Sequence[Any]) -> None:
        earlier = history[-(PATH - PLIES) :]
        w.game_plies = len(earlier)
        own = int(w.use_symmetry)
        for i, past in enumerate(earlier):
            self._put(w, past)
            w.path[i] = self.program.call("key_entry", w, own)
        self._put(w, state)

    def _put(self, w: Any, state: Any) -> None:
        self.program.put(w, self.view, state)

    def choose(self, w: Any, techniques: Techniques) -> None:
        set_switches(w, techniques)

    def forget(self, w: Any) -> None:
        w.killers, w.history, w.replies = -1, 0, 0

    def order(self, w: Any, move: int) -> int:
        return int(self.program.call("order_entry", w, move))

    def search(self, w: Any, table: Any, alpha: int, beta: int, depth: int) -> int:
        return int(self.program.call("search_entry", w, table.bucket, alpha, beta, depth))

    # ---- single steps, to be compared with Python -----------------------------------------------------------------

    def examine(self, w: Any, state: Any) -> tuple[int | None, int, list[int]]:
        """What native code thinks of a state: its result, else its estimate and its moves."""
        self._put(w, state)
        self.program.call("examine_entry", w)
        if w.complete:
            return int(w.best_value), 0, []
        return None, int(w.best_value), [int(move) for move in w.moves[: w.root_count]]

    def play(self, w: Any, state: Any, move: int) -> bytes:
        """The record after a move, as bytes."""
        self._put(w, state)
        self.program.call("play_entry", w, move)
        return bytes(w.stack[1].tobytes())

    def key(self, w: Any, state: Any) -> int:
        """The key of a state."""
        self._put(w, state)
        return int(self.program.call("key_entry", w, int(w.use_symmetry)))

    def pack(self, state: Any) -> bytes:
        """The record of a state, as bytes."""
        if isinstance(self.view, RecordView):
            return bytes(self.view.record(state).tobytes())
        record = np.zeros(1, self.shape.state)
        assert self.shape.layout is not None
        self.shape.layout.write(record[0], state)
        return record.tobytes()


class NativeTable:
    """A transposition table that all threads share. Native code gets the first bucket; the others follow in memory."""

    def __init__(self, megabytes: float, bucket: Any):
        self.buckets = power_of_two(megabytes * 1e6 / bucket.itemsize)
        self.words = np.zeros(4 * self.buckets, np.int64)
        self.bucket = self.words[:4].view(bucket)

    def clear(self) -> None:
        self.words[:] = 0
