"""Compile a game, or say in one sentence why it stays in Python; then make sure that both ways agree."""

from __future__ import annotations

import dis
import inspect
import linecache
import os
import re
from itertools import pairwise
from types import CodeType, FunctionType
from typing import Any

from plytree.errors import GameError
from plytree.games.contract.game import SEARCH_HOOKS, Game, RecordGame, game_name, has_hook
from plytree.games.contract.named_moves import authored
from plytree.search.acquire import cache
from plytree.search.acquire.fingerprint import globals_read, native_fingerprint
from plytree.search.acquire.wording import reason
from plytree.search.compile.kernel import Kernel, rules_of
from plytree.search.compile.state_record import layout

PASSING = (MemoryError, SystemError, OSError)  # no fault of the game's


def native_verdict(game: Game[Any]) -> str | None:
    """Why a game cannot run as native code, in one sentence; None if it can. Waits for the compiler."""
    from plytree.search.acquire.provider import provider

    source = provider(game)
    source.wait()
    return source.note or None


def prepare(game: Game[Any], kind: str = "code") -> tuple[Kernel | None, str]:
    """Native code for a game, from the cache or the compiler, or else a sentence why there is none.

    `kind` "mcts": also that of Monte Carlo tree search.

    New code is compared with Python on random games before it is trusted. What was found out is kept on disk.
    """
    rules = rules_of(game)
    known = cache.exists(f"{native_fingerprint(rules)}.code")
    sentence = "" if known else obstacle(rules)
    if sentence:
        return _refuse(rules, sentence)
    from plytree.search.compile.native_kernel import NativeKernel
    from plytree.search.selective.unit import measure_unit

    try:
        kernel = NativeKernel(game)
    except GameError as error:
        return _refuse(rules, str(error))
    except PASSING as error:  # another time it may work
        return None, f"native code could not be made this time: {(str(error) or type(error).__name__).splitlines()[0]}"
    except Exception as error:  # whatever else the compiler stumbles over; which method is it?
        why = f"{type(authored(rules)).__name__} {reason(str(error))}"
        return _refuse(rules, complaint(rules) or misfit(rules) or why)
    if kernel.compiled:
        sentence = misfit(rules) or _compared(game, kernel)
        if sentence:
            return _refuse(rules, sentence)
        kernel.unit = measure_unit(game, kernel)
        kernel.save()
    elif getattr(rules, "tables", None) is not None:  # the code is shared, the evaluation is this game's own
        kernel.unit = measure_unit(game, kernel)
    if kind == "mcts":
        kernel.prepare_growing()
    return kernel, ""


def _compared(game: Game[Any], kernel: Any) -> str:
    """Where native code and Python disagree, also if one of them raises an error."""
    from plytree.search.acquire.verify import difference

    try:
        return difference(game, kernel)
    except PASSING:
        raise
    except Exception as error:
        name = type(authored(game)).__name__
        return f"{name} raises {type(error).__name__} in random games ({error}); 'plytree check' finds out where"


def _refuse(rules: Game[Any], sentence: str) -> tuple[None, str]:
    """Keep the sentence in mind, so that nobody tries again."""
    cache.refuse(native_fingerprint(rules), sentence, game_name(rules))
    return None, sentence


# ---- what can be seen without the compiler --------------------------------------------------------------------------


def obstacle(game: Game[Any]) -> str:
    """Something in the game's states or source that native code cannot do; "" if there is none."""
    game = authored(game)
    if not isinstance(game, RecordGame):
        try:
            layout(game)
        except GameError as error:
            return str(error)
    for name in _used(game):
        method = _function(game, name)
        if method is None:
            continue
        circle = _circle(game, method, ())
        if circle is not None:
            return (
                f"{_place(game, circle)} calls itself, which native code cannot follow: "
                "write it as a loop with its own stack"
            )
    return ""


def _used(game: Game[Any]) -> list[str]:
    hooks = [hook for hook in SEARCH_HOOKS if has_hook(game, hook)]
    if has_hook(game, "evaluate_with"):  # the search calls this one instead
        hooks = [hook for hook in hooks if hook != "evaluate"]
    return ["result", "moves", "play", *hooks]


def _function(game: Game[Any], name: str) -> FunctionType | None:
    written = inspect.getattr_static(type(game), name, None)
    if isinstance(written, staticmethod):
        written = written.__func__
    return written if isinstance(written, FunctionType) else None


def _circle(game: Game[Any], function: FunctionType, above: tuple[FunctionType, ...]) -> FunctionType | None:
    """A function that leads back to itself, through methods of the game and plain functions."""
    if function in above:
        return function
    callees = [function.__globals__[name] for name in globals_read(function)]
    callees += [_function(game, name) for name in _called_on_self(function)]
    for callee in callees:
        if isinstance(callee, FunctionType) and callee.__module__ != "plytree.games.contract.game":
            found = _circle(game, callee, (*above, function))
            if found is not None:
                return found
    return None


def _called_on_self(function: FunctionType) -> set[str]:
    """The names x in self.x, also inside comprehensions."""
    owner = function.__code__.co_varnames[:1]
    names, todo = set(), [function.__code__]
    while todo:
        code = todo.pop()
        todo += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        steps = [step for step in dis.get_instructions(code) if step.opname != "PUSH_NULL"]
        for before, step in pairwise(steps):
            if before.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and before.argval in owner:
                names.add(step.argval)
    return names


def _place(game: Game[Any], function: FunctionType, line: int | None = None) -> str:
    """`Class.method (file.py:12)`"""
    code = function.__code__
    own = _function(game, function.__name__) is not None
    shown = f"{type(game).__name__}.{function.__name__}" if own else function.__name__
    return f"{shown} ({os.path.basename(code.co_filename)}:{line or code.co_firstlineno})"


# ---- what the compiler says -----------------------------------------------------------------------------------------


def complaint(game: Game[Any]) -> str:
    """The compiler's first complaint as one sentence that names the method, the line and the cause; "" if none."""
    from plytree.search.acquire.suspects import guilty_method

    name, error = guilty_method(game, _used(game))
    game = authored(game)
    method = _function(game, name)
    if isinstance(error, PASSING):
        raise error
    if error is None or method is None:
        return misfit(game)
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    file = os.path.basename(method.__code__.co_filename)
    lines = [int(number) for path, number in re.findall(r'File "([^"]+)", line (\d+)', text) if path.endswith(file)]
    lines += [int(number) for path, number in re.findall(r"\(?(\S+\.py)[: ]\(?(\d+)\)", text) if path.endswith(file)]
    place = _place(game, method, lines[-1] if lines else None)
    return f"{place} {reason(text)}{_quoted(method, lines)}"


def misfit(game: Game[Any]) -> str:
    """A method that compiles but returns what it should not, as one sentence; "" if there is none."""
    from plytree.search.acquire.suspects import wrong_type

    written = authored(game)
    for name in _used(game):
        method, sentence = _function(written, name), wrong_type(game, name)
        if method is not None and sentence:
            return f"{_place(written, method)} {sentence}"
    return ""


def _quoted(method: FunctionType, lines: list[int]) -> str:
    """The line as it was written, so that nobody has to look it up."""
    line = linecache.getline(method.__code__.co_filename, lines[-1]).strip() if lines else ""
    return f" (the line is: {line})" if line else ""
