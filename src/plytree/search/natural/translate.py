"""A function of a game as the compiler takes it: rewritten where needed, helpers compiled, constants converted."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
import types as python_types
from typing import Any

from plytree.search.acquire.fingerprint import globals_read
from plytree.search.compile.moves_into import TREE
from plytree.search.compile.parsing import parse
from plytree.search.natural import texts as texts  # teaches the compiler
from plytree.search.natural.calls import HELP
from plytree.search.natural.constants import constant
from plytree.search.natural.rewrite import Rewriter
from plytree.search.natural.rules import Rules


def source_tree(function: Any) -> ast.Module | None:
    """The syntax tree of a function, with the line numbers of its file; None if it has no source."""
    known = getattr(function, TREE, None)
    if known is not None:
        return known  # type: ignore[no-any-return]
    try:
        tree = parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    return tree


def translated(function: Any, rules: Rules | None, owner: Any = None) -> tuple[Any, list[str]]:
    """A copy of a function for the compiler and the names of the functions that were lifted out of it.

    `owner`: the method that this is, if it is one of the game's.
    """
    names = dict(function.__globals__)
    tree = source_tree(function) if rules else None
    made = tree.body[0] if tree is not None and tree.body else None
    if rules and isinstance(made, ast.FunctionDef) and set(function.__code__.co_freevars) <= {"__class__"}:
        names["__class__"] = None
        rewriter = Rewriter(made, function.__globals__, rules, owner)
        rewriter.run()
        if rewriter.changed or "__class__" in function.__code__.co_freevars:
            return _built(function, made, rewriter, names)
    copy = python_types.FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy, []


def _built(function: Any, made: ast.FunctionDef, rewriter: Rewriter, names: dict[str, Any]) -> tuple[Any, list[str]]:
    names |= HELP | rewriter.constants
    made.decorator_list, made.returns = [], None
    for argument in made.args.posonlyargs + made.args.args + made.args.kwonlyargs:
        argument.annotation = None
    made.args.defaults = []
    made.args.kw_defaults = [None for _ in made.args.kwonlyargs]
    module = ast.Module([*rewriter.lifted, made], type_ignores=[])
    for statement in module.body:
        ast.fix_missing_locations(statement)
    space: dict[str, Any] = {}
    exec(compile(module, function.__code__.co_filename, "exec"), names, space)
    lifted = [name for name in space if name != made.name]
    names |= {name: space[name] for name in lifted}
    copy = space[made.name]
    copy.__defaults__ = function.__defaults__ and tuple(map(constant, function.__defaults__))
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy, lifted


def reads(function: Any, lifted: list[str]) -> set[str]:
    """The global names that a translated function reads, with those of its lifted functions."""
    found = set(globals_read(function))
    for name in lifted:
        found |= globals_read(function.__globals__[name])
    return found - set(lifted)


def native_value(value: Any, rules: Rules) -> Any:
    """A global value as the compiler takes it."""
    if isinstance(value, type):
        return rules.twin(value) if dataclasses.is_dataclass(value) else value
    return constant(value)
