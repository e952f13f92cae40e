"""Compile a game, or say in one sentence why it stays in Python; then make sure that both ways agree."""

from __future__ import annotations

import dis
import inspect
import os
import re
from itertools import pairwise
from types import CodeType, FunctionType
from typing import Any

from plytree.errors import GameError
from plytree.games.contract.game import SEARCH_HOOKS, Game, RecordGame, game_name, has_hook
from plytree.search.acquire import cache
from plytree.search.acquire.fingerprint import globals_read, native_fingerprint
from plytree.search.compile.kernel import Kernel, rules_of
from plytree.search.compile.moves_into import filling
from plytree.search.compile.state_record import layout

PASSING = (MemoryError, SystemError, OSError)  # no fault of the game's
MANY_YIELDS = 10  # the compiler needs for ever for a generator with more


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
    from plytree.search.acquire.verify import difference
    from plytree.search.compile.program import NativeKernel
    from plytree.search.selective.unit import measure_unit

    try:
        kernel = NativeKernel(game)
    except GameError as error:
        return _refuse(rules, str(error))
    except PASSING as error:  # another time it may work
        return None, f"native code could not be made this time: {_first_line(str(error), error)}"
    except Exception as error:  # whatever else the compiler stumbles over; which method is it?
        reason = f"{type(rules).__name__} cannot be compiled: {_first_line(str(error), error)}"
        return _refuse(rules, complaint(rules) or reason)
    if kernel.compiled:
        sentence = misfit(rules) or difference(game, kernel)
        if sentence:
            return _refuse(rules, sentence)
        kernel.unit = measure_unit(game, kernel)
        kernel.save()
    elif getattr(rules, "tables", None) is not None:  # the code is shared, the evaluation is this game's own
        kernel.unit = measure_unit(game, kernel)
    if kind == "mcts":
        kernel.prepare_growing()
    return kernel, ""


def _refuse(rules: Game[Any], sentence: str) -> tuple[None, str]:
    """Keep the sentence in mind, so that nobody tries again."""
    cache.refuse(native_fingerprint(rules), sentence, game_name(rules))
    return None, sentence


# ---- what can be seen without the compiler --------------------------------------------------------------------------


def obstacle(game: Game[Any]) -> str:
    """Something in the game's states or source that native code cannot do; "" if there is none."""
    if not isinstance(game, RecordGame):
        try:
            layout(type(game).__name__, game.initial())
        except GameError as error:
            return str(error)
    for name in _used(game):
        method = _function(game, name)
        if method is None:
            continue
        if "super" in method.__code__.co_names:
            return f"{_place(game, method)} uses super(), which native code does not have: call a method of self"
        circle = _circle(game, method, ())
        if circle is not None:
            return (
                f"{_place(game, circle)} calls itself, which native code cannot follow: "
                "write it as a loop with its own stack"
            )
        yields = _yields(method)
        rewritten = name in ("moves", "tactical") and filling(method, game.max_moves, game.num_moves) is not None
        if yields > MANY_YIELDS and not rewritten:
            return (
                f"{_place(game, method)} has {yields} yields, for which the compiler needs too long: "
                "collect the moves in a list"
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


def _yields(function: FunctionType) -> int:
    return sum(instruction.opname == "YIELD_VALUE" for instruction in dis.get_instructions(function.__code__))


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


def _comprehension(function: FunctionType) -> str:
    """The kind of comprehension in a function that native code does not have; "" if there is none."""
    kinds = {"<setcomp>": "set comprehension", "<dictcomp>": "dict comprehension", "<genexpr>": "generator expression"}
    inner = [constant.co_name for constant in function.__code__.co_consts if isinstance(constant, CodeType)]
    return next((kinds[name] for name in inner if name in kinds), "")


def _place(game: Game[Any], function: FunctionType, line: int | None = None) -> str:
    """`Class.method (file.py:12)`"""
    code = function.__code__
    own = _function(game, function.__name__) is not None
    shown = f"{type(game).__name__}.{function.__name__}" if own else function.__name__
    return f"{shown} ({os.path.basename(code.co_filename)}:{line or code.co_firstlineno})"


# ---- what the compiler says -----------------------------------------------------------------------------------------

ABSENT = "uses {0}, which native code does not have"
HINTS: tuple[tuple[str, str], ...] = (
    (r"ntyped global name '(\w+)':.{0,40}?annot determine Numba type of <class '(?:builtin_function_or_method|type|"
     r"abc\.ABCMeta|function|[\w.]*Generic\w*)'>", ABSENT),
    (r"ntyped global name '(\w+)':.{0,40}?annot determine Numba type of <class '([\w.]+)'>",
     "uses the global {0}, a Python {1}: make it a tuple or a numpy array"),
    (r"self\.(\w+) is a Python (\w+)", "uses self.{0}, a Python {1}, which native code cannot keep"),
    (r"NameError: name '(\w+)' is not defined", "uses {0}, which is not defined"),
    (r"Unknown attribute '(\w+)' of type Module", ABSENT),
    (r"Unknown attribute '(\w+)' of type Game\[", "uses self.{0}, which native code cannot read"),
    (r"Unknown attribute '(\w+)' of type (.+)", "uses .{0}, which native code does not know of a {1}"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
     "gives {2} once the type {0} and once {1}: keep to one type"),
    (r"Can't unify return type from the following types: (.+)", "returns different types ({0}): keep to one type"),
    (r"Use of unsupported opcode \((\w+)\)", "uses a feature of Python that native code does not have ({0})"),
    (r"xception matching is limited", "catches a particular exception; native code knows only `except Exception`"),
    (r"unsupported (?:use of|operation|opcode)? ?(.+)", "does what native code cannot: {0}"),
    (r"No implementation of function Function\(<(?:built-in function |class ')?([\w. ]+?)'?>\) found",
     "calls {0} in a way that native code does not have"),
    (r"Invalid use of (?:type|Function)\((\w+)\)", ABSENT),
)  # fmt: skip
TYPES = {"unicode_type": "text", "int64": "int", "float64": "float", "Literal[int]": "int", "none": "None"}


def complaint(game: Game[Any]) -> str:
    """The compiler's first complaint as one sentence that names the method, the line and the cause; "" if none."""
    from plytree.search.acquire.suspects import guilty_method

    name, error = guilty_method(game, _used(game))
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
    if _comprehension(method):
        return f"{place} uses a {_comprehension(method)}, which native code does not have: write a loop"
    for pattern, hint in HINTS:
        match = re.search(pattern, text)
        if match:
            return f"{place} {hint.format(*map(_word, match.groups()))}"
    return f"{place} cannot be compiled: {_first_line(text, error)}"


def misfit(game: Game[Any]) -> str:
    """A method that compiles but returns what it should not, as one sentence; "" if there is none."""
    from plytree.search.acquire.suspects import wrong_type

    for name in _used(game):
        method, sentence = _function(game, name), wrong_type(game, name)
        if method is not None and sentence:
            return f"{_place(game, method)} {sentence}"
    return ""


def _word(kind: str) -> str:
    """A type as the compiler writes it, in plainer words."""
    kind = re.sub(r"Literal\[(\w+)\]\(.*?\)", r"\1", kind.strip().rstrip("."))
    return TYPES.get(kind, kind)


def _first_line(text: str, error: Exception) -> str:
    skip = ("Failed in", "During", "File", "- ", "Rejected", "There are", "Overload", "With argument", "raised from")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(skip)]
    return lines[0] if lines else type(error).__name__
