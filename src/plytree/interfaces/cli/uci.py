"""`plytree uci`: the engine for chess interfaces."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(uci)


def uci(
    mode: Annotated[
        str, typer.Option(help="best (waits for the compiler at isready), native (insists on it) or python")
    ] = "best",
) -> None:
    """Play chess through the Universal Chess Interface, on standard input and output."""
    from plytree.errors import InputError
    from plytree.interfaces.uci.protocol import Protocol

    if mode not in ("best", "native", "python"):
        raise InputError(f"{mode!r} is not a mode; expected best, native or python")

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    protocol = Protocol(write, mode)
    for raw in sys.stdin.buffer:
        if not protocol.handle(raw.decode("utf-8", errors="replace")):
            return
    protocol.close()
