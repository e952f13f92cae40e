"""The core made ready for one game: in plain Python here, as native code in native_kernel.py."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from plytree.games.contract.game import Game, RecordGame
from plytree.games.contract.records import RecordView
from plytree.search.alphabeta import core
from plytree.search.compile import memory
from plytree.search.compile.bindings import constants, form_source, python_names
from plytree.search.compile.memory import (
    PATH,
    PLIES,
    Memory,
    PlayoutTree,
    TranspositionTable,
    check_sizes,
    set_switches,
)
from plytree.search.compile.specialise import specialise
from plytree.search.montecarlo import core as mcts_core
from plytree.search.techniques import Techniques

TREE_NODES = 1 << 18  # of a Monte Carlo tree in plain Python


class Kernel(Protocol):
    """What the driver of a search needs: memory, a table, and the search of one depth."""

    mode: str
    can_share: bool  # may several threads search at once?
    unit: int  # what margins are counted in, measured; 0: not measured, or too noisy (unit.py)

    def new_memory(self) -> Any: ...

    def new_table(self, megabytes: float) -> Any: ...

    def set_root(self, w: Any, state: Any, history: Sequence[Any]) -> None:
        """Put a state on the stack, and the keys of those before it into the memory of repetition."""

    def choose(self, w: Any, techniques: Techniques) -> None:
        """Search with these techniques from now on."""

    def forget(self, w: Any) -> None:
        """Drop killers and history."""

    def order(self, w: Any, move: int) -> int:
        """What the game's order hook says about a move at the root."""

    def key(self, w: Any, state: Any) -> int:
        """The key of a state, which is left on the bottom of the stack."""

    def search(self, w: Any, table: Any, alpha: int, beta: int, depth: int) -> int:
        """The value of the root; the same contract as core.negamax."""

    def prepare_growing(self) -> None:
        """Be ready for Monte Carlo tree search."""

    def new_tree(self) -> Any: ...

    def grow(self, w: Any, tree: Any, playouts: int) -> int:
        """Play random games into the tree; the same contract as mcts_core.grow."""


def rules_of(game: Game[Any]) -> Game[Any]:
    """The form of the game that the search works with: the RecordGame behind a plain view."""
    return game.records if isinstance(game, RecordView) else game


class PythonKernel:
    """The core as plain Python. `observer` is called with every event (see observe.py)."""

    mode = "python"
    can_share = False
    unit = 0

    def __init__(self, game: Game[Any], techniques: Techniques, observer: Any = None):
        self.view, self.game, self.observer = game, rules_of(game), observer
        check_sizes(self.game)
        self.records = isinstance(self.game, RecordGame)
        self._chosen: dict[Techniques, dict[str, Any]] = {}
        self.names = self._functions(techniques)
        if sys.getrecursionlimit() < 4 * PLIES:
            sys.setrecursionlimit(4 * PLIES)

    def _functions(self, techniques: Techniques) -> dict[str, Any]:
        """The core's functions for these techniques, made once."""
        if techniques not in self._chosen:
            switches = {name: getattr(techniques, name) for name in Techniques.names()}
            values = {**constants(self.game), "observed": self.observer is not None}
            self._chosen[techniques] = python_namespace(core, self.game, values, switches)
        return self._chosen[techniques]

    def choose(self, w: Memory, techniques: Techniques) -> None:
        set_switches(w, techniques)
        self.names = self._functions(techniques)

    def new_memory(self) -> Memory:
        stack: Any = [None] * PLIES
        if self.records:
            import numpy as np

            stack = np.zeros(PLIES, self.game.dtype)  # type: ignore[attr-defined]
        w = Memory(self.game, stack)
        w.observer = self.observer
        return w

    def new_table(self, megabytes: float) -> TranspositionTable:
        return TranspositionTable(megabytes)

    def set_root(self, w: Memory, state: Any, history: Sequence[Any]) -> None:
        self._put(w, state)
        if self.names["HAS_CLOCK"]:
            earlier = history[-(PATH - PLIES) :]
            w.game_plies = len(earlier)
            for i, past in enumerate(earlier):
                w.path[i] = self.key(w, past)
            self._put(w, state)

    def key(self, w: Memory, state: Any) -> int:
        self._put(w, state)
        return int(self.names["key" if self.names["HAS_KEY"] else "hash_key"](self.game, w, 0))

    def _put(self, w: Memory, state: Any) -> None:
        w.stack[0] = self.view.record(state) if isinstance(self.view, RecordView) else state

    def forget(self, w: Memory) -> None:
        w.killers[:] = [-1] * len(w.killers)
        w.history[:] = [0] * len(w.history)
        w.replies[:] = [0] * len(w.replies)

    def order(self, w: Memory, move: int) -> int:
        return int(self.game.order(w.stack[0], move))

    def search(self, w: Memory, table: TranspositionTable, alpha: int, beta: int, depth: int) -> int:
        w.nodes += 1
        return int(self.names["negamax"](self.game, w, table, alpha, beta, depth, 0, 0))

    # ---- Monte Carlo tree search ----------------------------------------------------------------------------------

    def prepare_growing(self) -> None:
        """Make montecarlo/core.py ready for the game too."""
        values = {**constants(self.game), "observed": False}
        self.growing = python_namespace(mcts_core, self.game, values, {})

    def new_tree(self) -> PlayoutTree:
        return PlayoutTree(TREE_NODES)

    def grow(self, w: Memory, tree: PlayoutTree, playouts: int) -> int:
        """Play that many games, as mcts_core.grow."""
        return int(self.growing["grow"](self.game, w, tree, playouts))


def python_namespace(module: Any, game: Game[Any], values: dict[str, Any], switches: dict[str, bool]) -> dict[str, Any]:
    """The functions of a module like core.py, and of the form they use, for one game in plain Python."""
    names: dict[str, Any] = {name: value for name, value in vars(memory).items() if name.isupper()}
    names |= python_names()
    names |= {"__name__": module.__name__, "i64": int, "math": math}
    names |= {"HAS_CLOCK": values["has_clock"], "HAS_KEY": values["has_key"] and switches.get("symmetry", True)}
    exec(compile(form_source(game), f"<form of {type(game).__name__}>", "exec"), names)
    exec(_code(module, tuple(values.items()), tuple(switches.items())), names)
    return names


@functools.lru_cache(maxsize=64)
def _code(module: Any, values: tuple[Any, ...], switches: tuple[Any, ...]) -> Any:
    """The specialised module, compiled; the same for all games with the same hooks and sizes."""
    return compile(specialise(module, dict(values), dict(switches)), "<plytree core>", "exec")
