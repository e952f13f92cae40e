"""The moves of many states at once: by native code where the game compiles, else in Python.

States are rows: the bytes of the record that native code keeps a state in, filled up to whole words of 64 bits.
"""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import GameError
from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import RecordView, as_game
from plytree.search.compile.state_record import layout

FINISHED = -1


@dataclass
class Moves:
    """What a batch of states leads to."""

    degrees: Any  # how many children each has; FINISHED: the game is over
    outcomes: Any  # of finished games, for the player to move
    movers: Any
    children: Any  # rows, those of the first state first


class Rows:
    """A game's states as rows and back."""

    def __init__(self, game: Game[Any]):
        self.game = as_game(game)
        self.like = self.game.initial()
        self.records = self.game.records if isinstance(self.game, RecordView) else None
        self.layout = None if self.records else layout(self.game)
        self.dtype = np.dtype(self.records.dtype if self.records else self.layout.dtype)  # type: ignore[union-attr]
        self.width = -(-self.dtype.itemsize // 8)

    def of(self, states: list[Any]) -> Any:
        """States as rows."""
        records = np.zeros(len(states), self.dtype)
        for i, state in enumerate(states):
            if self.layout is None:
                records[i] = np.frombuffer(state, self.dtype)[0]
            else:
                self.layout.write(records[i], state)
        return self.pad(records)

    def pad(self, records: Any) -> Any:
        octets = np.zeros((len(records), self.width * 8), np.uint8)
        octets[:, : self.dtype.itemsize] = np.ascontiguousarray(records).view(np.uint8).reshape(-1, self.dtype.itemsize)
        return octets.view(np.uint64)

    def records_of(self, rows: Any) -> Any:
        octets = np.ascontiguousarray(rows).view(np.uint8)[:, : self.dtype.itemsize]
        return np.ascontiguousarray(octets).view(self.dtype).reshape(-1)

    def states(self, rows: Any) -> list[Any]:
        records = self.records_of(rows)
        if self.layout is None:
            return [record.tobytes() for record in records]
        return [self.layout.read(record) for record in records]


class PythonMoves:
    """Moves in plain Python."""

    mode = "python"

    def __init__(self, rows: Rows):
        self.rows, self.game = rows, rows.game
        self.twice = has_hook(self.game, "to_move")

    def __call__(self, batch: Any) -> Moves:
        degrees, outcomes, movers = (np.zeros(len(batch), np.int32) for _ in range(3))
        children: list[Any] = []
        for i, state in enumerate(self.rows.states(batch)):
            movers[i] = self.game.to_move(state) if self.twice else 0
            outcome = self.game.result(state)
            if outcome is not None:
                degrees[i], outcomes[i] = FINISHED, outcome
                continue
            after = [self.game.play(state, int(move)) for move in self.game.moves(state)]
            if not after:
                raise GameError(f"{type(self.game).__name__} has an unfinished position without moves: {state!r:.200}")
            degrees[i] = len(after)
            children += after
        return Moves(degrees, outcomes, movers, self.rows.of(children))


ENTRY = """
def expand_entry(game, memories, stack, states, count, children, degrees, outcomes, movers):
    return expand(game, memories[0], stack, states, i64(count), children, degrees, outcomes, movers)
"""


class NativeMoves:
    """Moves by native code, in several threads at once."""

    mode = "native"

    def __init__(self, rows: Rows, threads: int):
        import numba
        from numba import types

        from plytree.search.compile.kernel import rules_of
        from plytree.search.compile.program import Program
        from plytree.solvers.retrograde import expand_core

        self.rows, self.threads = rows, threads
        rules = rules_of(rows.game)
        source = Path(str(expand_core.__file__)).read_bytes()
        states, numbers = numba.typeof(np.zeros(1, rows.dtype)), numba.typeof(np.zeros(1, np.int32))
        signature = (states, states, types.int64, states, numbers, numbers, numbers)
        label = f"expand-{hashlib.sha256(source).hexdigest()[:12]}"
        self.program = Program(rules, expand_core, label, ENTRY, {"expand_entry": signature})
        self.program.save()
        self.most = int(rules.max_moves)
        self._memories = [self.program.new_memory() for _ in range(threads)]
        self._threads = ThreadPoolExecutor(threads)

    def __call__(self, batch: Any) -> Moves:
        share = -(-len(batch) // self.threads)
        parts = [batch[i : i + share] for i in range(0, len(batch), share)]
        done = list(self._threads.map(self._expand, self._memories, parts))
        return Moves(*(np.concatenate([getattr(part, name) for part in done]) for name in Moves.__annotations__))

    def _expand(self, w: Any, batch: Any) -> Moves:
        states = self.rows.records_of(batch)
        degrees, outcomes, movers = (np.zeros(len(batch), np.int32) for _ in range(3))
        children = np.zeros(len(batch) * self.most, self.rows.dtype)
        stack = w.array["stack"][0]
        count = self.program.call("expand_entry", w, stack, states, len(states), children, degrees, outcomes, movers)
        if count < 0:
            raise GameError(
                f"{type(self.rows.game).__name__} breaks its own rules: an unfinished position without moves, or more "
                "or other moves than it says; 'plytree check' finds out where"
            )
        return Moves(degrees, outcomes, movers, self.rows.pad(children[:count]))


def expander(rows: Rows, mode: str = "auto", threads: int | None = None) -> PythonMoves | NativeMoves:
    """How to expand: "python", "native", or "auto": native where that is to be had and agrees with Python."""
    python = PythonMoves(rows)
    if mode == "python":
        return python
    from plytree.search.acquire.diagnose import obstacle
    from plytree.search.compile.kernel import rules_of

    why = obstacle(rules_of(rows.game))
    if why and mode == "native":
        raise GameError(why)
    if why:
        return python
    try:
        native = NativeMoves(rows, threads or os.cpu_count() or 1)
        batch = rows.of([rows.like])
        for _ in range(3):  # the first plies, side by side
            ours, theirs = native(batch), python(batch)
            if not all(np.array_equal(getattr(ours, part), getattr(theirs, part)) for part in Moves.__annotations__):
                return python
            if len(ours.children) == 0:
                break
            batch = ours.children[:200]
        return native
    except GameError:
        raise
    except Exception:  # what the compiler cannot do, Python can
        if mode == "native":
            raise
        return python
