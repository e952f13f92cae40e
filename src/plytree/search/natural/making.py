"""Rows made from other values in native code: from tuples, lists, arrays, ranges, and from numbers as text.

The functions here are names that only native code calls; what they do for each type stands in their overloads.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from plytree.search.natural.codes import NONE
from plytree.search.natural.rows import (
    MAKE,
    RowType,
    begin_of,
    data_of,
    is_code,
    make_numbers,
    make_text,
    row_at,
    row_type,
    some,
)
from plytree.search.natural.sets import BitsType
from plytree.search.natural.teach import native, teach


def to_code(value: Any) -> Any:
    """A number, or what stands for None."""


def row_of(value: Any) -> Any:
    """A value as a row; a row stays as it is."""


def tuple_of(value: Any) -> Any:
    """What tuple(value) gives: a row, but a tuple stays as it is."""


def list_of(value: Any) -> Any:
    """What list(value) gives."""


def int_of(value: Any) -> Any:
    """What int(value) gives."""


def text_of(value: Any) -> Any:
    """What str(value) gives."""


def character(number: Any) -> Any:
    """What chr(number) gives."""


@native
def number_at(row: Any, index: Any) -> Any:
    """The number at an index of a row of numbers or a text."""
    return data_of(row)[begin_of(row) + index]


@teach(to_code)
def _to_code(value: Any) -> Any:
    if isinstance(value, types.NoneType):
        return lambda value: NONE
    if isinstance(value, types.Optional):
        return lambda value: NONE if value is None else np.int64(some(value))
    if isinstance(value, types.Integer | types.Boolean):
        return lambda value: np.int64(value)
    return None


@teach(row_of)
def _row_of(value: Any) -> Any:
    if isinstance(value, RowType):
        return lambda value: value
    if isinstance(value, types.Optional) and row_type(value) is not None:
        make = MAKE[0, row_type(value).text]

        def of_optional(value: Any) -> Any:
            if value is None:
                return make(0, 1, np.full(1, NONE))
            return row_of(some(value))

        return of_optional
    kind = row_type(value)
    if kind is None:
        return None
    if isinstance(value, types.BaseTuple):
        return _tuple_to_row(value, kind)
    if isinstance(value, types.RangeType | types.Set):
        return lambda value: row_of([x for x in value])
    if kind.depth == 0:
        return _flat
    return {1: _nested, 2: _deep}[kind.depth](kind)


def _tuple_to_row(value: Any, kind: RowType) -> Any:
    count = len(value.types)
    if kind.depth == 0:
        lines = [f"data = np.empty({count}, np.int64)"]
        lines += [f"data[{i}] = to_code(value[{i}])" for i in range(count)] + [f"return make_numbers(0, {count}, data)"]
    else:
        lines = ["return row_of([" + ", ".join(f"row_of(value[{i}])" for i in range(count)) + "])"]
    names = {"np": np, "to_code": to_code, "make_numbers": make_numbers, "row_of": row_of}
    exec("def convert(value):\n    " + "\n    ".join(lines), names)
    return names["convert"]


def _flat(value: Any) -> Any:
    data = np.empty(len(value), np.int64)
    for i in range(len(value)):
        data[i] = to_code(value[i])
    return make_numbers(0, len(value), data)


def _nested(kind: RowType) -> Any:
    make = MAKE[1, kind.text]

    def nested(value: Any) -> Any:
        total = 0
        for i in range(len(value)):
            total += len(row_of(value[i]))
        offsets, data, at = np.empty(len(value) + 1, np.int64), np.empty(total, np.int64), 0
        for i in range(len(value)):
            offsets[i] = at
            row = row_of(value[i])
            for j in range(len(row)):
                data[at] = number_at(row, j)
                at += 1
        offsets[len(value)] = at
        return make(0, len(value), data, offsets)

    return nested


def _deep(kind: RowType) -> Any:
    make = MAKE[2, kind.text]

    def deep(value: Any) -> Any:
        rows, total = 0, 0
        for i in range(len(value)):
            row = row_of(value[i])
            rows += len(row)
            for j in range(len(row)):
                total += len(row_at(row, j))
        upper, lower, data = np.empty(len(value) + 1, np.int64), np.empty(rows + 1, np.int64), np.empty(total, np.int64)
        at, below = 0, 0
        for i in range(len(value)):
            upper[i] = below
            row = row_of(value[i])
            for j in range(len(row)):
                lower[below] = at
                below += 1
                inner = row_at(row, j)
                for k in range(len(inner)):
                    data[at] = number_at(inner, k)
                    at += 1
        upper[len(value)] = below
        lower[rows] = at
        return make(0, len(value), data, upper, lower)

    return deep


@teach(tuple_of)
def _tuple_of(value: Any) -> Any:
    if isinstance(value, types.BaseTuple):
        return lambda value: value
    if isinstance(value, RowType) and value.text and value.depth == 0:
        return lambda value: row_of([x for x in value])
    if isinstance(value, BitsType):
        return lambda value: row_of([x for x in value])
    return lambda value: row_of(value)


@teach(list_of)
def _list_of(value: Any) -> Any:
    if isinstance(value, types.List):
        return lambda value: value[:]
    return lambda value: [x for x in value]


@teach(int_of)
def _int_of(value: Any) -> Any:
    if isinstance(value, RowType) and value.text and value.depth == 0:

        def parse(value: Any) -> Any:
            total, sign = 0, 1
            for i in range(len(value)):
                digit = number_at(value, i) - 48
                if digit == -3 and i == 0:
                    sign = -1
                elif 0 <= digit <= 9:
                    total = 10 * total + digit
                else:
                    raise ValueError("not a number")
            return sign * total

        return parse
    return lambda value: int(value)


@teach(character)
def _character(number: Any) -> Any:
    return lambda number: make_text(0, 1, np.full(1, np.int64(number)))


@teach(text_of)
def _text_of(value: Any) -> Any:
    if isinstance(value, RowType) and value.text and value.depth == 0:
        return lambda value: value
    if not is_code(value):
        return None

    def write(value: Any) -> Any:
        digits, rest, at = np.empty(20, np.int64), abs(value), 20
        while True:
            at -= 1
            digits[at] = 48 + rest % 10
            rest //= 10
            if rest == 0:
                break
        if value < 0:
            at -= 1
            digits[at] = 45
        return make_text(at, 20, digits)

    return write
