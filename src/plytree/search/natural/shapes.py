"""What the states of a game are made of, found by looking at the states of random games.

One state does not tell: a field may be None at first and a number later, a tuple may grow.
"""

from __future__ import annotations

import contextlib
import dataclasses
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from plytree.errors import GameError
from plytree.games.contract.game import Game
from plytree.games.contract.sampling import sample
from plytree.search.natural.codes import EMPTY, bits_in, is_scalar, kind_of

FEW = 4  # random games of a game that seems to have states of ints only
SHORT = 3  # a tuple of up to so many numbers is kept as separate numbers


@dataclass(frozen=True)
class Number:
    """One number: an int, bool, float, None, a member of an enum, or a scalar of numpy."""

    kinds: frozenset[Any]  # types; NoneType among them if it may be None

    @property
    def plain(self) -> Any:
        """The type, if it is the only one and a number."""
        only = next(iter(self.kinds)) if len(self.kinds) == 1 else None
        return only if only is not None and issubclass(only, int | float | np.generic) else None


@dataclass(frozen=True)
class Sequence:
    """Any number of parts of one shape: a row in native code. `text`: a str, whose parts are characters."""

    kind: type  # str, bytes or tuple
    inner: Any  # the shape of a part; None if no part was seen, or of a text
    counts: tuple[int, ...]  # the most numbers on each level, its own length first
    fixed: bool  # had all the same length?
    optional: bool = False  # may None stand here?


@dataclass(frozen=True)
class Fixed:
    """So many parts, each of its own shape: a tuple, NamedTuple or frozen dataclass."""

    kind: type
    inner: tuple[Any, ...]


@dataclass(frozen=True)
class Set:
    """A frozenset of small numbers or of pairs of them."""

    kind: str


@dataclass(frozen=True)
class Array:
    """A numpy array."""

    dtype: Any
    shape: tuple[int, ...]


Shape: TypeAlias = Number | Sequence | Fixed | Set | Array


class Misfit(Exception):
    """States that have no common shape, or one that native code does not have; the text says which, in a few words."""


def fields_of(value: Any) -> tuple[Any, ...]:
    """The parts of a tuple or a dataclass."""
    if dataclasses.is_dataclass(value):
        return tuple(getattr(value, field.name) for field in dataclasses.fields(value))
    return tuple(value)


def is_fixed(kind: type) -> bool:
    return hasattr(kind, "_fields") or dataclasses.is_dataclass(kind)


def shape_of(value: Any) -> Shape:
    """The shape of one value; Misfit if native code has none for it."""
    if is_scalar(value) or isinstance(value, float):
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
            raise Misfit(f"a number of {value.bit_length()} bits: native code has 64")
        return Number(frozenset({type(value)}))
    if isinstance(value, str | bytes):
        return Sequence(type(value), None, (len(value),), True)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufb" and value.ndim:
        return Array(value.dtype, value.shape)
    if isinstance(value, tuple) or (dataclasses.is_dataclass(value) and not isinstance(value, type)):
        if dataclasses.is_dataclass(value) and type(value).__hash__ is None:
            raise Misfit(f"a {type(value).__name__}, a dataclass that can change: write @dataclass(frozen=True)")
        return Fixed(type(value), tuple(shape_of(part) for part in fields_of(value)))
    if isinstance(value, frozenset):
        try:
            bits_in(value)
            return Set(kind_of(value))
        except ValueError:
            raise Misfit(
                "a frozenset of other things than numbers from 0 to 255 or pairs of numbers from 0 to 15"
            ) from None
    raise Misfit(_refused(value))


def _refused(value: Any) -> str:
    """What cannot be kept, and what to write instead."""
    instead = {
        "list": "write a tuple",
        "dict": "write a tuple, or a NamedTuple with a field for each key",
        "set": "write a frozenset",
        "complex": "write two numbers",
    }
    if isinstance(value, np.ndarray):
        return f"a numpy array of {value.dtype}: write an array of numbers"
    kind = type(value).__name__
    return f"a Python {kind}: {instead.get(kind, 'write ints, texts, tuples, a NamedTuple or a frozen dataclass')}"


def as_sequence(shape: Any) -> Any:
    """A tuple of parts of one shape as a sequence, also inside; Misfit if it is none."""
    if not isinstance(shape, Fixed) or shape.kind is not tuple:
        return shape
    parts = [as_sequence(part) for part in shape.inner]
    inner: Any = None
    for part in parts:
        inner = part if inner is None else merge(inner, part)
    if isinstance(inner, Fixed | Set | Array) or (isinstance(inner, Number) and float in inner.kinds):
        raise Misfit("parts that are no numbers, texts or tuples")
    counts: tuple[int, ...] = (len(parts),)
    if isinstance(inner, Sequence):
        if len(inner.counts) > 2:
            raise Misfit("tuples in tuples in tuples in tuples")
        each = [part.counts if isinstance(part, Sequence) else (1,) for part in parts]
        padded = [(*part, *(0,) * (len(inner.counts) - len(part))) for part in each]
        counts += tuple(sum(level) for level in zip(*padded, strict=True))
    return Sequence(tuple, inner, counts, True)


def merge(a: Any, b: Any) -> Any:
    """The shape of values of which some have one shape and some the other; Misfit if there is none."""
    if a == b:
        return a
    none = Number(frozenset({type(None)}))
    if none in (a, b):
        other = as_sequence(b if a == none else a)
        if isinstance(other, Sequence) and len(other.counts) == 1:
            return dataclasses.replace(other, optional=True)
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(a.kinds | b.kinds)
    if isinstance(a, Fixed) and isinstance(b, Fixed) and a.kind is b.kind and len(a.inner) == len(b.inner):
        return Fixed(a.kind, tuple(merge(x, y) for x, y in zip(a.inner, b.inner, strict=True)))
    if Sequence in (type(a), type(b)) or (isinstance(a, Fixed) and isinstance(b, Fixed)):
        a, b = as_sequence(a), as_sequence(b)
        if isinstance(a, Sequence) and isinstance(b, Sequence) and a.kind is b.kind:
            return _merge_sequences(a, b)
    if isinstance(a, Set) and isinstance(b, Set) and EMPTY in (a.kind, b.kind):
        return b if a.kind == EMPTY else a
    raise Misfit(f"once {_words(a)} and once {_words(b)} in the same place: keep to one")


def _merge_sequences(a: Sequence, b: Sequence) -> Sequence:
    inner = a.inner if b.inner is None else b.inner if a.inner is None else merge(a.inner, b.inner)
    depth = max(len(a.counts), len(b.counts))
    first, second = (s.counts + (0,) * (depth - len(s.counts)) for s in (a, b))
    counts = tuple(max(pair) for pair in zip(first, second, strict=True))
    return Sequence(a.kind, inner, counts, a.fixed and b.fixed and a.counts == b.counts, a.optional or b.optional)


def _words(shape: Any) -> str:
    if isinstance(shape, Number):
        return " or ".join(sorted("None" if kind is type(None) else kind.__name__ for kind in shape.kinds))
    if isinstance(shape, Sequence):
        return f"a {shape.kind.__name__}"
    if isinstance(shape, Fixed):
        return f"a {shape.kind.__name__} of {len(shape.inner)} parts"
    if isinstance(shape, Array):
        return f"an array of {shape.dtype} and shape {shape.shape}"
    return "a frozenset"


def state_shape(game: Game[Any]) -> Shape:
    """The shape of a game's states; GameError, one sentence, if native code cannot hold them."""
    name = type(game).__name__
    try:
        shape = shape_of(game.initial())
    except Misfit as misfit:
        raise GameError(f"{name}.initial() holds {misfit}") from None
    if natural(shape) or _may_grow(shape):
        for state in sample(game) if natural(shape) else sample(game, games=FEW):
            try:
                shape = merge(shape, shape_of(state))
            except Misfit as misfit:
                raise GameError(f"{name}.play gives a state that holds {misfit}") from None
    return settled(shape)  # type: ignore[no-any-return]


def _may_grow(shape: Any) -> bool:
    """Is there a plain tuple, which may have another length later?"""
    return isinstance(shape, Fixed) and (shape.kind is tuple or any(_may_grow(part) for part in shape.inner))


def natural(shape: Any) -> bool:
    """Is there a part that is more than a number or an array of numpy?"""
    if isinstance(shape, Fixed):
        return dataclasses.is_dataclass(shape.kind) or any(natural(part) for part in shape.inner)
    return not (isinstance(shape, Array) or (isinstance(shape, Number) and shape.plain is not None))


def settled(shape: Any) -> Any:
    """Tuples of parts of one shape as sequences; short ones of numbers, and pairs, stay apart: that is quicker."""
    if not isinstance(shape, Fixed):
        return shape
    if shape.kind is tuple:
        numbers = all(isinstance(part, Number) and part.plain is not None for part in shape.inner)
        if len(shape.inner) > (SHORT if numbers else 2):
            with contextlib.suppress(Misfit):
                return as_sequence(shape)
    return Fixed(shape.kind, tuple(settled(part) for part in shape.inner))
