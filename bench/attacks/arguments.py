"""Wrong arguments on the command line: every option of every command, found by looking, gets what it cannot use."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from attacks.server import Row

NUMBERS = ("nan", "inf", "-inf", "-1", str(2**63), "1e300", "9" * 400, "x", "")
GAMES = (
    "nowhere",
    "nim:x",
    "connect4:99x99",
    "/dev/zero",
    "no.py",
    "handtree:/dev/zero",
    "os:system",
    "nim:" + "9" * 999,
)
PLAYERS = ("nobody", "engine:time=nan", "engine:depth=-1", "engine:x=1", "uci:/nowhere/at/all", "engine:hash=1e300", "")
# what comes before the option under test, so that only that option is wrong
BEGIN: dict[str, list[str]] = {
    "move": ["tictactoe"], "play": ["tictactoe"], "perft": [], "check": ["tictactoe"], "explain": ["[1,2]"], "talk": [],
    "match": ["random", "random", "-g", "tictactoe"], "serve": [], "uci": [], "solve": ["connect4"], "bench": [],
    "exam new": [], "review": ["tictactoe", "1"], "book build": ["connect4"], "tables build": ["nim:2,2"],
    "learn tables": ["tictactoe"], "learn weights": ["tictactoe"],
    **{f"study {kind}": ["-g", "tictactoe"] for kind in ("strength", "pruning", "techniques", "truth", "learning")},
}  # fmt: skip
LIMIT = 20  # seconds until a wrong argument must have been refused


def rows(quick: bool) -> list[Row]:
    found: list[Row] = []
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bad = [
            folder / "file" / "below",
            folder / "folder",
            folder / "pipe",
            Path("/proc/nothing/here"),
            Path("/dev/null/x"),
        ]
        (folder / "file").write_text("mine")
        (folder / "folder").mkdir()
        os.mkfifo(folder / "pipe")
        os.chdir(name)
        try:
            for number, arguments in enumerate(wrong(bad)):
                if not quick or number % 7 == 0:
                    found.append((" ".join(arguments)[:70], refused(arguments)))
        finally:
            os.chdir(here)
        left = sorted(entry.name for entry in folder.iterdir())
        kept = left == ["file", "folder", "pipe"] and (folder / "file").read_text() == "mine"
        found.append(("nothing was written", "" if kept else f"there is {left}"))
    return found


def wrong(paths: list[Path]) -> Iterator[list[str]]:
    """Command lines with one thing wrong in each."""
    from plytree.interfaces.cli.main import app

    yield from (["nonsense"], ["--nonsense"], ["move"], ["move", "tictactoe", "nonsense"], ["match"], ["perft"], [""])
    for name, command in commands(typer.main.get_command(app)):
        begin = BEGIN.get(name)
        if begin is None:
            continue
        words = name.split()
        yield [*words, *begin, "--no-such-option"]
        for parameter in command.params:
            option = max(parameter.opts, key=len) if parameter.opts and parameter.opts[0].startswith("-") else None
            folder_wanted = name.startswith(("exam", "study"))  # it may be there already
            for value in values(parameter, [path for path in paths if not (folder_wanted and path.is_dir())]):
                if option is not None:
                    yield [*words, *begin, option, value]
                elif parameter.name == "game":
                    yield [*words, value, *begin[1:]]
                elif parameter.name == "players":
                    yield [*words, "random", value, *begin[2:]]


def values(parameter: Any, paths: list[Path]) -> Iterator[str]:
    """What an option cannot use, by what it wants."""
    kind = str(getattr(parameter, "type_descriptor", getattr(parameter, "type", "")))  # as typer's version has it
    if parameter.name in ("game", "game_file"):
        yield from GAMES
    elif parameter.name == "players":
        yield from PLAYERS
    elif re.search(r"\b(int|float|integer)\b", kind):
        yield from NUMBERS
    elif parameter.name in ("out", "csv", "pgn", "text", "games_json"):
        yield from map(str, paths)
    elif parameter.name in ("mode", "format", "variant", "lang", "cluster_kind", "level"):
        yield from ("nonsense", "")


def commands(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """All commands with their names, those in groups too."""
    below = getattr(command, "commands", {})
    for word, child in below.items():
        yield from commands(child, f"{name} {word}".strip())
    if not below:
        yield name, command


def refused(arguments: list[str]) -> str:
    """Run a command; what is wrong with how it refuses its arguments."""
    from plytree.interfaces.cli.main import main

    out, err, code = io.StringIO(), io.StringIO(), None
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LIMIT)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(arguments)
    except SystemExit as end:
        code = end.code
    except TooLong:
        return f"it was not refused within {LIMIT} seconds"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    if code != 2:
        return f"exit code {code}: {(err.getvalue() or out.getvalue())[:100]!r}"
    if out.getvalue():
        return f"it printed {out.getvalue()[:60]!r}"
    lines = err.getvalue().strip().splitlines()
    return "" if len(lines) == 1 else f"it said {lines[:3]}"


class TooLong(BaseException):
    """Nothing catches it but who waits."""


def _too_long(number: int, frame: Any) -> None:
    raise TooLong
