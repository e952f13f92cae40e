"""Compile a game's methods one by one, to name the one that cannot be."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from plytree.games.contract.game import Game, RecordGame
from plytree.search.acquire.wording import in_words
from plytree.search.compile.bindings import ONE_MOVE
from plytree.search.compile.game_type import Handle
from plytree.search.compile.installing import compiling
from plytree.search.compile.program import Shape

NUMBERS = ("evaluate", "key", "order", "quiet_order", "gain", "no_moves", "clock", "to_move")


def guilty_method(game: Game[Any], names: list[str]) -> tuple[str, Exception | None]:
    """The first of these methods that does not compile and what the compiler says of it; ("", None) if all do."""
    handle = Handle(game)
    methods = Handle.known[handle.fingerprint].methods
    state, move = state_type(game), move_type(handle)
    for name in names:
        method = methods.get(f"{name}_into", methods.get(name))
        if method is None:
            continue
        arguments = (handle.type, state, *_more_arguments(game, name, methods, state, move))
        with compiling():
            try:
                (method[0] if isinstance(method, tuple) else method).compile(arguments)
            except Exception as error:  # Numba raises many kinds
                return name, error
    return "", None


def state_type(game: Game[Any]) -> Any:
    """The type of a state as the game's methods get it in native code."""
    if isinstance(game, RecordGame):
        return from_dtype(np.dtype(game.dtype))
    shape = Shape(game)
    assert shape.layout is not None
    names = shape.namespace()
    exec(f"def load(r):\n    return {shape.layout.load}\n", names)
    load = numba.njit(names["load"])
    record = from_dtype(shape.state)
    load.compile((record,))
    return load.overloads[(record,)].signature.return_type


def move_type(handle: Handle) -> Any:
    """The type of a move as the game's methods get it in native code."""
    if not handle.named:
        return types.int64
    move_at = handle.codec["move_at"]
    move_at.compile((types.int64,))
    return move_at.overloads[(types.int64,)].signature.return_type


def _more_arguments(game: Game[Any], name: str, methods: dict[str, Any], state: Any, move: Any) -> tuple[Any, ...]:
    """What a method takes besides the state."""
    buffer = numba.typeof(np.zeros(1, np.int32))
    if name in ("moves", "tactical"):
        return (buffer, types.int64) if isinstance(game, RecordGame) or f"{name}_into" in methods else ()
    if name == "look_up":
        return (types.int64,)
    if name in ONE_MOVE:
        return (move,)
    if name == "safe":
        return (move, types.int64)
    target = (state,) if isinstance(game, RecordGame) else ()
    return (move, *target) if name == "play" else target if name == "pass_turn" else ()


def wrong_type(game: Game[Any], name: str) -> str:
    """What is wrong with the type that a compiled method returns; "" if nothing."""
    method = Handle.known[Handle(game).fingerprint].methods.get(name)
    if method is None:
        return ""
    state = 0 if isinstance(method, tuple) else 1  # after self, which a static method has not
    for overload in (method[0] if isinstance(method, tuple) else method).overloads.values():
        sentence = _wrong(game, name, overload.signature.return_type, overload.signature.args[state])
        if sentence:
            return sentence
    return ""


def _wrong(game: Game[Any], name: str, returned: Any, state: Any) -> str:
    if name in ("play", "pass_turn") and not isinstance(game, RecordGame):
        if _plain(returned) != _plain(state):
            return f"returns {_words(returned)} where initial() gives {_words(state)}: both must have the same parts"
    elif name == "result":
        inner = returned.type if isinstance(returned, types.Optional) else returned
        if not isinstance(inner, types.Integer | types.Boolean | types.NoneType):
            return f"returns {_words(inner)}; expected a whole number or None"
    elif name in NUMBERS and not isinstance(returned, types.Integer | types.Boolean):
        return f"returns {_words(returned)}; expected a whole number"
    return ""


def _plain(kind: Any) -> Any:
    """A type without the differences that do not matter."""
    if isinstance(kind, types.BaseTuple):
        return tuple(_plain(part) for part in kind.types)
    if isinstance(kind, types.Array):
        return ("array", kind.dtype, kind.ndim)
    return "number" if isinstance(kind, types.Integer | types.Boolean) else kind


def _words(kind: Any) -> str:
    """A type in words."""
    if isinstance(kind, types.BaseTuple):
        return "(" + ", ".join(_words(part) for part in kind.types) + ")"
    return f"an array of {kind.dtype}" if isinstance(kind, types.Array) else in_words(str(kind))
