"""Rows: what a text, a tuple of any length, or tuples of tuples are in native code.

A row is a range of numbers in an array. A row of rows has an array of offsets above the numbers, a row of those two.
Rows never change, so that a slice is the same array with another range. The numbers are ints, bools, the characters
of a text, or stand for None and for members of an enum (see codes.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_cast, lower_constant
from numba.extending import intrinsic, models, register_model, typeof_impl

DEEPEST = 2  # levels of rows above the rows of numbers
NUMBERS = types.Array(types.int64, 1, "C")


class Row:
    """A constant row, as Python keeps it until the compiler takes it."""

    def __init__(self, data: Any, offsets: tuple[Any, ...] = (), text: bool = False):
        self.offsets = tuple(np.array(part, np.int64) for part in offsets)
        self.data, self.text = np.array(data, np.int64), text

    def __len__(self) -> int:
        return len(self.offsets[0]) - 1 if self.offsets else len(self.data)


class RowType(types.Sequence):  # type: ignore[misc]
    mutable = False

    def __init__(self, depth: int, text: bool):
        self.depth, self.text = depth, text
        super().__init__(name=f"Row({depth}, {text})")

    @property
    def key(self) -> tuple[int, bool]:
        return self.depth, self.text

    @property
    def dtype(self) -> Any:
        """What an element is."""
        if self.depth:
            return RowType(self.depth - 1, self.text)
        return self if self.text else types.int64

    @property
    def iterator_type(self) -> Any:
        return RowIterator(self)

    def unify(self, context: Any, other: Any) -> Any:
        return self if row_type(other) == self else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return context.can_convert(types.int32, types.int64) if row_type(other) == self else None


class RowIterator(types.SimpleIteratorType):  # type: ignore[misc]
    def __init__(self, row: RowType):
        self.row = row
        super().__init__(f"iter({row})", row.dtype)


def is_code(kind: Any) -> bool:
    """Is it one number in a row?"""
    if isinstance(kind, types.Optional):
        kind = kind.type
    return isinstance(kind, types.Integer | types.Boolean | types.NoneType)


def row_type(kind: Any) -> Any:
    """The type of row that a value of this type can become; None if it can become none."""
    if isinstance(kind, types.Optional) and not is_code(kind):
        kind = kind.type
    if isinstance(kind, RowType):
        return kind
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        parts = list(kind.types)
    elif isinstance(kind, types.List | types.Set) or (isinstance(kind, types.Array) and kind.ndim == 1):
        parts = [kind.dtype]
    elif isinstance(kind, types.RangeType):
        parts = [types.int64]
    else:
        return None
    if not parts:
        return RowType(0, False)
    if all(is_code(part) for part in parts):
        return RowType(0, False)
    inner = {row_type(part) for part in parts}
    found = inner.pop()
    if inner or found is None or found.depth >= DEEPEST:
        return None
    return RowType(found.depth + 1, found.text)


@register_model(RowType)
class _RowModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RowType):
        members = [("begin", types.int64), ("end", types.int64), ("data", NUMBERS)]
        super().__init__(manager, kind, members + [(f"offsets{i}", NUMBERS) for i in range(kind.depth)])


@register_model(RowIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RowIterator):
        super().__init__(manager, kind, [("at", types.EphemeralPointer(types.int64)), ("row", kind.row)])


@typeof_impl.register(Row)
def _typeof_row(row: Row, c: Any) -> RowType:
    return RowType(len(row.offsets), row.text)


@lower_constant(RowType)
def _constant(context: Any, builder: Any, kind: RowType, row: Row) -> Any:
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.begin = context.get_constant(types.int64, 0)
    made.end = context.get_constant(types.int64, len(row))
    made.data = context.make_constant_array(builder, NUMBERS, row.data)
    for i, part in enumerate(row.offsets):
        setattr(made, f"offsets{i}", context.make_constant_array(builder, NUMBERS, part))
    return made._getvalue()


# ---- making rows and looking into them ------------------------------------------------------------------------------


def _making(text: bool, depth: int) -> Any:
    """An intrinsic (begin, end, data, offsets...) -> row; the row takes over a reference to the arrays."""
    kind = RowType(depth, text)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(kind)(context, builder)
        made.begin, made.end, made.data, *offsets = arguments
        for i, part in enumerate(offsets):
            setattr(made, f"offsets{i}", part)
        for part in (made.data, *offsets):
            context.nrt.incref(builder, NUMBERS, part)
        return made._getvalue()

    def typed(*arrays: Any) -> Any:  # an array in a record has a type of its own, and is otherwise the same
        fits = all(isinstance(array, types.Array) and array.dtype == types.int64 for array in arrays)
        return (kind(types.int64, types.int64, *arrays), generate) if fits else None

    make: Any
    if depth == 0:

        def make(context: Any, begin: Any, end: Any, data: Any) -> Any:
            return typed(data)
    elif depth == 1:

        def make(context: Any, begin: Any, end: Any, data: Any, offsets0: Any) -> Any:
            return typed(data, offsets0)
    else:

        def make(context: Any, begin: Any, end: Any, data: Any, offsets0: Any, offsets1: Any) -> Any:
            return typed(data, offsets0, offsets1)

    return intrinsic(make)


MAKE = {(depth, text): _making(text, depth) for depth in range(DEEPEST + 1) for text in (False, True)}
make_text, make_numbers = MAKE[0, True], MAKE[0, False]


def _part(name: str, kind: Any) -> Any:
    """An intrinsic that gives one part of a row."""

    def part(context: Any, row: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = getattr(cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]), name)
            if kind is NUMBERS:
                context.nrt.incref(builder, NUMBERS, value)
            return value

        return kind(row), generate

    return intrinsic(part)


begin_of, end_of, data_of = _part("begin", types.int64), _part("end", types.int64), _part("data", NUMBERS)
offsets_of = (_part("offsets0", NUMBERS), _part("offsets1", NUMBERS))


@intrinsic
def some(context: Any, value: Any) -> Any:
    """A value that may be None, where it is known not to be."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_helper(builder, signature.args[0], value=arguments[0]).data
        context.nrt.incref(builder, signature.return_type, made)
        return made

    return value.type(value), generate


@intrinsic
def slice_row(context: Any, row: Any, begin: Any, end: Any) -> Any:
    """The same row from place `begin` to `end` of its array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
        made.begin, made.end = arguments[1:]
        context.nrt.incref(builder, signature.args[0], made._getvalue())
        return made._getvalue()

    return row(row, types.int64, types.int64), generate


@intrinsic
def row_at(context: Any, row: Any, index: Any) -> Any:
    """The element at an index that is known to be inside."""
    element = row.dtype

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _element(context, builder, signature.args[0], arguments[0], arguments[1])

    return element(row, types.int64), generate


def _element(context: Any, builder: Any, kind: RowType, row: Any, index: Any) -> Any:
    """Code for the element at an index."""
    whole = cgutils.create_struct_proxy(kind)(context, builder, row)
    place = builder.add(whole.begin, index)
    if kind.depth == 0 and not kind.text:
        return _number(context, builder, whole.data, place)
    made = cgutils.create_struct_proxy(kind.dtype)(context, builder)
    made.data = whole.data
    if kind.depth == 0:
        made.begin, made.end = place, builder.add(place, context.get_constant(types.int64, 1))
    else:
        made.begin = _number(context, builder, whole.offsets0, place)
        made.end = _number(context, builder, whole.offsets0, builder.add(place, context.get_constant(types.int64, 1)))
        for i in range(1, kind.depth):
            setattr(made, f"offsets{i - 1}", getattr(whole, f"offsets{i}"))
    context.nrt.incref(builder, kind.dtype, made._getvalue())
    return made._getvalue()


def _number(context: Any, builder: Any, array: Any, place: Any) -> Any:
    pointer = cgutils.create_struct_proxy(NUMBERS)(context, builder, array).data
    return builder.load(builder.gep(pointer, [place]))


@lower_builtin("getiter", RowType)
def _getiter(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.return_type
    made = context.make_helper(builder, kind)
    made.at = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
    made.row = arguments[0]
    context.nrt.incref(builder, kind.row, arguments[0])
    return made._getvalue()


@lower_builtin("iternext", RowIterator)
@iternext_impl(RefType.NEW)
def _iternext(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    row = cgutils.create_struct_proxy(kind.row)(context, builder, iterator.row)
    at = builder.load(iterator.at)
    valid = builder.icmp_signed("<", at, builder.sub(row.end, row.begin))
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(_element(context, builder, kind.row, iterator.row, at))
        builder.store(builder.add(at, context.get_constant(types.int64, 1)), iterator.at)


@lower_cast(types.BaseTuple, RowType)
def _cast(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    from plytree.search.natural.making import row_of

    def convert(value: Any) -> Any:
        return row_of(value)

    return context.compile_internal(builder, convert, toty(fromty), (value,))
