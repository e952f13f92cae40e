"""Dicts that never change, in native code: a row of keys beside the values."""

from __future__ import annotations

import operator
from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, models, register_model, typeof_impl

from plytree.search.natural.operations import find
from plytree.search.natural.rows import Row, row_type
from plytree.search.natural.teach import teach, teach_method


class ConstantTable:
    """A constant dict, as Python keeps it until the compiler takes it. `dense`: its keys are 0, 1, 2, ..."""

    def __init__(self, keys: Row, values: Any):
        self.keys, self.values = keys, values
        self.dense = not keys.offsets and not keys.text and list(keys.data) == list(range(len(keys.data)))


class TableType(types.Type):  # type: ignore[misc]
    def __init__(self, keys: Any, values: Any, dense: bool):
        self.keys, self.values, self.dense = keys, values, dense
        super().__init__(name=f"ConstantTable({keys}, {values}, {dense})")


@register_model(TableType)
class _TableModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: TableType):
        super().__init__(manager, kind, [("keys", kind.keys), ("values", kind.values)])


@typeof_impl.register(ConstantTable)
def _typeof_table(table: ConstantTable, c: Any) -> TableType:
    return TableType(numba.typeof(table.keys), numba.typeof(table.values), table.dense)


@lower_constant(TableType)
def _constant(context: Any, builder: Any, kind: TableType, table: ConstantTable) -> Any:
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.keys = context.get_constant_generic(builder, kind.keys, table.keys)
    made.values = context.get_constant_generic(builder, kind.values, table.values)
    return made._getvalue()


def _part(name: str) -> Any:
    def part(context: Any, table: Any) -> Any:
        kind = getattr(table, name)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = getattr(cgutils.create_struct_proxy(table)(context, builder, arguments[0]), name)
            context.nrt.incref(builder, kind, value)
            return value

        return kind(table), generate

    return intrinsic(part)


keys_of, values_of = _part("keys"), _part("values")


def place_of(table: Any, key: Any) -> Any:
    """Where a key stands; -1 if nowhere."""


@teach(place_of)
def _place_of(table: Any, key: Any) -> Any:
    if table.dense and isinstance(key, types.Integer):
        return lambda table, key: key if 0 <= key < len(keys_of(table)) else -1
    if isinstance(key, types.BaseTuple) and row_type(key) is not None:
        from plytree.search.natural.making import row_of

        return lambda table, key: find(keys_of(table), row_of(key))
    return lambda table, key: find(keys_of(table), key)


@teach(operator.getitem)
def _getitem(table: Any, key: Any) -> Any:
    if not isinstance(table, TableType):
        return None

    def look(table: Any, key: Any) -> Any:
        place = place_of(table, key)
        if place < 0:
            raise KeyError("the key is not in the dict")
        return values_of(table)[place]

    return look


@teach_method(TableType, "get")
def _get(table: Any, key: Any, default: Any = None) -> Any:
    def get(table: Any, key: Any, default: Any = None) -> Any:
        place = place_of(table, key)
        return values_of(table)[place] if place >= 0 else default

    return get


@teach(operator.contains)
def _contains(table: Any, key: Any) -> Any:
    return (lambda table, key: place_of(table, key) >= 0) if isinstance(table, TableType) else None


@teach(len)
def _len(table: Any) -> Any:
    return (lambda table: len(keys_of(table))) if isinstance(table, TableType) else None


teach_method(TableType, "keys")(lambda table: lambda table: keys_of(table))
teach_method(TableType, "values")(lambda table: lambda table: values_of(table))
teach_method(TableType, "items")(lambda table: lambda table: list(zip(keys_of(table), values_of(table))))


def loop_over(values: Any) -> Any:
    """What a loop goes over: the keys of a dict, anything else itself."""


@teach(loop_over)
def _loop_over(values: Any) -> Any:
    return (lambda values: keys_of(values)) if isinstance(values, TableType) else (lambda values: values)
