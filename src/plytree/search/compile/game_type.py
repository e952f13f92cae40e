"""A game as a type of its own for Numba: its attributes are constants, its methods are compiled when they are called.

The type's identity is the game's fingerprint. At run time a game is one pointer, the address of its `tables`.
"""

from __future__ import annotations

import functools
import inspect
import types as python_types
from typing import TYPE_CHECKING, Any, ClassVar

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import imputils
from numba.core.errors import TypingError
from numba.core.typing import templates
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox
from numba.np.numpy_support import from_dtype

from plytree.errors import GameError
from plytree.games.contract.game import Game, RecordGame, has_hook
from plytree.games.contract.named_moves import NamedMoves
from plytree.search.acquire.fingerprint import native_fingerprint, uncached
from plytree.search.compile import intrinsics
from plytree.search.compile.moves_into import UNSIGNED, filling
from plytree.search.compile.options import INNER, OPTIONS
from plytree.search.compile.state_record import Layout, layout

if TYPE_CHECKING:
    from plytree.search.natural.rules import Rules

__all__ = ["INNER", "NUMBER_OF", "OPTIONS", "GameType", "Handle", "own_symbol"]

NUMBER_OF = "number_of__"  # in rewritten methods: from a move to its number

OURS = "plytree.search.natural"  # functions that the compiler has been taught
_POINTER = ir.IntType(8).as_pointer()


class Handle:
    """A game as native code is given it."""

    known: ClassVar[dict[str, Handle]] = {}  # fingerprint -> the game that the compiler asks

    def __init__(self, game: Game[Any]):
        self.named = isinstance(game, NamedMoves)
        self.game: Game[Any] = game.rules if isinstance(game, NamedMoves) else game  # as its author wrote it
        self.fingerprint = native_fingerprint(game)
        self.tables: Any = None
        self.address = 0
        self.take_tables()
        self.view = game
        known = Handle.known.get(self.fingerprint)
        self.layout: Layout | None = known.layout if known else None
        if known is None and not isinstance(game, RecordGame):
            self.layout = layout(self.game)
        Handle.known.setdefault(self.fingerprint, self)
        self.constants: dict[str, Any] = {}
        self.type = GameType(type(game).__name__, self.fingerprint)

    @functools.cached_property
    def methods(self) -> dict[str, Any]:
        """The game's methods, for the compiler: code from disk needs none."""
        known = Handle.known[self.fingerprint]
        return _methods(self, self.view) if known is self else known.methods

    @functools.cached_property
    def codec(self) -> dict[str, Any]:
        """Functions from a move to its number and back, if the moves are no numbers."""
        from plytree.search.natural.moves import codec

        known = Handle.known[self.fingerprint]
        if known is not self:
            return known.codec
        return codec(type(self.game).__name__, list(self.view.first)) if isinstance(self.view, NamedMoves) else {}

    def take_tables(self) -> None:
        """Reach the game's `tables` as they are now: their own memory, so that what is changed there counts at once.

        GameError if they are not one record, or not laid out like those that the code was compiled for."""
        tables, name = getattr(self.game, "tables", None), type(self.game).__name__
        if tables is self.tables:
            return
        if not isinstance(tables, np.void) or tables.dtype.names is None:
            raise GameError(f"{name}.tables is a {type(tables).__name__}; expected one record of a numpy array")
        if self.tables is not None and tables.dtype != self.tables.dtype:
            raise GameError(
                f"{name}.tables was replaced by a record of {tables.dtype.itemsize} bytes; expected the fields it had "
                f"before, {self.tables.dtype.itemsize} bytes: make a new game for another layout"
            )
        if tables.base is None:  # a record without an array behind it (a pickled one) cannot be changed in place
            self.game.tables = tables = np.array(tables).reshape(1).view(np.recarray)[0]
        memory = np.frombuffer(tables.data, np.uint8)  # a view, not a copy
        self.tables, self._memory = tables, memory
        self.address = int(memory.ctypes.data)

    def constant(self, name: str) -> Any:
        """An attribute of the game as native code keeps it."""
        from plytree.search.natural.constants import constant

        if name not in self.constants:
            self.constants[name] = constant(getattr(self.game, name))
        return self.constants[name]


class GameType(types.Type):  # type: ignore[misc]
    def __init__(self, label: str, digest: str):
        self.label, self.digest = label, digest
        super().__init__(name=f"Game[{label} {digest}]")

    def __reduce__(self) -> Any:  # compiled code on disk never holds a user's object
        return GameType, (self.label, self.digest)

    @property
    def key(self) -> tuple[str, str]:
        return self.label, self.digest

    @property
    def handle(self) -> Handle:
        return Handle.known[self.digest]


@register_model(GameType)
class _GameModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, game_type: GameType):
        super().__init__(manager, game_type, _POINTER)


@unbox(GameType)
def _unbox(game_type: GameType, handle: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(handle, "address")
    address = c.pyapi.long_as_ulonglong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, _POINTER))


@typeof_impl.register(Handle)
def _typeof(handle: Handle, c: Any) -> GameType:
    return handle.type


def own_symbol(name: str, owner: str) -> str:
    """A function's name with its game's, for the linker.

    Numba names a compiled function after its number in the process and the numbers of its arguments' record types.
    Code that comes from disk brings the numbers of the process that made it, so code of two games could bear one name,
    and the linker would give one game the other's.
    """
    return f"{name}@{owner}"


def _methods(handle: Handle, sizes: Game[Any]) -> dict[str, Any]:
    """All methods of a game, to be compiled when something calls them."""
    from plytree.search.natural.rules import Rules

    game, digest = handle.game, handle.fingerprint
    rules, adopted = Rules(game, handle.layout, handle.named), dict[Any, Any]()
    methods: dict[str, Any] = {}
    for name in dir(type(game)):
        written = inspect.getattr_static(type(game), name)
        if inspect.isfunction(written) and not name.startswith("__"):
            methods[name] = njit(**INNER)(adopt(written, adopted, digest, rules, written))
        elif isinstance(written, staticmethod):
            function = adopt(written.__func__, adopted, digest, rules)
            methods[name] = (njit(**INNER)(function),)  # in a tuple: without self
    for name in ("moves", "tactical"):
        written = inspect.getattr_static(type(game), name)
        if isinstance(game, RecordGame) or not inspect.isfunction(written):
            continue
        number = NUMBER_OF if handle.named else ""
        fills = filling(written, sizes.max_moves, sizes.num_moves, UNSIGNED, number)
        if fills is not None:
            names = {UNSIGNED: np.uint64} | ({NUMBER_OF: handle.codec["number_of"]} if handle.named else {})
            copy = adopt(fills, adopted, digest, rules, written, names)
            methods[f"{name}_into"] = njit(**INNER, forceinline=True)(copy)
    if has_hook(game, "cells"):
        fills = filling(type(game).cells, 1 << 16, game.cell_kinds, UNSIGNED)
        if fills is not None:
            copy = adopt(fills, adopted, digest, rules, type(game).cells, {UNSIGNED: np.uint64})
            methods["cells_into"] = njit(**INNER)(copy)
    return methods


def adopt(
    function: Any,
    adopted: dict[Any, Any],
    digest: str,
    rules: Rules | None = None,
    owner: Any = None,
    more: dict[str, Any] | None = None,
) -> Any:
    """A copy of a function, in which what it calls is compiled too; with `rules`, natural Python is rewritten."""
    from plytree.search.natural.translate import native_value, reads, translated

    copy, lifted = translated(function, rules, owner)
    names = copy.__globals__
    names.update(more or {})
    copy.__module__ = function.__module__
    copy.__qualname__ = own_symbol(function.__qualname__, digest)
    for name in reads(copy, lifted):
        value = uncached(names[name])
        if isinstance(value, python_types.FunctionType) and value in intrinsics.NATIVE:
            names[name] = intrinsics.NATIVE[value]
        elif isinstance(value, python_types.FunctionType) and not value.__module__.startswith(OURS):
            if value not in adopted:
                adopted[value] = None  # a helper that calls itself is refused before this
                options = {**INNER, "forceinline": getattr(value, "inlined", False)}
                adopted[value] = njit(**options)(adopt(value, adopted, digest, rules))
            names[name] = adopted[value] or value
        else:
            names[name] = native_value(value, rules) if rules else value
    for name in lifted:
        names[name].__qualname__ = own_symbol(f"{function.__qualname__}.{name}", digest)
        names[name].__module__ = function.__module__
        names[name] = njit(**INNER)(names[name])
    return copy


_lowered: set[str] = set()


def _lower_method(name: str) -> None:
    """Tell Numba once for each method name how a call of it becomes code."""
    if name in _lowered:
        return
    _lowered.add(name)

    @imputils.lower_builtin((GameType, name), GameType, types.VarArg(types.Any))
    def call_method(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        method = signature.args[0].handle.methods[name]
        static = isinstance(method, tuple)
        dispatcher = types.Dispatcher(method[0] if static else method)
        skip = 1 if static else 0
        wanted = dispatcher.get_call_type(context.typing_context, signature.args[skip:], {})
        function = context.get_function(dispatcher, wanted)
        libraries = getattr(function, "libs", ())
        if libraries:
            context.add_linking_libs(libraries)
        value = function(builder, arguments[skip:])
        return imputils.impl_ret_new_ref(context, builder, signature.return_type, value)


@templates.infer_getattr
class _GameAttribute(templates.AttributeTemplate):  # type: ignore[misc]
    key = GameType

    def generic_resolve(self, game_type: GameType, name: str) -> Any:
        handle = game_type.handle
        if name in handle.methods:
            return _bound(game_type, name)
        if name == "tables" and handle.tables is not None:
            return from_dtype(handle.tables.dtype)
        if hasattr(handle.game, name):
            value = handle.constant(name)
            try:
                return numba.typeof(value)
            except ValueError:
                raise TypingError(f"self.{name} is a Python {type(value).__name__}") from None
        return None


def _bound(game_type: GameType, name: str) -> Any:
    method = game_type.handle.methods[name]
    static = isinstance(method, tuple)
    dispatcher = types.Dispatcher(method[0] if static else method)
    _lower_method(name)

    class Method(templates.AbstractTemplate):  # type: ignore[misc]
        key = (GameType, name)

        def generic(self, arguments: Any, keywords: Any) -> Any:
            if not static:
                return dispatcher.get_call_type(self.context, (game_type, *arguments), keywords).as_method()
            plain = dispatcher.get_call_type(self.context, tuple(arguments), keywords)
            return templates.signature(plain.return_type, *plain.args, recvr=game_type)

    return types.BoundFunction(Method, game_type)


@imputils.lower_getattr_generic(GameType)
def _get_attribute(context: Any, builder: Any, game_type: GameType, value: Any, name: str) -> Any:
    handle = game_type.handle
    if name == "tables":
        return builder.bitcast(value, context.get_value_type(from_dtype(handle.tables.dtype)))
    value = handle.constant(name)
    return context.get_constant_generic(builder, numba.typeof(value), value)
