"""The command `new`: a game to start from, with its tests."""

from __future__ import annotations

import keyword
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Kind(StrEnum):
    placing = "placing"
    moving = "moving"
    counting = "counting"


COUNTS = {Kind.placing: [16, 240], Kind.moving: [4, 16], Kind.counting: [9, 74]}  # what the tests of a template know


def register(app: typer.Typer) -> None:
    app.command()(new)


def new(
    name: Annotated[str, typer.Argument(help="The name of your game: small letters, digits and _")],
    kind: Annotated[Kind, typer.Option(help="What a move does: put down, move, or count")] = Kind.placing,
    folder: Annotated[Path, typer.Option(help="Where the files are written")] = Path(),
) -> None:
    """Write a small game that runs, with comments, a board and tests, to be changed into your own."""
    from plytree.errors import InputError
    from plytree.files import write_text

    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name, re.ASCII) or keyword.iskeyword(name):
        raise InputError(f"{name[:60]!r} is no name for a game; expected small letters, digits and _, like my_game")
    if not folder.is_dir():
        raise InputError(f"{str(folder)!r} is not a folder")
    game, tests = folder / f"{name}.py", folder / f"test_{name}.py"
    for file in (game, tests):
        if file.exists():
            raise InputError(f"{str(file)!r} exists already; choose another name, or another --folder")
    words = {
        "CLASS": "".join(part.capitalize() for part in name.split("_")),
        "NAME": name.replace("_", " ").capitalize(),
        "FILE": game.name,
        "COUNTS": str(COUNTS[kind]),
    }
    write_text(game, filled(kind.value, words))
    write_text(tests, filled("test", words))
    print(f"{game} is a game that runs, {tests} its tests. Next:\n")
    print(f"    plytree play {game}\n    plytree check {game}\n    pytest {tests}")


def filled(template: str, words: dict[str, str]) -> str:
    """A template with its words put in."""
    from plytree.games import templates

    text = (Path(templates.__path__[0]) / f"{template}.py.txt").read_text()
    return re.sub(r"\b(CLASS|NAME|FILE|COUNTS)\b", lambda found: words[found[1]], text)
