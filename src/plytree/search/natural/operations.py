"""What Python does with texts and tuples, for rows in native code."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as np
from numba import types

from plytree.search.compile import intrinsics
from plytree.search.natural.codes import NONE
from plytree.search.natural.making import number_at, row_of
from plytree.search.natural.rows import MAKE, RowType, begin_of, end_of, row_at, row_type, slice_row, some
from plytree.search.natural.sets import BitsType, taken
from plytree.search.natural.teach import native, teach, teach_method

TEXT = RowType(0, True)


def _rows(a: Any, b: Any) -> bool:
    """Is one a row, and can the other become the same kind of row?"""
    return RowType in (type(a), type(b)) and row_type(a) is not None and row_type(b) is not None


def _alike(a: Any, b: Any) -> bool:
    return _rows(a, b) and row_type(a) == row_type(b)


@teach(len)
def _len(row: Any) -> Any:
    return (lambda row: end_of(row) - begin_of(row)) if isinstance(row, RowType) else None


@teach(operator.getitem)
def _getitem(row: Any, index: Any) -> Any:
    if isinstance(row, types.UniTuple) and isinstance(index, types.SliceType) and row_type(row) is not None:
        return lambda row, index: row_of(row)[index]
    if not isinstance(row, RowType):
        return None
    if isinstance(index, types.Integer | types.Boolean):

        def one(row: Any, index: Any) -> Any:
            count = end_of(row) - begin_of(row)
            at = index + count if index < 0 else index
            if at < 0 or at >= count:
                raise IndexError("index out of range")
            return row_at(row, at)

        return one
    if isinstance(index, types.SliceType):
        if not index.has_step:
            return lambda row, index: cut(row, index.start, index.stop)

        def stepping(row: Any, index: Any) -> Any:
            start, stop, step = index.indices(len(row))
            return like(row, [row_at(row, i) for i in range(start, stop, step)])

        return stepping
    return None


@native
def cut(row: Any, start: Any, stop: Any) -> Any:
    """row[start:stop]"""
    begin, count = begin_of(row), end_of(row) - begin_of(row)
    first = max(0, start + count) if start < 0 else min(start, count)
    last = max(0, stop + count) if stop < 0 else min(stop, count)
    return slice_row(row, begin + first, begin + max(first, last))


def like(row: Any, elements: Any) -> Any:
    """A row of these elements, a text if the other is one."""


@teach(like)
def _like(row: Any, elements: Any) -> Any:
    if row == TEXT:
        return lambda row, elements: joined(elements)
    return lambda row, elements: row_of(elements)


@native
def joined(texts: Any) -> Any:
    """ "".join(texts)"""
    rows = row_of(texts)
    total = 0
    for text in rows:
        total += len(text)
    data, at = np.empty(total, np.int64), 0
    for text in rows:
        for i in range(len(text)):
            data[at] = number_at(text, i)
            at += 1
    return make_text(0, total, data)


make_text = MAKE[0, True]


def _concat(kind: RowType) -> Any:
    make = MAKE[kind.depth, kind.text]
    if kind.depth:
        return lambda a, b: row_of([x for x in row_of(a)] + [x for x in row_of(b)])

    def concat(a: Any, b: Any) -> Any:
        first, second = row_of(a), row_of(b)
        n, m = len(first), len(second)
        data = np.empty(n + m, np.int64)
        for i in range(n):
            data[i] = number_at(first, i)
        for i in range(m):
            data[n + i] = number_at(second, i)
        return make(0, n + m, data)

    return concat


@teach(operator.add)
def _add(a: Any, b: Any) -> Any:
    if RowType in (type(a), type(b)):
        if isinstance(a, types.Tuple) and len(a) == 0:
            return lambda a, b: b
        if isinstance(b, types.Tuple) and len(b) == 0:
            return lambda a, b: a
    return _concat(row_type(a)) if _alike(a, b) else None


@teach(operator.iadd)
def _iadd(a: Any, b: Any) -> Any:
    return (lambda a, b: a + b) if _alike(a, b) else None


@teach(operator.mul)
def _mul(a: Any, b: Any) -> Any:
    if isinstance(b, RowType) and isinstance(a, types.Integer):
        return lambda a, b: b * a
    if isinstance(b, types.Integer) and (isinstance(a, RowType) or (isinstance(a, types.BaseTuple) and row_type(a))):

        def repeat(a: Any, b: Any) -> Any:
            row = row_of(a)
            return like(row, [row_at(row, i % len(row)) for i in range(len(row) * b)])

        return repeat
    return None


# ---- comparing ------------------------------------------------------------------------------------------------------


def equal(a: Any, b: Any) -> Any:
    """a == b, of rows of one kind."""


@teach(equal)
def _equal(a: Any, b: Any) -> Any:
    if a.depth == 0:

        def flat(a: Any, b: Any) -> Any:
            if len(a) != len(b):
                return False
            for i in range(len(a)):
                if number_at(a, i) != number_at(b, i):
                    return False
            return True

        return flat

    def deep(a: Any, b: Any) -> Any:
        if len(a) != len(b):
            return False
        for i in range(len(a)):
            if not equal(row_at(a, i), row_at(b, i)):
                return False
        return True

    return deep


def _never_equal(a: Any, b: Any) -> bool:
    """A row beside something that is none: both may stand in one place in Python."""
    return RowType in (type(a), type(b)) and not _alike(a, b)


@teach(operator.eq)
def _eq(a: Any, b: Any) -> Any:
    if _alike(a, b):
        return lambda a, b: equal(row_of(a), row_of(b))
    return (lambda a, b: False) if _never_equal(a, b) else None


@teach(operator.ne)
def _ne(a: Any, b: Any) -> Any:
    if _alike(a, b):
        return lambda a, b: not equal(row_of(a), row_of(b))
    return (lambda a, b: True) if _never_equal(a, b) else None


@native
def before(a: Any, b: Any) -> Any:
    """a < b, of rows of numbers or texts."""
    for i in range(min(len(a), len(b))):
        if number_at(a, i) != number_at(b, i):
            return number_at(a, i) < number_at(b, i)
    return len(a) < len(b)


def _order(function: Any, implementation: Any) -> None:
    @teach(function)
    def compare(a: Any, b: Any) -> Any:
        return implementation if _alike(a, b) and row_type(a).depth == 0 else None


_order(operator.lt, lambda a, b: before(row_of(a), row_of(b)))
_order(operator.gt, lambda a, b: before(row_of(b), row_of(a)))
_order(operator.le, lambda a, b: not before(row_of(b), row_of(a)))
_order(operator.ge, lambda a, b: not before(row_of(a), row_of(b)))


@native
def find_text(row: Any, part: Any, start: Any) -> Any:
    """Where a text stands in a text; -1 if nowhere."""
    for i in range(start, len(row) - len(part) + 1):
        here = True
        for j in range(len(part)):
            if number_at(row, i + j) != number_at(part, j):
                here = False
                break
        if here:
            return i
    return -1


def find(row: Any, element: Any) -> Any:
    """Where an element stands in a row; -1 if nowhere."""


@teach(find)
def _find(row: Any, element: Any) -> Any:
    if row.depth == 0 and isinstance(element, RowType):
        return lambda row, element: find_text(row, element, 0)
    if isinstance(element, types.Optional | types.NoneType) and row.depth == 0:
        from plytree.search.natural.making import to_code

        return lambda row, element: find(row, to_code(element))

    def scan(row: Any, element: Any) -> Any:
        for i in range(len(row)):
            if row_at(row, i) == element:
                return i
        return -1

    return scan


@teach(operator.contains)
def _contains(row: Any, element: Any) -> Any:
    return (lambda row, element: find(row, element) >= 0) if isinstance(row, RowType) else None


@teach_method(RowType, "index")
def _index(row: Any, element: Any) -> Any:
    def index(row: Any, element: Any) -> Any:
        at = find(row, element)
        if at < 0:
            raise ValueError("it is not there")
        return at

    return index


@teach_method(RowType, "count")
def _count(row: Any, element: Any) -> Any:
    if row.depth == 0 and isinstance(element, RowType):

        def parts(row: Any, element: Any) -> Any:
            count, at = 0, find_text(row, element, 0)
            while at >= 0 and len(element):
                count += 1
                at = find_text(row, element, at + len(element))
            return count if len(element) else len(row) + 1

        return parts

    def elements(row: Any, element: Any) -> Any:
        count = 0
        for x in row:
            if x == element:
                count += 1
        return count

    return elements


# ---- built-in functions ---------------------------------------------------------------------------------------------


@teach(sum)
def _sum(row: Any) -> Any:
    if isinstance(row, RowType) and row.depth == 0 and not row.text:

        def add(row: Any) -> Any:
            total = 0
            for x in row:
                total += x
            return total

        return add
    return None


def truth(value: Any) -> Any:
    """What bool(value) gives: None is false, also where a number stands for it."""


@teach(truth)
def _truth(value: Any) -> Any:
    if isinstance(value, types.Boolean):
        return lambda value: value
    if isinstance(value, types.Integer):
        return lambda value: value != 0 and value != NONE
    if isinstance(value, RowType):
        if value.depth == 0:
            return lambda value: len(value) > 0 and not is_none(value)
        return lambda value: len(value) > 0
    if isinstance(value, types.BaseTuple):
        answer = len(value) > 0
        return lambda value: answer
    if isinstance(value, types.NoneType):
        return lambda value: False
    if isinstance(value, types.Optional):
        return lambda value: False if value is None else truth(some(value))
    if isinstance(value, types.Sized | types.List | types.Set):
        return lambda value: len(value) > 0
    return lambda value: bool(value)


def is_none(value: Any) -> Any:
    """What `value is None` gives, also where a number stands for None."""


@teach(is_none)
def _is_none(value: Any) -> Any:
    if isinstance(value, types.Integer):
        return lambda value: value == NONE
    if isinstance(value, RowType) and value.depth == 0:
        return lambda value: len(value) == 1 and number_at(value, 0) == NONE
    if isinstance(value, types.Optional):
        if isinstance(value.type, types.Integer | RowType):
            return lambda value: True if value is None else is_none(some(value))
        return lambda value: value is None
    if isinstance(value, types.NoneType):
        return lambda value: True
    return lambda value: False


def _all(values: Any) -> Any:
    for x in values:
        if not truth(x):
            return False
    return True


def _any(values: Any) -> Any:
    for x in values:
        if truth(x):
            return True
    return False


def all_of(values: Any) -> Any:
    """What all(values) gives."""


def any_of(values: Any) -> Any:
    """What any(values) gives."""


teach(all_of)(lambda values: _all)
teach(any_of)(lambda values: _any)


@teach(builtins.ord)
def _ord(text: Any) -> Any:
    return (lambda text: number_at(text, 0)) if text == TEXT else None


def backwards(values: Any) -> Any:
    """What reversed(values) gives, as a list."""


@teach(backwards)
def _backwards(values: Any) -> Any:
    if isinstance(values, types.RangeType | types.List):
        return lambda values: values[::-1]
    return lambda values: [x for x in values][::-1]


def as_result(value: Any) -> Any:
    """What result(s) returns: None where the number that stands for it is returned."""


@teach(as_result)
def _as_result(value: Any) -> Any:
    if isinstance(value, types.Integer):
        return lambda value: None if value == NONE else value
    if isinstance(value, types.Optional) and isinstance(value.type, types.Integer):
        return lambda value: None if value is None else as_result(some(value))
    return lambda value: value


def removed(values: Any, element: Any) -> Any:
    """A set without an element, or the same list without it."""


@teach(removed)
def _removed(values: Any, element: Any) -> Any:
    if isinstance(values, BitsType):
        return lambda values, element: taken(values, element)

    def remove(values: Any, element: Any) -> Any:
        values.remove(element)
        return values

    return remove


def popcount(number: Any) -> Any:
    """The number of bits that are set."""


@teach(popcount)
def _popcount(number: Any) -> Any:
    count = intrinsics.popcount
    return lambda number: count(np.uint64(np.int64(number)))


def bit_length(number: Any) -> Any:
    """How many bits a number needs."""


@teach(bit_length)
def _bit_length(number: Any) -> Any:
    highest = intrinsics.highest
    return lambda number: highest(np.uint64(abs(np.int64(number)))) + 1 if number else 0
