"""How the search reaches a game: small functions over the state at a ply, written for each game.

The functions in this file are what `core.py` imports; they only say what each one does. `form_source` writes the real
ones for one game as Python source: over plain states kept in a list, over states loaded from and stored in records
(native code), or over the records of a RecordGame.
"""

from __future__ import annotations

import dataclasses
import enum
import time
from collections.abc import Collection
from numbers import Integral
from typing import Any

from plytree.games.contract.game import SEARCH_HOOKS, Game, RecordGame, has_hook
from plytree.search.compile.memory import FAULT_BAD_MOVE, FAULT_MANY_MOVES, FAULT_SIDE
from plytree.search.natural.codes import bits_in, code

MASK = (1 << 64) - 1
SIGN = 1 << 63


def _absent(*arguments: Any) -> Any:
    raise AssertionError("core.py is run only after it has been specialised for a game")


result = moves = play = to_move = evaluate = key = order = quiet_order = tactical = quiet = pass_turn = _absent
can_pass = in_check = gives_check = gain = safe = no_moves = clock = hash_key = may_repeat_after = observe = _absent
out_of_time = fault = cells = stage = look_up = _absent

ONE_MOVE = {"order", "quiet_order", "quiet", "gain", "gives_check"}  # hooks that take the state and a move


def constants(game: Game[Any]) -> dict[str, Any]:
    """What `game.x` in the core stands for."""
    values: dict[str, Any] = {f"has_{hook}": has_hook(game, hook) for hook in SEARCH_HOOKS}
    values["has_key"] = has_hook(game, "key")
    values["has_evaluate"] |= has_hook(game, "evaluate_with")
    values["adapts"] = adapts(game)
    for name in ("max_moves", "num_moves", "max_utility", "pawn"):
        values[name] = int(getattr(game, name))
    return values


def adapts(game: Game[Any]) -> bool:
    """Must the search find out by itself which lines deserve less depth? If the game judges states, but not moves."""
    return (has_hook(game, "evaluate") or has_hook(game, "evaluate_with")) and not has_hook(game, "quiet")


def form_source(
    game: Game[Any],
    load: str = "w.stack[{ply}]",
    store: str = "w.stack[{ply}] = {value}",
    fills: Collection[str] = (),
    named: bool = False,
) -> str:
    """The functions of this module for one game. `load` and `store` say how a state is read from and put into the
    stack; a RecordGame works in the stack itself. `fills`: methods that moves_into.py has rewritten."""
    records = isinstance(game, RecordGame)
    here, there = load.format(ply="ply"), store.format(ply="ply + 1", value="{}")
    parts = [f"def result(game, w, ply):\n    return game.result({here})\n"]
    for hook in SEARCH_HOOKS:
        if hook in ("tactical", "pass_turn", "to_move"):
            continue
        if hook == "look_up":
            parts.append(f"def look_up(game, w, ply):\n    return game.look_up({here}, w.knowledge)\n")
            continue
        arguments = ", move" if hook in ONE_MOVE else ", move, threshold" if hook == "safe" else ""
        given = arguments.replace("move", "move_at(move)", 1) if named else arguments
        body = f"game.{hook}({here}{given})"
        if hook == "key":
            body = f"scramble({body})"
        if hook == "evaluate" and has_hook(game, "evaluate_with"):
            view = "to_move(game, w, ply)" if has_hook(game, "to_move") else "ply & 1"
            body = f"game.evaluate_with({here}, w.own, {view})"
        parts.append(f"def {hook}(game, w, ply{arguments}):\n    return {body}\n")
    parts.append(  # tables are indexed by it
        f"def to_move(game, w, ply):\n    side = game.to_move({here})\n    if side != 0 and side != 1:\n"
        f"        fault(w, {FAULT_SIDE})\n        return 0\n    return side\n"
    )
    for name, arguments in (("play", ", move"), ("pass_turn", "")):
        if records:
            body = f"game.{name}({here}{arguments}, w.stack[ply + 1])"
        else:
            given = arguments.replace("move", "move_at(move)") if named else arguments
            body = there.format(f"game.{name}({here}{given})")
        parts.append(f"def {name}(game, w, ply{arguments}):\n    {body}\n")
    parts += [
        _moves_source(game, name, here, records, f"{name}_into" in fills, named) for name in ("moves", "tactical")
    ]
    if has_hook(game, "cells"):
        parts.append(f"def stage(game, w, ply):\n    return game.stage({here})\n")
        if "cells_into" in fills:
            parts.append(f"def cells(game, w, ply, buffer):\n    game.cells_into({here}, buffer, 0)\n")
        else:
            parts.append(
                f"def cells(game, w, ply, buffer):\n    i = 0\n    for cell in game.cells({here}):\n"
                "        buffer[i] = cell\n        i += 1\n"
            )
    parts.append(f"def may_repeat_after(game):\n    return {1 if has_hook(game, 'to_move') else 2}\n")
    parts.append("def fault(w, what):\n    w.fault = what\n    w.limit = -1\n")
    return "\n".join(parts)


def _moves_source(game: Game[Any], name: str, here: str, records: bool, fills: bool, named: bool) -> str:
    """Write the moves into the buffer; what would not fit there or into the history table ends the search."""
    head = f"def {name}(game, w, ply, at):\n"
    if fills:
        return head + (
            f"    count = game.{name}_into({here}, w.moves, at)\n"
            "    if count < 0:\n        fault(w, -count)\n        return 0\n    return count\n"
        )
    if records:
        return head + (
            f"    count = game.{name}({here}, w.moves, at)\n"
            f"    if count > {game.max_moves}:\n        fault(w, {FAULT_MANY_MOVES})\n        return 0\n"
            "    right = True\n    for i in range(count):\n        move = w.moves[at + i]\n"
            f"        right &= move >= 0 and move < {game.num_moves}\n"
            f"    if not right:\n        fault(w, {FAULT_BAD_MOVE})\n        return 0\n"
            "    return count\n"
        )
    return head + (
        f"    count = 0\n    for each in game.{name}({here}):\n"
        f"        move = {'number_of(each)' if named else 'each'}\n"
        f"        if count >= {game.max_moves}:\n            fault(w, {FAULT_MANY_MOVES})\n            return 0\n"
        f"        if move < 0 or move >= {game.num_moves}:\n"
        f"            fault(w, {FAULT_BAD_MOVE})\n            return 0\n"
        "        w.moves[at + count] = move\n        count += 1\n    return count\n"
    )


# ---- keys in plain Python; hashing.py has the same for native code ---------------------------------------------------


def mix(h: int, x: int) -> int:
    """Mix 64 bits into a hash."""
    h = ((h ^ x) * 0x9E3779B97F4A7C15) & MASK
    h ^= h >> 29
    h = (h * 0xBF58476D1CE4E5B9) & MASK
    return h ^ (h >> 32)


def signed(x: int) -> int:
    """64 bits as a signed number."""
    return (x & MASK) - ((x & SIGN) << 1)


def scramble(key: int) -> int:
    """A game's own key with its bits spread out, so that the low ones can choose a place in the table."""
    return signed(mix(0, int(key) & MASK))


def hash_state(state: Any) -> int:
    """A key for any state: a number, a tuple of states, an array, or a record."""
    return signed(part_hash(state))


def part_hash(state: Any) -> int:
    """The same without a sign."""
    if isinstance(state, int):
        return mix(1, state & MASK)
    if isinstance(state, tuple | list):
        h = 3
        for part in state:
            h = mix(h, part_hash(part))
        return h
    if isinstance(state, float):
        return mix(1, int(state * 65536) & MASK)
    if state is None or isinstance(state, enum.Enum):
        return mix(1, code(state) & MASK)
    if isinstance(state, str):
        return part_hash([ord(character) for character in state])
    if isinstance(state, bytes):
        return part_hash(list(state))
    if isinstance(state, frozenset | set):
        return _hash_set(state)
    if dataclasses.is_dataclass(state):
        return part_hash([getattr(state, field.name) for field in dataclasses.fields(state)])
    if isinstance(state, Integral):  # a number of numpy's: its hash() drops high bits, native code does not
        return mix(1, int(state) & MASK)
    names = getattr(getattr(state, "dtype", None), "names", None)
    if names:  # a record
        return part_hash(tuple(state[name] if state[name].shape else state[name].item() for name in names))
    if getattr(state, "shape", ()):
        return _hash_array(state) if state.dtype.kind != "O" else part_hash(state.tolist())
    if isinstance(state, dict):
        return part_hash(sorted(map(repr, state.items())))
    own_hash: Any = type(state).__hash__
    if own_hash in (None, object.__hash__) and hasattr(state, "__dict__"):
        return part_hash(list(vars(state).items()))  # an object that has no hash but its address: what it holds counts
    return mix(1, hash(state) & MASK)


def _hash_set(state: Any) -> int:
    """A set of small numbers by its bits, as native code keeps it; any other by its elements in order."""
    try:
        bits = bits_in(state)
    except ValueError:
        return part_hash(sorted(map(repr, state)))
    h = 3
    for i in range(4):
        h = mix(h, bits >> 64 * i & MASK)
    return h


def _hash_array(array: Any) -> int:
    """The sum of a hash of each number with its place, so that numpy does it in one go."""
    import numpy as np

    numbers = np.ascontiguousarray(array).reshape(-1)
    if numbers.dtype.kind == "f":
        numbers = (numbers * 65536).astype(np.int64)
    with np.errstate(over="ignore"):
        h = numbers.astype(np.uint64) ^ (np.arange(1, len(numbers) + 1, dtype=np.uint64) << np.uint64(32))
        h *= np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
        h *= np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(32)
        return int(h.sum(dtype=np.uint64))


def python_names() -> dict[str, Any]:
    """The functions of the form that do not depend on the game, in plain Python."""
    now = time.perf_counter

    def hash_key(game: Any, w: Any, ply: int) -> int:
        return hash_state(w.stack[ply])

    def out_of_time(w: Any) -> bool:
        if now() > w.deadline:
            w.limit = -1
        return bool(w.nodes > w.limit)

    def observe(game: Any, w: Any, kind: str, ply: int, alpha: int, beta: int, value: int | None) -> None:
        w.observer(w, kind, ply, alpha, beta, value)

    return {"hash_key": hash_key, "out_of_time": out_of_time, "observe": observe, "scramble": scramble}
