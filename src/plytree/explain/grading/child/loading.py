"""Loads a student's program statement by statement: a demo that fails or never ends does not hide the functions.

Standard library only.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import contextlib
import io
import os
import signal
import sys
import traceback
from collections.abc import Callable, Collection, Iterator
from types import ModuleType
from typing import Any

IMPORT_SECONDS = 10.0  # a module such as numpy takes its time on a busy machine
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
MAX_PRINTED = 2_000  # characters of the program's own output that are kept


class TimeUp(BaseException):
    """Not an Exception, so that `except Exception` in the program does not swallow it."""


class ReadsInput(EOFError):
    """The program waits for somebody at the keyboard."""


class Printed(io.StringIO):
    """Takes everything the program prints and keeps the beginning."""

    def write(self, text: str) -> int:
        room = MAX_PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeUp after so much processor time, again and again; who sleeps or resists is ended from outside."""

    def up(*_: object) -> None:
        raise TimeUp

    signal.signal(signal.SIGPROF, up)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def no_input(*_: Any) -> str:
    raise ReadsInput("the program reads input(), and nobody is there to type")


def load(
    source: str, path: str, *, skip: Collection[int], seconds: float, begins: Callable[[int, float], None]
) -> tuple[ModuleType, list[dict[str, Any]]]:
    """The module, and a note for each statement that did not end well.

    `begins` is called with the line and the time of a statement before it runs; statements at the lines `skip` are
    left out, because they brought an earlier process down. A SyntaxError is the caller's.
    """
    tree = ast.parse(source, path)
    module = ModuleType("student")
    module.__file__ = path
    sys.modules["student"] = module
    builtins.input = no_input
    sys.argv = [path]
    if os.path.dirname(path):
        sys.path.insert(0, os.path.dirname(path))
    flags, notes = 0, []
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            flags |= sum(getattr(__future__, alias.name).compiler_flag for alias in statement.names)
        defines = isinstance(statement, DEFINITIONS)
        limit = max(seconds, IMPORT_SECONDS) if defines else seconds
        if statement.lineno in skip:
            continue
        begins(statement.lineno, limit)
        try:
            code = compile(ast.Module([statement], []), path, "exec", flags, dont_inherit=True)
            with time_limit(limit):
                exec(code, vars(module))  # the program itself, inside the jail
        except BaseException as error:  # also SystemExit: the next statement may be the function
            notes.append({"at": statement.lineno, "defines": defines, **describe_error(error, path)})
    return module, notes


def describe_error(error: BaseException, path: str) -> dict[str, Any]:
    """Type, message and the line of the program where it happened."""
    line = None
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    else:
        with contextlib.suppress(Exception):
            lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
            line = lines[-1] if lines else None
    try:
        message = str(error)[:300]
    except BaseException:  # the program's own exception class may fail to describe itself
        message = ""
    return {"type": type(error).__name__, "message": message, "line": line}
