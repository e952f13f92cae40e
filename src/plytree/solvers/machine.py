"""What the solver asks of the machine that Numba has no name for: raw words in memory, prefetching.

The search calls itself millions of times a second. An array argument is seven machine words, an address is one, so
compiled code passes addresses and reads memory through these functions. All words are uint64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])
WORD = ir.IntType(64)
U64 = types.uint64
cgutils: Any = untyped_cgutils
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False}


def compiled(function: F) -> F:
    """Compile a function when it is first called; it then runs without Python's lock."""
    return cast(F, njit(**OPTIONS)(function))


def machine(function: Callable[..., Any]) -> Any:
    """A function that is given by the instructions it stands for."""
    return intrinsic(prefer_literal=True)(function)


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, WORD.as_pointer())


@machine
def load(typing: Any, address: Any) -> Any:
    """The word at an address."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(builder, args[0]))

    return U64(U64), code


@machine
def store(typing: Any, address: Any, word: Any) -> Any:
    """Write a word to an address."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], _pointer(builder, args[0]))
        return context.get_dummy_value()

    return types.void(U64, U64), code


@machine
def prefetch(typing: Any, address: Any) -> Any:
    """Ask for the cache line at an address, without waiting for it."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [byte, number, number, number]), "llvm.prefetch.p0"
        )
        read, keep, data = number(0), number(3), number(1)
        builder.call(function, [builder.inttoptr(args[0], byte), read, keep, data])
        return context.get_dummy_value()

    return types.void(U64), code


@machine
def frame_words(typing: Any, count: Any) -> Any:
    """The address of `count` (a literal) words that live as long as the call of the function that asks."""
    size = count.literal_value

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        memory = cgutils.alloca_once(builder, ir.ArrayType(WORD, size))
        return builder.ptrtoint(memory, WORD)

    return U64(types.IntegerLiteral(size)), code
