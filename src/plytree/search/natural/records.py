"""Rows and sets between native code and the record of a state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from plytree.search.compile.state_record import FixedPart, NumberPart, Part, RowPart, SetPart
from plytree.search.natural.codes import EMPTY, NONE, PAIR, SINGLE
from plytree.search.natural.making import number_at, row_of, to_code
from plytree.search.natural.rows import MAKE, Row, RowType, row_at, row_type, some
from plytree.search.natural.sets import FROM_WORDS, Bits, BitsType, bits_of, word_of
from plytree.search.natural.teach import native, teach

TOO_LONG = "a state has become longer than those of random games, from which its place in native code was measured"


OTHER_LENGTH = "a tuple in a state has another length than in random games"


def cast_row(value: Any, wanted: Any) -> Any:
    """A value as a row of the same type as `wanted`."""


@teach(cast_row)
def _cast_row(value: Any, wanted: Any) -> Any:
    make = MAKE[wanted.depth, wanted.text]
    if isinstance(value, types.NoneType | types.Integer) and wanted.depth == 0:  # the number that stands for None
        return lambda value, wanted: make(0, 1, np.full(1, NONE))
    if isinstance(value, types.Optional):
        if wanted.depth:
            return lambda value, wanted: row_of(value)

        def optional(value: Any, wanted: Any) -> Any:
            if value is None:
                return make(0, 1, np.full(1, NONE))
            return row_of(some(value))

        return optional
    if row_type(value) == wanted:
        return lambda value, wanted: row_of(value)
    if (isinstance(value, types.BaseTuple) and len(value) == 0) or (value == RowType(0, False) and wanted.depth):
        return lambda value, wanted: wanted  # an empty tuple does not say of what
    return None


def cast(value: Any, wanted: Any) -> Any:
    """A value as what has the same type as `wanted`; None: as it is."""


@teach(cast)
def _cast(value: Any, wanted: Any) -> Any:
    if isinstance(wanted, RowType):
        return lambda value, wanted: cast_row(value, wanted)
    if isinstance(wanted, BitsType):
        return lambda value, wanted: bits_of(value)
    if isinstance(wanted, types.BaseTuple):
        return _cast_tuple(value, wanted)
    if isinstance(wanted, types.Integer | types.Boolean) and not isinstance(value, types.Integer | types.Boolean):
        return lambda value, wanted: to_code(value)
    return lambda value, wanted: value


def _cast_tuple(value: Any, wanted: Any) -> Any:
    """Also from a row or a list, which do not say how long they are."""
    count = len(wanted)
    if isinstance(value, types.BaseTuple) and len(value) != count:
        return None
    parts = "".join(f"cast(value[{i}], wanted[{i}]), " for i in range(count))
    check = ""
    if not isinstance(value, types.BaseTuple):
        check = f"    if len(value) != {count}:\n        raise ValueError(OTHER_LENGTH)\n"
    names = {"cast": cast, "OTHER_LENGTH": OTHER_LENGTH}
    exec(f"def convert(value, wanted):\n{check}    return ({parts})", names)
    return names["convert"]


def _fits(count: Any, array: Any) -> Any:
    if count > len(array):
        raise ValueError(TOO_LONG)


fits = native(_fits)


@native
def store_row_0(row: Any, data: Any) -> Any:
    count = len(row)
    fits(count, data)
    for i in range(count):
        data[i] = number_at(row, i)
    data[count:] = 0
    return count


@native
def store_row_1(row: Any, offsets: Any, data: Any) -> Any:
    count, at = len(row), 0
    fits(count + 1, offsets)
    for i in range(count):
        offsets[i] = at
        inner = row_at(row, i)
        fits(at + len(inner), data)
        for j in range(len(inner)):
            data[at] = number_at(inner, j)
            at += 1
    offsets[count] = at
    offsets[count + 1 :] = 0
    data[at:] = 0
    return count


@native
def store_row_2(row: Any, upper: Any, lower: Any, data: Any) -> Any:
    count, below, at = len(row), 0, 0
    fits(count + 1, upper)
    for i in range(count):
        upper[i] = below
        middle = row_at(row, i)
        fits(below + len(middle) + 1, lower)
        for j in range(len(middle)):
            lower[below] = at
            below += 1
            inner = row_at(middle, j)
            fits(at + len(inner), data)
            for k in range(len(inner)):
                data[at] = number_at(inner, k)
                at += 1
    upper[count] = below
    lower[below] = at
    upper[count + 1 :] = 0
    lower[below + 1 :] = 0
    data[at:] = 0
    return count


def empty_row(depth: int, text: bool) -> Row:
    return Row([], ([0],) * depth, text)


def prototypes(parts: dict[str, Part]) -> dict[str, Any]:
    """Constants of the same types as these parts of a state."""
    return {name: _prototype(part) for name, part in parts.items()}


def _prototype(part: Part) -> Any:
    if isinstance(part, RowPart):
        return empty_row(part.depth, part.text)
    if isinstance(part, SetPart):
        return Bits({SINGLE: (0,), PAIR: ((0, 0),), EMPTY: ()}[part.kind])
    if isinstance(part, NumberPart):
        return 0 if part.plain is None else part.plain(0)
    if isinstance(part, FixedPart) and part.kind is tuple:
        return tuple(_prototype(inner) for inner in part.parts)
    return None


NAMES: dict[str, Any] = {
    **{f"make_row_{depth}_{text}": make for (depth, text), make in MAKE.items()},
    **{f"make_set_{kind}": FROM_WORDS[kind] for kind in (EMPTY, SINGLE, PAIR)},
    "store_row_0": store_row_0, "store_row_1": store_row_1, "store_row_2": store_row_2,
    "cast": cast, "to_code": to_code, "bits_of": bits_of, "word_of": word_of,
}  # fmt: skip


def hashing(mix: Any, hash_number: Any) -> Any:
    """`hash_row`, made of the functions with which states are hashed."""

    def hash_row(row: Any) -> Any:
        """The same number as bindings.hash_state gives for a text or tuples."""

    @teach(hash_row)
    def _hash_row(row: Any) -> Any:
        if row.depth == 0:

            def flat(row: Any) -> Any:
                if len(row) == 1 and number_at(row, 0) == NONE:
                    return hash_number(NONE)
                h = np.uint64(3)
                for i in range(len(row)):
                    h = mix(h, hash_number(number_at(row, i)))
                return h

            return flat

        def deep(row: Any) -> Any:
            h = np.uint64(3)
            for part in row:
                h = mix(h, hash_row(part))
            return h

        return deep

    return hash_row
