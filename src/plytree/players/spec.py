"""Players asked for by a short text: `engine:time=0.1,-killers`, `level:3`, `random`, `file.py:MyPlayer`.

All doors read the same specs. What comes over the network goes through `visitor_spec`, which knows only players and
options that open no file, start no program and ask for no memory.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plytree.errors import InputError
from plytree.search.limits import Limits
from plytree.search.techniques import Techniques

WITH_MODE = {"engine", "level", "mcts"}  # kinds that take the option mode=auto|native|best|python
TECHNIQUE = "-technique"
# What visitors of a server may ask for: kind -> options, each with the smallest and largest number it takes
FOR_VISITORS: dict[str, dict[str, tuple[float, float]]] = {
    "engine": {"time": (0.001, 1e6), "depth": (1, 60), "nodes": (1, 1e12), TECHNIQUE: (0, 0), "+book": (0, 0)},
    "mcts": {"time": (0.001, 1e6), "nodes": (1, 1e12), "seed": (0, 2**31), "curiosity": (0, 1000)},
    "level": {"": (1, 10), "seed": (0, 2**31)},
    "perfect": {},
    "random": {"seed": (0, 2**31)},
}
EVALUATIONS = ("hand", "learned")  # that a visitor may ask for: never a file
WHOLE = {"depth", "nodes", "seed", ""}
LONGEST = 120  # letters of a spec that a visitor may send


@dataclass(frozen=True)
class PlayerSpec:
    """A kind of player and its options as texts; the option "" is the bare word, as the 3 in level:3.

    >>> str(PlayerSpec.read("engine:time=0.1,-killers").having(hash="32"))
    'engine:time=0.1,-killers,hash=32'
    """

    kind: str
    options: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def read(text: str) -> PlayerSpec:
        kind, _, rest = text.strip().partition(":")
        return PlayerSpec(kind, {"": rest} if kind.endswith(".py") else split_options(rest))

    def having(self, **options: str) -> PlayerSpec:
        """The same player with more options, unless it sets them itself."""
        return PlayerSpec(self.kind, {**self.options, **{k: v for k, v in options.items() if k not in self.options}})

    def without_limits(self) -> PlayerSpec:
        """The same player without time, depth and nodes, for who tells it these for each move."""
        return PlayerSpec(self.kind, {k: v for k, v in self.options.items() if k not in ("time", "depth", "nodes")})

    def __str__(self) -> str:
        words = [f"{name}={value}" if name and value else name or value for name, value in self.options.items()]
        return f"{self.kind}:{','.join(words)}" if words else self.kind

    def limits(self) -> Limits | None:
        """The limits that the spec sets itself; None if it sets none."""
        left = dict(self.options)
        found = take_limits(left)
        return None if found == Limits() else found


def visitor_spec(text: str) -> PlayerSpec:
    """The player that somebody on the network asks for; InputError if it is none that he may have."""
    shown, kinds = repr(text[:40]), ", ".join(FOR_VISITORS)
    if len(text) > LONGEST:
        raise InputError(f"{shown}... is not a player: it is too long; expected at most {LONGEST} letters")
    spec = PlayerSpec.read(text)
    if spec.kind not in FOR_VISITORS:
        raise InputError(f"{shown} is not a player here; expected one of {kinds}, like engine:depth=6")
    known = FOR_VISITORS[spec.kind]
    for name, value in spec.options.items():
        if name.startswith("-") and TECHNIQUE in known:
            Techniques().without(name[1:])
        elif name == "eval" and spec.kind == "engine":
            if value not in EVALUATIONS:
                raise InputError(f"{shown} is not a player here; expected eval={' or eval='.join(EVALUATIONS)}")
        elif name not in known:
            raise InputError(
                f"{shown} is not a player here: {spec.kind} has no option {name or value!r}; expected "
                f"{', '.join(filter(None, known)) or 'none'}"
            )
        elif not name.startswith("+"):
            least, most = known[name]
            if (number := _number(value)) is None or not least <= number <= most or (name in WHOLE and number % 1):
                raise InputError(
                    f"{shown} is not a player: expected {name or spec.kind} to be a number from {least:g} to {most:g}"
                )
    return spec


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def waiting(spec: str) -> str:
    """The spec of a player that waits for the compiler, as measurements must: else part of a game is played in Python.

    >>> waiting("engine:depth=3"), waiting("random"), waiting("engine:mode=python")
    ('engine:depth=3,mode=best', 'random', 'engine:mode=python')
    """
    read = PlayerSpec.read(spec)
    return spec if read.kind not in WITH_MODE or "mode" in read.options else str(read.having(mode="best"))


def plain_name(spec: str) -> str:
    """A player's spec without what `waiting` has added, for people.

    >>> plain_name("engine:depth=3,mode=best"), plain_name("level:mode=best")
    ('engine:depth=3', 'level')
    """
    for added in ("mode=best", "mode=native"):
        spec = spec.removesuffix(added).rstrip(",:") if spec.endswith(added) else spec
    return spec


def split_options(text: str) -> dict[str, str]:
    """`time=0.1,-killers` -> {"time": "0.1", "-killers": ""}; a bare first word is the option ""."""
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if equals:
            options[name.strip()] = value.strip()
        elif part.startswith(("-", "+")):
            options[part.strip()] = ""
        elif "" not in options:
            options[""] = part.strip()
        else:
            raise InputError(f"{part!r} is not a player option; expected name=value, -technique or +technique")
    return options


def take_limits(options: dict[str, str]) -> Limits:
    """Take time, depth and nodes out of the options."""
    seconds, depth = number_option(options, "time", float), number_option(options, "depth", int)
    return Limits(seconds=seconds, depth=depth, nodes=number_option(options, "nodes", int))


def number_option(options: dict[str, str], name: str, kind: type[int] | type[float]) -> Any:
    """Take a number out of the options; None if it is not there."""
    text = options.pop(name, None)
    if text is None:
        return None
    try:
        return kind(text)
    except ValueError:
        raise InputError(f"{name}={text!r} is not a number; expected something like {name}={kind(1)}") from None


def reject_unknown(options: dict[str, str], player: str, known: str) -> None:
    if options:
        raise InputError(f"{player} has no option {next(iter(options))!r}; expected {known}")
