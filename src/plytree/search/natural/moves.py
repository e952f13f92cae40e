"""Moves that are no numbers, in native code: from a move to its number in the list of all moves, and back.

All moves of a game are built alike (a pair, a text, a pair of pairs ...): what differs is a few numbers and texts, its
slots. A move is found in a hash table by what stands in its slots.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from plytree.errors import GameError
from plytree.search.compile.bindings import mix as python_mix
from plytree.search.compile.bindings import part_hash
from plytree.search.compile.hashing import SHARED
from plytree.search.compile.options import INNER
from plytree.search.compile.state_record import twin_of
from plytree.search.natural.codes import code, is_scalar
from plytree.search.natural.constants import row
from plytree.search.natural.making import row_of, to_code
from plytree.search.natural.operations import is_none
from plytree.search.natural.shapes import fields_of, is_fixed

MASK = (1 << 64) - 1
NUMBER, TEXT, ROW = "number", "text", "row"

FUNCTIONS = """
def number_of(move):
{unpack}
    h = {hash}
    place = np.int64(h) & {mask}
    while SLOTS[place] >= 0:
        found = SLOTS[place]
        if {same}:
            return found
        place = (place + 1) & {mask}
    return np.int64(-1)

def move_at(number):
    return {move}
"""


def codec(name: str, listing: list[Any]) -> dict[str, Any]:
    """The functions `number_of` and `move_at` for a list of moves; GameError if they are not built alike."""
    shape, slots = _template(listing[0]) if listing else (NUMBER, [()])
    if any(_template(move)[0] != shape for move in listing):
        if any(row(move) is None or row(move).offsets for move in listing):  # type: ignore[union-attr]
            other = next(move for move in listing if _template(move)[0] != shape)
            what = f"{listing[0]!r} and {other!r}: {_alike(listing[0])}"
            raise GameError(f"{name} has moves that are not built alike, {what}")
        shape, slots = ROW, [()]
    names: dict[str, Any] = {"np": np, "START": np.uint64(3), "to_code": to_code, "row_of": row_of, "is_none": is_none}
    names |= SHARED
    kinds = [ROW] if shape == ROW else [_kind(_at(listing[0], slot)) for slot in slots] if listing else [NUMBER]
    unpack, hashes, same = [], "START", []
    for i, (slot, kind) in enumerate(zip(slots, kinds, strict=True)):
        values = [_at(move, slot) for move in listing]
        source = "move" + "".join(f"[{index}]" for index in slot)
        if kind == NUMBER:
            names[f"ALL{i}"] = np.array([code(value) for value in values], np.int64)
            unpack.append(f"    x{i} = to_code({source})")
            hashes, test = f"mix({hashes}, hash_number(x{i}))", f"ALL{i}[found] == x{i}"
        else:
            names[f"ALL{i}"] = row(values)
            unpack.append(f"    x{i} = row_of({source})")
            hashes, test = f"mix({hashes}, hash_row(x{i}))", f"ALL{i}[found] == x{i}"
        same.append(test)
    table = _hash_table([[_at(move, slot) for slot in slots] for move in listing])
    names["SLOTS"] = table
    made = _builder(listing[0], iter(range(len(slots))), names) if shape != ROW and listing else "ALL0[number]"
    source = FUNCTIONS.format(
        unpack="\n".join(unpack), hash=hashes, mask=len(table) - 1, same=" and ".join(same), move=made
    )
    exec(source, names)
    return {name: njit(**INNER)(names[name]) for name in ("number_of", "move_at")}


def _alike(move: Any) -> str:
    """What to write."""
    if isinstance(move, tuple) and all(type(part) is int for part in move):
        return f"write all like the first, with numbers of your own like {(-1,) * len(move)} for what is special"
    return "write all like the first"


def _template(move: Any, path: tuple[int, ...] = ()) -> tuple[Any, list[tuple[int, ...]]]:
    """How a move is built, and where its slots are."""
    if is_scalar(move):
        return NUMBER, [path]
    if isinstance(move, str):
        return TEXT, [path]
    if isinstance(move, tuple) or is_fixed(type(move)):
        inner = [_template(part, (*path, i)) for i, part in enumerate(fields_of(move))]
        kind = type(move).__name__ if is_fixed(type(move)) else "tuple"
        return (kind, *(shape for shape, _ in inner)), [slot for _, slots in inner for slot in slots]
    return type(move).__name__, [path]


def _kind(value: Any) -> str:
    return NUMBER if is_scalar(value) else TEXT


def _at(move: Any, slot: tuple[int, ...]) -> Any:
    for index in slot:
        move = fields_of(move)[index]
    return move


def _hash_table(keys: list[list[Any]]) -> Any:
    """Places of moves by the hash of what they hold."""
    size = 8
    while size < 3 * len(keys):
        size *= 2
    table = np.full(size, -1, np.int64)
    for number, parts in enumerate(keys):
        h = 3
        for part in parts:
            h = python_mix(h, part_hash(part))
        place = h & (size - 1)
        while table[place] >= 0:
            place = (place + 1) & (size - 1)
        table[place] = number
    return table


def _builder(move: Any, counter: Any, names: dict[str, Any]) -> str:
    """Source that makes the move `number`, built like this one."""
    if is_scalar(move) or isinstance(move, str):
        return f"ALL{next(counter)}[number]"
    parts = [_builder(part, counter, names) for part in fields_of(move)]
    if is_fixed(type(move)):
        kind = twin_of(type(move))
        names[kind.__name__] = kind
        return f"{kind.__name__}({', '.join(parts)})"
    return "(" + "".join(part + ", " for part in parts) + ")"
