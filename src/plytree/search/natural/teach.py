"""Tell Numba what a function does for the types of natural code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.extending import overload, overload_method, register_jitable

Teacher = Callable[[Callable[..., Any]], Any]


def teach(function: Any) -> Teacher:
    """Decorates a function of the arguments' types that gives the code for them, or None."""
    return overload(function, strict=False)  # type: ignore[no-any-return]  # annotations may differ


def teach_method(kind: Any, name: str) -> Teacher:
    """The same for a method of a type."""
    return overload_method(kind, name, strict=False)  # type: ignore[no-any-return]


def native(function: Callable[..., Any]) -> Any:
    """A helper that native code may call."""
    return register_jitable(function)
