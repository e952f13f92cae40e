"""Which games there are: built in, from installed packages, and from a file that its owner names.

A game is asked for by a spec: `connect4`, `connect4:8x7` (name:parameters), `my_game.py`, `my_game.py:ClassName`
or `my_game.py:ClassName:parameters` (`my_game.py::parameters` where the file has one game).
Two functions read specs. `load_game` is for the user of this machine, who may name files. `known_game` is for everybody
else, a visitor of the server above all: it opens no file, reads no input and imports nothing.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from plytree.errors import GameError, InputError
from plytree.games.contract.game import Game, RecordGame, require_methods
from plytree.games.contract.records import as_game
from plytree.games.doctor.checks import first_look

GROUP = "plytree.games"
BUILT_IN = {
    "chess": ("plytree.games.chess:Chess", "by FIDE's rules; chess:noclaim plays on until an arbiter ends it"),
    "tictactoe": ("plytree.games.placing.tictactoe:TicTacToe", "three in a row on nine squares"),
    "connect4": (
        "plytree.games.placing.connect4:ConnectFour",
        "four in a row with falling stones; connect4:8x7x5",
    ),
    "othello": ("plytree.games.placing.othello:Othello", "surround stones and they turn over; othello:6, othello:4"),
    "draughts": (
        "plytree.games.moving.draughts:Draughts",
        "English draughts: jump when you can, crown on the last row",
    ),
    "breakthrough": (
        "plytree.games.moving.breakthrough:Breakthrough",
        "bring a pawn to the other side; breakthrough:6x5",
    ),
    "hexapawn": ("plytree.games.moving.hexapawn:Hexapawn", "three pawns against three; hexapawn:4x4"),
    "hex": ("plytree.games.placing.hex:Hex", "join your two sides with a chain of stones; hex:5"),
    "gomoku": ("plytree.games.placing.gomoku:Gomoku", "five in a row; gomoku:standard, gomoku:9x9, gomoku:4x4x3"),
    "kalah": ("plytree.games.counting.kalah:Kalah", "sow seeds, most in the own store win; kalah:6x4"),
    "domineering": ("plytree.games.placing.domineering:Domineering", "upright and flat dominoes; domineering:6x6"),
    "pentago": ("plytree.games.placing.pentago:Pentago", "five in a row on a board whose quarters turn"),
    "quarto": (
        "plytree.games.placing.quarto:Quarto",
        "four in a row with something in common; the other gives the piece",
    ),
    "isolation": ("plytree.games.moving.isolation:Isolation", "step, then take away a tile; isolation:5x5"),
    "ultimate": (
        "plytree.games.placing.ultimate:Ultimate",
        "nine boards of tic-tac-toe; your square chooses the board",
    ),
    "amazons": (
        "plytree.games.moving.amazons:Amazons",
        "queens that shoot arrows; who cannot move has lost; amazons:6",
    ),
    "morris": ("plytree.games.moving.morris:Morris", "Nine Men's Morris: close mills, take men; morris:6, morris:3"),
    "hounds": ("plytree.games.moving.hounds:Hounds", "four hounds try to catch a fox"),
    "nim": ("plytree.games.counting.nim:Nim", "take from one heap; who takes the last wins; nim:3,5,7"),
    "dots": ("plytree.games.counting.dots:Dots", "Dots and Boxes: who closes a box draws again; dots:2x2"),
    "handtree": (
        "plytree.games.trees.handtree:HandTree",
        "a tree written down by hand: handtree:[[8,7,3],[2,[4,1]],5]",
    ),
}


@dataclass(frozen=True)
class GameEntry:
    """One line of the catalog."""

    name: str
    target: str  # "module:Class"
    summary: str
    source: str  # "built in", or the package that brings it


def entries() -> list[GameEntry]:
    """All games that are known by name, the built-in ones first."""
    found = [GameEntry(name, target, summary, "built in") for name, (target, summary) in BUILT_IN.items()]
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        if point.name not in BUILT_IN:
            package = point.dist.name if point.dist else "installed package"
            found.append(GameEntry(point.name, point.value, "", package))
    return found


def load_game(spec: str, *, look: bool = True) -> Game[Any]:
    """The game that the user of this machine asks for, as a plain Game; InputError or GameError if there is none.

    A game that is not built in gets a first look: GameError if it is broken already at its start.
    """
    name, _, parameters = spec.partition(":")
    if name.endswith(".py"):
        class_name, colon, parameters = parameters.partition(":")
        game_class = _class_in_file(Path(name), class_name)
        return _ready(_made(game_class, name, parameters if colon else None), look)
    known = {entry.name: entry.target for entry in entries()}
    if name not in known:
        raise InputError(
            f"{name[:80]!r} is not a known game; expected one of {', '.join(known)}, or a file like my_game.py"
        )
    return _ready(_class_at(known[name]).from_command_line(parameters), look and name not in BUILT_IN)


def known_classes(say: Callable[[str], None]) -> dict[str, type[Game[Any]]]:
    """The classes of all games known by name, imported now, so that nothing is imported when somebody asks for one.

    An installed package that cannot be imported is left out, and `say` is told.
    """
    found = {}
    for entry in entries():
        try:
            found[entry.name] = _class_at(entry.target)
        except Exception as error:
            if entry.name in BUILT_IN:
                raise
            say(f"{entry.name} of {entry.source} is left out: {type(error).__name__}: {error}")
    return found


def known_game(spec: str, classes: Mapping[str, type[Game[Any]]]) -> Game[Any]:
    """The game that a text from anybody asks for: `name` or `name:parameters` of one of these classes.

    InputError if it asks for none. Never opens a file, reads input or imports: a game's `from_spec` promises that.
    """
    name, _, parameters = spec.partition(":")
    if name not in classes:
        raise InputError(f"{name[:40]!r} is not a game here; expected one of {', '.join(classes)}")
    try:
        game = classes[name].from_spec(parameters)
    except InputError:
        raise
    except Exception as error:  # a game from another package may fail in any way on such a text
        what = f"{type(error).__name__}: {str(error)[:200]}"
        raise InputError(f"{name} cannot read {parameters[:40]!r}: {what}") from error
    return _ready(game, name not in BUILT_IN)


def _made(game_class: Any, name: str, parameters: str | None) -> Game[Any]:
    """A game of a user's class: by its `from_spec` if parameters are given, else without any."""
    try:
        made: Game[Any] = game_class() if parameters is None else game_class.from_command_line(parameters)
        return made
    except InputError:
        raise
    except Exception as error:
        if parameters is None and isinstance(error, TypeError):
            raise GameError(f"{game_class.__name__} in {name!r} cannot be made without arguments: {error}") from None
        given = "" if parameters is None else f" with the parameters {parameters[:40]!r}"
        what = f"{type(error).__name__}: {error}"
        raise InputError(f"{game_class.__name__} in {name!r} cannot be made{given}: {what}") from error


def _ready(game: Game[Any], look: bool) -> Game[Any]:
    require_methods(game)
    loaded = as_game(game)
    if look:
        first_look(loaded)
    return loaded


def _class_at(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(importlib.import_module(module), attribute)


def load_module(path: Path) -> ModuleType:
    """Run a user's Python file, because its owner named it, and give back its module."""
    if not path.is_file():
        raise InputError(f"{str(path)!r} is not a file")
    resolved = path.resolve()
    name = f"plytree_file_{path.stem}_{hashlib.sha256(str(resolved).encode()).hexdigest()[:8]}"
    specification = importlib.util.spec_from_file_location(name, resolved)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise InputError(f"{str(path)!r} cannot be run: {type(error).__name__}: {error}") from error
    return module


def _class_in_file(path: Path, wanted: str) -> Any:
    module = load_module(path)
    classes = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    }
    if wanted:
        if wanted not in classes:
            raise InputError(f"{str(path)!r} has no game class {wanted!r}; it has {', '.join(classes) or 'none'}")
        return classes[wanted]
    if not classes:
        raise InputError(f"{str(path)!r} has no game: expected a class derived from plytree.Game")
    bases = {base for value in classes.values() for base in value.__mro__[1:]} - {Game, RecordGame}
    leaves = [value for value in classes.values() if value not in bases]
    if len(leaves) > 1:
        names = ", ".join(value.__name__ for value in leaves)
        raise InputError(f"{str(path)!r} has several games ({names}); name one, like {path}:{leaves[0].__name__}")
    return leaves[0]
