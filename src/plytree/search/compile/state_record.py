"""The record in which native code keeps a state, derived from the shape of the game's states (natural/shapes.py).

Numbers become 64-bit fields (bit 63 is the sign), NamedTuples, dataclasses and short tuples are taken apart, numpy
arrays are kept whole. Texts and longer tuples are kept as rows, sets as bits (see the room `natural`).
"""

from __future__ import annotations

import dataclasses
import enum
from collections import namedtuple
from typing import Any

import numpy as np

from plytree.errors import GameError
from plytree.games.contract.game import Game
from plytree.games.contract.named_moves import authored
from plytree.search.natural.codes import NONE, bits_in, code, elements_of, member_code
from plytree.search.natural.shapes import Array, Fixed, Number, Sequence, Set, fields_of, is_fixed, natural, state_shape

INT_MIN, INT_MAX = -(1 << 63), (1 << 64) - 1
MASK = (1 << 64) - 1
ROOM = 8  # a tuple that grows may become twice as long as in random games, and so much longer


class Part:
    """One part of a state: how native code reads it, writes it and hashes it (Python source over the record r and the
    value v), and how Python does."""

    fields: tuple[tuple[Any, ...], ...] = ()  # (name, dtype, shape)
    load = ""
    hash = ""
    canon = "{0}"  # source that brings a value into the type that `load` gives

    def store(self, value: str) -> list[str]:
        raise NotImplementedError

    def write(self, record: Any, value: Any) -> None:
        raise NotImplementedError

    def read(self, record: Any) -> Any:
        raise NotImplementedError


class NumberPart(Part):
    def __init__(self, name: str, shape: Number):
        self.name, self.kinds = name, shape.kinds
        plain = shape.plain
        self.codes = plain is None
        dtype: Any = np.int64
        if plain is not None:
            dtype = np.bool_ if issubclass(plain, bool) else np.float64 if issubclass(plain, float) else plain
            dtype = np.int64 if issubclass(plain, int) and not issubclass(plain, bool) else np.dtype(dtype)
        self.fields = ((name, dtype, ()),)
        self.load = f"r.{name}"
        self.hash = hash_field(name, np.dtype(dtype))
        self.canon = "to_code({0})" if self.codes else "{0}"
        self.plain = plain

    def store(self, value: str) -> list[str]:
        return [f"r.{self.name} = {self.canon.format(value)}"]

    def write(self, record: Any, value: Any) -> None:
        record[self.name] = value if isinstance(value, float | np.generic) else wrap(code(value))

    def read(self, record: Any) -> Any:
        value = record[self.name]
        return self.plain(value) if self.plain is not None else decode(int(value), self.kinds)


class ArrayPart(Part):
    def __init__(self, name: str, shape: Array):
        self.name, self.dtype = name, shape.dtype
        bools = shape.dtype.kind == "b"  # the compiler keeps no bools in arrays of records
        self.fields = ((name, np.uint8 if bools else shape.dtype, shape.shape),)
        self.load = f"r.{name}.view(np.bool_)" if bools else f"r.{name}"
        self.hash = hash_field(name, np.dtype((shape.dtype, shape.shape)))

    def store(self, value: str) -> list[str]:
        return [f"r.{self.name}[...] = {value}"]

    def write(self, record: Any, value: Any) -> None:
        record[self.name] = value

    def read(self, record: Any) -> Any:
        return np.array(record[self.name], self.dtype)


class RowPart(Part):
    """A length, the offsets of each level, and the numbers; what is not used is 0."""

    def __init__(self, name: str, shape: Sequence):
        self.name, self.shape = name, shape
        self.depth, leaf = len(shape.counts) - 1, shape
        while isinstance(leaf.inner, Sequence):
            leaf = leaf.inner
        self.text, self.kind, self.kinds = leaf.kind is str, leaf.kind, leaf.inner.kinds if leaf.inner else frozenset()
        sizes = shape.counts if shape.fixed else tuple(2 * count + ROOM for count in shape.counts)
        if shape.optional or (isinstance(shape.inner, Sequence) and shape.inner.optional):
            sizes = (*sizes[:-1], max(sizes[-1], 1))
        self.sizes = tuple(max(1, size) for size in sizes)
        self.offsets = [f"{name}_{level}" for level in range(self.depth)]
        lengths = [(offset, np.int64, (size + 1,)) for offset, size in zip(self.offsets, self.sizes, strict=False)]
        self.fields = ((f"{name}_length", np.int64, ()), *lengths, (f"{name}_data", np.int64, (self.sizes[-1],)))
        self.prototype = f"{name}_row"
        arrays = "".join(f", r.{offset}" for offset in self.offsets)
        self.load = f"make_row_{self.depth}_{self.text}(0, r.{name}_length, r.{name}_data{arrays})"
        self.hash = f"hash_row({self.load})"
        self.canon = "cast({0}, " + self.prototype + ")"

    def store(self, value: str) -> list[str]:
        arrays = ", ".join(f"r.{offset}" for offset in [*self.offsets, f"{self.name}_data"])
        return [f"r.{self.name}_length = store_row_{self.depth}({self.canon.format(value)}, {arrays})"]

    def write(self, record: Any, value: Any) -> None:
        levels: list[list[int]] = [[] for _ in self.offsets]
        data: list[int] = []
        _flatten(value, levels, data)
        length = 1 if value is None else len(value)
        for offsets, name, size in zip(levels, self.offsets, self.sizes, strict=False):
            offsets.append(len(levels[self.offsets.index(name) + 1]) if name != self.offsets[-1] else len(data))
            _fill(record, name, offsets, size + 1)
        _fill(record, f"{self.name}_data", data, self.sizes[-1])
        record[f"{self.name}_length"] = length

    def read(self, record: Any) -> Any:
        offsets = [record[name] for name in self.offsets]
        return self._build(self.shape, 0, int(record[f"{self.name}_length"]), offsets, record[f"{self.name}_data"])

    def _build(self, shape: Sequence, begin: int, end: int, offsets: list[Any], data: Any) -> Any:
        if offsets and isinstance(shape.inner, Sequence):
            above, below = offsets[0], offsets[1:]
            inner = shape.inner
            return tuple(self._build(inner, int(above[i]), int(above[i + 1]), below, data) for i in range(begin, end))
        numbers = [int(x) for x in data[begin:end]]
        if shape.optional and numbers == [NONE]:
            return None
        if shape.kind is str:
            return "".join(map(chr, numbers))
        return bytes(numbers) if shape.kind is bytes else tuple(decode(x, self.kinds) for x in numbers)


class SetPart(Part):
    def __init__(self, name: str, shape: Set):
        self.name, self.kind = name, shape.kind
        words = [f"{name}_{i}" for i in range(4)]
        self.words = words
        self.fields = tuple((word, np.uint64, ()) for word in words)
        self.load = f"make_set_{shape.kind}({', '.join(f'r.{word}' for word in words)})"
        self.hash = mix_all([f"r.{word}" for word in words])
        self.canon = "bits_of({0})"

    def store(self, value: str) -> list[str]:
        value = self.canon.format(value)
        return [f"v = {value}"] + [f"r.{word} = word_of(v, {i})" for i, word in enumerate(self.words)]

    def write(self, record: Any, value: Any) -> None:
        bits = bits_in(value)
        for i, word in enumerate(self.words):
            record[word] = bits >> 64 * i & MASK

    def read(self, record: Any) -> Any:
        return elements_of(sum(int(record[word]) << 64 * i for i, word in enumerate(self.words)), self.kind)


class FixedPart(Part):
    def __init__(self, kind: type, parts: list[Part], name: str, twin: Any):
        self.kind, self.parts = kind, parts
        self.fields = tuple(field for part in parts for field in part.fields)
        self.load = f"{name}({', '.join(part.load for part in parts)}{',' if len(parts) == 1 and not name else ''})"
        self.hash = mix_all([part.hash for part in parts])
        self.name, self.twin = name, twin
        if kind is tuple:
            self.prototype = f"tuple_{parts[0].fields[0][0]}_{len(parts)}" if self.fields else ""
            self.canon = "cast({0}, " + self.prototype + ")"

    def store(self, value: str) -> list[str]:
        return [line for i, part in enumerate(self.parts) for line in part.store(f"{value}[{i}]")]

    def write(self, record: Any, value: Any) -> None:
        for part, inner in zip(self.parts, fields_of(value), strict=True):
            part.write(record, inner)

    def read(self, record: Any) -> Any:
        values = [part.read(record) for part in self.parts]
        return self.kind(*values) if is_fixed(self.kind) else tuple(values)


@dataclasses.dataclass
class Layout:
    """How a state is kept: the record type, and Python source that reads and writes it."""

    dtype: np.dtype[Any]
    load: str  # an expression over the record r
    hash: str  # an expression over the record r: the same number as bindings.hash_state
    store: str  # statements over the record r and the state s
    whole: Part
    records: dict[type, FixedPart]  # the NamedTuples and dataclasses that a state is made of
    prototypes: dict[str, Part]  # parts by the names that stand for them in `canon`
    natural: bool  # more than numbers and arrays?

    def write(self, record: Any, state: Any) -> None:
        """Put a state into a record."""
        self.whole.write(record, state)

    def read(self, record: Any) -> Any:
        """The state in a record."""
        return self.whole.read(record)

    @property
    def classes(self) -> dict[str, Any]:
        """The NamedTuples that `load` makes."""
        return {part.name: part.twin for part in self.records.values()}


def layout(game: Game[Any]) -> Layout:
    """The layout for the states of a game; GameError, one sentence, if native code cannot hold them."""
    shape = state_shape(authored(game))
    records: dict[type, FixedPart] = {}
    prototypes: dict[str, Part] = {}
    count = 0

    def build(part: Any) -> Part:
        nonlocal count
        if isinstance(part, Fixed):
            inner = [build(each) for each in part.inner]
            if part.kind is tuple:
                whole_tuple = FixedPart(tuple, inner, "", tuple)
                prototypes[whole_tuple.prototype] = whole_tuple
                return whole_tuple
            known = records.get(part.kind)
            name = known.name if known else f"State{len(records)}_{part.kind.__name__}"
            made = FixedPart(part.kind, inner, name, twin_of(part.kind))
            records.setdefault(part.kind, made)
            return made
        name = f"f{count}"
        count += 1
        if isinstance(part, Sequence):
            row = RowPart(name, part)
            prototypes[row.prototype] = row
            return row
        if isinstance(part, Set):
            return SetPart(name, part)
        return NumberPart(name, part) if isinstance(part, Number) else ArrayPart(name, part)

    whole = build(shape)
    if not whole.fields:
        raise GameError(f"{type(game).__name__}.initial() returns an empty tuple: a state needs at least one number")
    store = "".join(f"    {line}\n" for line in whole.store("s"))
    dtype = np.dtype([tuple(field) for field in whole.fields], align=True)
    return Layout(dtype, whole.load, whole.hash, store, whole, records, prototypes, natural(shape))


_twins: dict[type, Any] = {}


def twin_of(kind: Any) -> Any:
    """The NamedTuple that stands for a NamedTuple or a dataclass in native code."""
    if not dataclasses.is_dataclass(kind):
        return kind
    assert isinstance(kind, type)
    if kind not in _twins:
        _twins[kind] = namedtuple(kind.__name__, [field.name for field in dataclasses.fields(kind)])
    return _twins[kind]


def _flatten(value: Any, levels: list[list[int]], data: list[int]) -> None:
    """The numbers of a text or tuples, and on each level where a part begins."""
    if not levels:
        numbers = [NONE] if value is None else map(ord, value) if isinstance(value, str) else map(code, value)
        data.extend(numbers)
        return
    below = levels[1] if len(levels) > 1 else data
    for part in value:
        levels[0].append(len(below))
        _flatten(part, levels[1:], data)


def _fill(record: Any, name: str, numbers: list[int], size: int) -> None:
    if len(numbers) > size:
        raise GameError(f"a state has {len(numbers)} parts where random games had at most {size}")
    record[name] = 0
    record[name][: len(numbers)] = [wrap(number) for number in numbers]


def decode(number: int, kinds: Any) -> Any:
    """The value that a number stands for, one of these types."""
    if number == NONE and type(None) in kinds:
        return None
    for kind in kinds:
        if issubclass(kind, enum.Enum):
            for member in kind:
                if (member_code(member) if not isinstance(member, int) else int(member)) == number:
                    return member
    return bool(number) if kinds <= {bool, type(None)} and kinds else number


def wrap(value: int) -> int:
    """A number as 64 signed bits."""
    value &= MASK
    return value - ((value >> 63) << 64)


def hash_field(name: str, dtype: Any) -> str:
    kind = "real" if dtype.base.kind == "f" else "number"
    return f"hash_{kind}{'s' if dtype.shape else ''}(r.{name})"


def mix_all(parts: list[str]) -> str:
    """Source that hashes a tuple of hashes."""
    mixed = "START"
    for part in parts:
        mixed = f"mix({mixed}, {part})"
    return mixed


def record_hash(dtype: Any) -> str:
    """Source that hashes the record r of a RecordGame."""
    return mix_all([hash_field(name, dtype[name]) for name in dtype.names])
