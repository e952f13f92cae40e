"""What the functions of `plytree.games.contract.primitives` become in native code: single instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from plytree.games.contract import primitives

_get: Any = cgutils.get_or_insert_function
_copy: Any = cgutils.raw_memcpy
_INT64 = ir.IntType(64)
_NOT_ZERO = ir.Constant(ir.IntType(1), 1)  # tells LLVM that the argument is never 0, so that no branch guards it


@intrinsic
def bit(_typing: Any, _i: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.shl(ir.Constant(_INT64, 1), builder.and_(arguments[0], ir.Constant(_INT64, 63)))

    return types.uint64(types.int64), code


@intrinsic
def popcount(_typing: Any, _x: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


@intrinsic
def lowest(_typing: Any, _x: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _NOT_ZERO)

    return types.int64(types.uint64), code


@intrinsic
def highest(_typing: Any, _x: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.xor(builder.ctlz(arguments[0], _NOT_ZERO), ir.Constant(_INT64, 63))

    return types.int64(types.uint64), code


@intrinsic
def gather(_typing: Any, _x: Any, _mask: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        function_type = ir.FunctionType(_INT64, [_INT64, _INT64])
        pext = _get(builder.module, function_type, "llvm.x86.bmi.pext.64")
        return builder.call(pext, arguments)

    return types.int64(types.uint64, types.uint64), code


@intrinsic
def copy_record(_typing: Any, source: Any, target: Any) -> Any:
    def code(_context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = ir.Constant(_INT64, signature.args[0].size)
        _copy(builder, arguments[1], arguments[0], size, 1)
        return _context.get_dummy_value()

    return types.void(source, target), code


@intrinsic
def record_at(_typing: Any, _address: Any, dtype: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return dtype.dtype(types.int64, dtype), code


@intrinsic
def byte_at(_typing: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        octet = builder.load(builder.inttoptr(arguments[0], ir.IntType(8).as_pointer()))
        return builder.zext(octet, _INT64)

    return types.int64(types.int64), code


# The compiler of a game puts the right-hand side wherever its code calls the left-hand side.
NATIVE: dict[Callable[..., Any], Any] = {
    primitives.bit: bit,
    primitives.popcount: popcount,
    primitives.lowest: lowest,
    primitives.highest: highest,
    primitives.gather: gather,
    primitives.copy_record: copy_record,
    primitives.record_at: record_at,
    primitives.byte_at: byte_at,
}
