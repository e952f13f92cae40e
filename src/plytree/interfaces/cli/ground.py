"""What every command stands on: streams that are there and take any letter, numbers that have bounds."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from typing import Any

from plytree.numbers import LARGEST_SEED, LONGEST, real, whole

LARGEST_COUNT = 2**31 - 1
WHAT = {"time": "a time", "seconds": "a time", "depth": "a depth", "seed": "a seed"}  # by a word in the name


def mend_streams() -> None:
    """A stream that was closed by whoever started us must not become the first file that we open.

    Output into a closed one fails as on a full disk, and is told once at the end. Letters that a terminal cannot show
    are shown as question marks.
    """
    for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is not None:
            continue
        with contextlib.suppress(OSError):
            opened = os.open(os.devnull, flags)  # for stdout too: what is written there is to fail
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):  # a stream of another kind, as in tests
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def drop_output() -> None:
    """Forget what could not be written, so that the end of the process does not try again and complain."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()


def bound_numbers(command: Any) -> None:
    """Give every number on the command line the bounds that its command did not name; InputError outside them.

    No number may be NaN or infinite. Without bounds of its own a real number lies above 0 and within three years of
    seconds, a whole one in 0..2**31-1, a seed in 0..2**63-1.
    """
    for child in getattr(command, "commands", {}).values():
        bound_numbers(child)
    if command.callback is None:
        return
    run, parameters = command.callback, {parameter.name: parameter for parameter in command.params}

    @functools.wraps(run)
    def checked(*arguments: Any, **values: Any) -> Any:
        for name, value in values.items():
            if name in parameters and value != parameters[name].default:
                _check(parameters[name], value)
        return run(*arguments, **values)

    command.callback = checked


def _check(parameter: Any, value: Any) -> None:
    shown = max(parameter.opts, key=len) if parameter.opts else parameter.name
    kind = getattr(parameter, "type", None)  # where the bounds are depends on the version of typer
    least = getattr(parameter, "min", getattr(kind, "min", None))
    what = next((what for word, what in WHAT.items() if word in parameter.name), "a number to use here")
    if isinstance(value, float):
        real(value, shown, what, LONGEST, least=least or 0.0, above=least is None)
    elif isinstance(value, int) and not isinstance(value, bool):
        largest = LARGEST_SEED if parameter.name == "seed" else LARGEST_COUNT
        whole(value, shown, what, 0 if least is None else least, largest)
