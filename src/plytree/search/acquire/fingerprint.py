"""A digest of everything that a game's native code depends on, so that compiled code is never used when it is stale."""

from __future__ import annotations

import dataclasses
import dis
import enum
import functools
import hashlib
import inspect
import sys
import types
from typing import Any

from plytree.games.contract.game import PEOPLE_HOOKS, Game
from plytree.games.contract.named_moves import NamedMoves

NOT_THEIRS = ("plytree.games.contract", "enum", "typing", "builtins")  # modules of classes that no game wrote
UNREAD = {"from_spec", "name", "tables", *PEOPLE_HOOKS}  # never part of native code


def fingerprint(game: Game[Any], *extra: Any) -> str:
    """20 hexadecimal digits: the same for the same rules with the same parameters, in every process.

    It covers the byte code of all methods, the constants, globals and helper functions that they read (and what those
    read), the parameters in the instance, the layout of `tables`, the version of Python, and `extra`.
    """
    digest = _Digest()
    if isinstance(game, NamedMoves):
        digest.put(*map(repr, game.first))
        game = game.rules
    kind = type(game)
    for each in record_classes(game):
        digest.value(each)
    digest.put(kind.__qualname__, sys.version_info[:2], *extra)
    for name in sorted(set(dir(kind))):
        if not name.startswith("__") and name not in UNREAD:
            digest.put(name)
            digest.value(inspect.getattr_static(kind, name))
    for name in sorted(vars(game)):
        if name not in UNREAD and not isinstance(getattr(kind, name, None), functools.cached_property):
            digest.put(name)
            digest.value(vars(game)[name])
    tables = getattr(game, "tables", None)
    if tables is not None:  # passed by address: only the layout is compiled in
        digest.put("tables", str(getattr(tables, "dtype", type(tables))))
    return digest.hash.hexdigest()[:20]


def native_fingerprint(game: Game[Any]) -> str:
    """The fingerprint under which native code for a game is kept: with the versions of what makes it."""
    from importlib.metadata import version

    from plytree.search.acquire.sources import sources_hash

    return fingerprint(game, sources_hash(), version("numba"), version("numpy"))


class _Digest:
    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.seen: dict[int, int] = {}
        self.alive: list[Any] = []  # what was seen stays alive, so that its id() stays its own

    def put(self, *values: Any) -> None:
        for value in values:
            self.hash.update(repr(value).encode() + b"\0")

    def value(self, value: Any) -> None:
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            self.put(type(value).__name__, value)
            return
        if id(value) in self.seen:
            self.put("again", self.seen[id(value)])
            return
        self.seen[id(value)] = len(self.seen)
        self.alive.append(value)
        if isinstance(value, tuple | list):
            self.put(type(value).__name__, len(value))
            for part in value:
                self.value(part)
        elif isinstance(value, set | frozenset):
            self.put("set", sorted(map(repr, value)))
        elif isinstance(value, dict):
            self.put("dict", len(value))
            for key, part in value.items():
                self.value(key)
                self.value(part)
        else:
            self._object(value)

    def _object(self, value: Any) -> None:
        value = uncached(value)
        if isinstance(value, types.CodeType):
            self._code(value)
        elif hasattr(value, "py_func"):  # a function that Numba has been told to compile
            self._function(value.py_func)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, staticmethod | classmethod):
            self._function(value.__func__)
        elif isinstance(value, functools.cached_property):
            self._function(value.func)
        elif isinstance(value, property):
            self.value((value.fget, value.fset))
        elif isinstance(value, types.ModuleType):
            self.put("module", value.__name__, getattr(value, "__version__", ""))
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self.put("array", str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest())
        elif type(value).__module__ == "numpy" or type(value).__module__.startswith("numpy."):
            self.put("numpy", str(value))
        elif isinstance(value, type) and is_record_class(value):
            self._record_class(value)
        elif callable(value):
            self.put("callable", getattr(value, "__module__", ""), getattr(value, "__qualname__", repr(type(value))))
        else:
            self.put("object", type(value).__qualname__)
            for name in sorted(getattr(value, "__dict__", {})):
                self.put(name)
                self.value(vars(value)[name])

    def _record_class(self, value: Any) -> None:
        """A NamedTuple, dataclass or enum: its fields or members, and the methods that its author wrote."""
        self.put("record", value.__name__, getattr(value, "_fields", ()))
        if issubclass(value, enum.Enum):
            self.put(*((member.name, member.value) for member in value))
        elif dataclasses.is_dataclass(value):
            self.put(*((field.name, repr(field.default)) for field in dataclasses.fields(value)))
        else:
            self.put(repr(getattr(value, "_field_defaults", {})))
        for name, part in sorted(vars(value).items()):
            if not name.startswith("_") and isinstance(part, types.FunctionType | property | staticmethod):
                self.put(name)
                self.value(part)

    def _code(self, code: types.CodeType) -> None:
        self.put(code.co_name, code.co_argcount, code.co_varnames, code.co_names, code.co_code)
        for constant in code.co_consts:
            self.value(constant)

    def _function(self, function: Any) -> None:
        self.put("inlined", getattr(function, "inlined", False))
        self._code(function.__code__)
        self.value(function.__defaults__)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self.put("cell", name)
            try:
                self.value(cell.cell_contents)
            except ValueError:  # not filled yet
                self.put("empty")
        for name in sorted(globals_read(function)):
            self.put("global", name)
            self.value(function.__globals__[name])


def uncached(value: Any) -> Any:
    """The function behind functools.cache or lru_cache: native code works it out each time."""
    return value.__wrapped__ if isinstance(value, functools._lru_cache_wrapper) else value


def is_record_class(kind: Any) -> bool:
    """Is it a NamedTuple, a dataclass or an enum?"""
    named = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return named or dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum)


def record_classes(game: Game[Any]) -> list[Any]:
    """The NamedTuples, dataclasses and enums that the modules of a game name."""
    found: dict[Any, None] = {}
    for home in dict.fromkeys(kind.__module__ for kind in type(game).__mro__):
        if home.startswith("plytree.games.contract") or home not in sys.modules:
            continue
        for value in vars(sys.modules[home]).values():
            if isinstance(value, type) and is_record_class(value) and not value.__module__.startswith(NOT_THEIRS):
                found[value] = None
    return list(found)


def globals_read(function: types.FunctionType) -> set[str]:
    """The global names that a function, or a function inside it, reads and that exist."""
    found: set[str] = set()
    todo = [function.__code__]
    while todo:
        code = todo.pop()
        todo += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        for instruction in dis.get_instructions(code):
            if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME") and instruction.argval in function.__globals__:
                found.add(instruction.argval)
    return found
