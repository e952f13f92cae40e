"""Sets in native code: of whole numbers from 0 to 255, or of pairs of numbers from 0 to 15, one bit for each."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_cast, lower_constant
from numba.extending import intrinsic, models, register_model, typeof_impl

from plytree.search.natural.codes import EMPTY, MOST, PAIR, SIDE, SINGLE, bits_in, kind_of
from plytree.search.natural.teach import teach, teach_method

_BITS = ir.IntType(MOST)
_WORD = ir.IntType(64)


class Bits:
    """A constant set, as Python keeps it until the compiler takes it."""

    def __init__(self, elements: Any):
        self.kind, self.bits = kind_of(elements), bits_in(elements)


class BitsType(types.IterableType, types.Sized):  # type: ignore[misc]
    def __init__(self, kind: str):
        self.kind = kind
        super().__init__(name=f"Bits({kind})")

    @property
    def dtype(self) -> Any:
        return types.UniTuple(types.int64, 2) if self.kind == PAIR else types.int64

    @property
    def iterator_type(self) -> Any:
        return BitsIterator(self)

    def unify(self, context: Any, other: Any) -> Any:
        if isinstance(other, BitsType) and EMPTY in (self.kind, other.kind):
            return other if self.kind == EMPTY else self
        return None

    def can_convert_to(self, context: Any, other: Any) -> Any:
        if isinstance(other, BitsType) and self.kind == EMPTY:
            return context.can_convert(types.int32, types.int64)
        return None


class BitsIterator(types.SimpleIteratorType):  # type: ignore[misc]
    def __init__(self, bits: BitsType):
        self.bits = bits
        super().__init__(f"iter({bits})", bits.dtype)


@register_model(BitsType)
class _BitsModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: BitsType):
        super().__init__(manager, kind, _BITS)


@register_model(BitsIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: BitsIterator):
        super().__init__(manager, kind, [("left", types.EphemeralPointer(kind.bits))])


@typeof_impl.register(Bits)
def _typeof_bits(bits: Bits, c: Any) -> BitsType:
    return BitsType(bits.kind)


@lower_constant(BitsType)
def _constant(context: Any, builder: Any, kind: BitsType, bits: Bits) -> Any:
    return ir.Constant(_BITS, bits.bits)


@lower_cast(BitsType, BitsType)
def _cast(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return value


@lower_builtin("getiter", BitsType)
def _getiter(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from numba.core import cgutils

    made = context.make_helper(builder, signature.return_type)
    made.left = cgutils.alloca_once_value(builder, arguments[0])
    return made._getvalue()


@lower_builtin("iternext", BitsIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    left = builder.load(iterator.left)
    valid = builder.icmp_unsigned("!=", left, ir.Constant(_BITS, 0))
    result.set_valid(valid)
    with builder.if_then(valid):
        lowest = builder.trunc(builder.cttz(left, ir.Constant(ir.IntType(1), 1)), _WORD)
        builder.store(builder.and_(left, builder.sub(left, ir.Constant(_BITS, 1))), iterator.left)
        if kind.bits.kind == PAIR:
            side = ir.Constant(_WORD, SIDE)
            pair = [builder.udiv(lowest, side), builder.urem(lowest, side)]
            result.yield_(context.make_tuple(builder, kind.bits.dtype, pair))
        else:
            result.yield_(lowest)


# ---- operations on all bits at once ---------------------------------------------------------------------------------


def _both(operation: Callable[[Any, Any, Any], Any], answer: Any = None) -> Any:
    """An intrinsic over two sets; its answer is a set like the one that says what it holds."""

    def both(context: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return operation(builder, *arguments)

        return (answer or (b if a.kind == EMPTY else a))(a, b), generate

    return intrinsic(both)


either = _both(lambda builder, a, b: builder.or_(a, b))
common = _both(lambda builder, a, b: builder.and_(a, b))
without = _both(lambda builder, a, b: builder.and_(a, builder.not_(b)))
one_of = _both(lambda builder, a, b: builder.xor(a, b))
equal = _both(lambda builder, a, b: builder.icmp_unsigned("==", a, b), types.boolean)
inside = _both(lambda builder, a, b: builder.icmp_unsigned("==", builder.and_(a, b), a), types.boolean)


@intrinsic
def size(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.trunc(builder.ctpop(arguments[0]), _WORD)

    return types.int64(bits), generate


@intrinsic
def has_bit(context: Any, bits: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits, number = arguments
        known = builder.icmp_unsigned("<", number, ir.Constant(_WORD, MOST))
        place = builder.zext(builder.and_(number, ir.Constant(_WORD, MOST - 1)), _BITS)
        return builder.and_(known, builder.trunc(builder.lshr(bits, place), ir.IntType(1)))

    return types.boolean(bits, types.int64), generate


def _with_bit(kind: str) -> Any:
    def with_bit(context: Any, bits: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = builder.zext(builder.and_(arguments[1], ir.Constant(_WORD, MOST - 1)), _BITS)
            return builder.or_(arguments[0], builder.shl(ir.Constant(_BITS, 1), place))

        return BitsType(kind)(bits, types.int64), generate

    return intrinsic(with_bit)


_WITH_BIT = {kind: _with_bit(kind) for kind in (SINGLE, PAIR)}


@intrinsic
def word_of(context: Any, bits: Any, index: Any) -> Any:
    """Sixty-four bits of a set, for the record of a state."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = builder.zext(builder.mul(arguments[1], ir.Constant(_WORD, 64)), _BITS)
        return builder.trunc(builder.lshr(arguments[0], place), _WORD)

    return types.uint64(bits, types.int64), generate


def _from_words(kind: str) -> Any:
    def from_words(context: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            total = ir.Constant(_BITS, 0)
            for i, word in enumerate(arguments):
                total = builder.or_(total, builder.shl(builder.zext(word, _BITS), ir.Constant(_BITS, 64 * i)))
            return total

        return BitsType(kind)(*(types.uint64,) * 4), generate

    return intrinsic(from_words)


FROM_WORDS = {kind: _from_words(kind) for kind in (EMPTY, SINGLE, PAIR)}
NOTHING = Bits(())


# ---- what Python writes ---------------------------------------------------------------------------------------------


def bits_of(elements: Any) -> Any:
    """A set of these elements."""


def added(bits: Any, element: Any) -> Any:
    """A set with one element more."""


def taken(bits: Any, element: Any) -> Any:
    """A set without an element."""


def number_in(element: Any) -> Any:
    """The number of an element's bit; -1 if it has none."""


def _is_pair(kind: Any) -> bool:
    from plytree.search.natural.rows import RowType

    return (isinstance(kind, types.BaseTuple) and len(kind) == 2) or kind == RowType(0, False)


@teach(number_in)
def _number_in(element: Any) -> Any:
    if isinstance(element, types.Integer | types.Boolean):
        return lambda element: element if 0 <= element < MOST else -1
    if _is_pair(element):
        return lambda element: (
            SIDE * element[0] + element[1] if 0 <= element[0] < SIDE and 0 <= element[1] < SIDE else -1
        )
    return None


@teach(added)
def _added(bits: Any, element: Any) -> Any:
    with_bit = _WITH_BIT[PAIR if _is_pair(element) else SINGLE]

    def add(bits: Any, element: Any) -> Any:
        number = number_in(element)
        if number < 0:
            raise ValueError("a set in native code holds numbers from 0 to 255, or pairs of numbers from 0 to 15")
        return with_bit(bits, number)

    return add if isinstance(bits, BitsType) else None


@teach(taken)
def _taken(bits: Any, element: Any) -> Any:
    return (lambda bits, element: without(bits, added(NOTHING, element))) if isinstance(bits, BitsType) else None


@teach(bits_of)
def _bits_of(elements: Any) -> Any:
    if isinstance(elements, BitsType):
        return lambda elements: elements
    if isinstance(elements, types.BaseTuple):
        names = {"added": added, "NOTHING": NOTHING}
        made = "NOTHING"
        for i in range(len(elements)):
            made = f"added({made}, elements[{i}])"
        exec(f"def convert(elements):\n    return {made}", names)
        return names["convert"]

    def convert(elements: Any) -> Any:
        found = NOTHING
        for element in elements:
            found = added(found, element)
        return found

    return convert


def _operator(function: Any, native: Any) -> None:
    @teach(function)
    def operate(a: Any, b: Any) -> Any:
        if isinstance(a, BitsType) and isinstance(b, BitsType):
            return lambda a, b: native(a, b)
        return None


for _operators, _native in (
    ((operator.or_, operator.ior), either),
    ((operator.and_, operator.iand), common),
    ((operator.sub, operator.isub), without),
    ((operator.xor, operator.ixor), one_of),
    ((operator.eq,), equal),
    ((operator.le,), inside),
):
    for _function in _operators:
        _operator(_function, _native)


@teach(operator.ne)
def _ne(a: Any, b: Any) -> Any:
    return (lambda a, b: not equal(a, b)) if isinstance(a, BitsType) and isinstance(b, BitsType) else None


@teach(operator.ge)
def _ge(a: Any, b: Any) -> Any:
    return (lambda a, b: inside(b, a)) if isinstance(a, BitsType) and isinstance(b, BitsType) else None


@teach(operator.lt)
def _lt(a: Any, b: Any) -> Any:
    if isinstance(a, BitsType) and isinstance(b, BitsType):
        return lambda a, b: inside(a, b) and not equal(a, b)
    return None


@teach(operator.gt)
def _gt(a: Any, b: Any) -> Any:
    if isinstance(a, BitsType) and isinstance(b, BitsType):
        return lambda a, b: inside(b, a) and not equal(a, b)
    return None


@teach(len)
def _len(bits: Any) -> Any:
    return (lambda bits: size(bits)) if isinstance(bits, BitsType) else None


@teach(operator.contains)
def _contains(bits: Any, element: Any) -> Any:
    return (lambda bits, element: has_bit(bits, number_in(element))) if isinstance(bits, BitsType) else None


def _method(name: str, implementation: Any) -> None:
    teach_method(BitsType, name)(implementation)


_method("union", lambda bits, other: lambda bits, other: either(bits, bits_of(other)))
_method("intersection", lambda bits, other: lambda bits, other: common(bits, bits_of(other)))
_method("difference", lambda bits, other: lambda bits, other: without(bits, bits_of(other)))
_method("issubset", lambda bits, other: lambda bits, other: inside(bits, bits_of(other)))
_method("issuperset", lambda bits, other: lambda bits, other: inside(bits_of(other), bits))
_method("isdisjoint", lambda bits, other: lambda bits, other: size(common(bits, bits_of(other))) == 0)
_method("copy", lambda bits: lambda bits: bits)
