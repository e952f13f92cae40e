"""What the rewriting of a game's methods knows of the game: its records, enums and the methods of those."""

from __future__ import annotations

import dataclasses
import enum
import inspect
from types import FunctionType
from typing import Any

from plytree.games.contract.game import Game
from plytree.search.acquire.fingerprint import record_classes
from plytree.search.compile.state_record import Layout, twin_of
from plytree.search.natural.codes import code
from plytree.search.natural.records import NAMES, prototypes

OWN = {"_asdict", "_make", "_replace"}  # methods that every NamedTuple has


class Rules:
    """The classes that a game is written with. `natural`: are its states or moves more than numbers and arrays?"""

    def __init__(self, game: Game[Any], layout: Layout | None, named_moves: bool = False):
        self.game, self.layout = game, layout
        self.natural = named_moves or (layout is not None and layout.natural)
        self.records = layout.records if layout else {}
        self.classes = list(dict.fromkeys([*self.records, *record_classes(game)]))
        self.enums = [kind for kind in self.classes if issubclass(kind, enum.Enum)]
        self.methods: dict[str, Any] = {}
        self.static: dict[str, Any] = {}
        self.properties: dict[str, Any] = {}
        self.class_constants: dict[str, Any] = {}
        for kind in self.classes:
            self._learn(kind)

    def _learn(self, kind: Any) -> None:
        for name, value in vars(kind).items():
            if name.startswith("__") or name in OWN or name in (getattr(kind, "_fields", ())):
                continue
            if isinstance(value, property) and value.fget is not None:
                self.properties[name] = value.fget
            elif isinstance(value, FunctionType) and inspect.getattr_static(Game, name, None) is None:
                self.methods[name] = value
            elif isinstance(value, staticmethod):
                self.static[name] = value.__func__
            elif self.is_record(kind) and not name.startswith("_") and name not in self.fields(kind):
                self.class_constants[name] = value

    def is_record(self, kind: Any) -> bool:
        return isinstance(kind, type) and kind in self.classes and not issubclass(kind, enum.Enum)

    def fields(self, kind: Any) -> tuple[str, ...]:
        if dataclasses.is_dataclass(kind):
            return tuple(field.name for field in dataclasses.fields(kind))
        return tuple(kind._fields)

    def defaults(self, kind: Any) -> dict[str, Any]:
        if dataclasses.is_dataclass(kind):
            fields = dataclasses.fields(kind)
            made = {f.name: f.default_factory() for f in fields if f.default_factory is not dataclasses.MISSING}
            return made | {f.name: f.default for f in fields if f.default is not dataclasses.MISSING}
        return dict(kind._field_defaults)

    def is_field(self, name: str) -> bool:
        return any(name in self.fields(kind) for kind in self.classes if self.is_record(kind))

    def record_with(self, names: set[str]) -> Any:
        """The record class that has these fields; None if none or several have them."""
        having = [kind for kind in self.classes if self.is_record(kind) and names <= set(self.fields(kind))]
        return having[0] if len(having) == 1 else None

    def twin(self, kind: Any) -> Any:
        return twin_of(kind)

    def canon(self, kind: Any, field: str) -> str:
        """Source that brings a value into the type that this field of a state has."""
        part = self.records.get(kind)
        return part.parts[self.fields(kind).index(field)].canon if part else "{0}"

    @property
    def whole_canon(self) -> str:
        """The same for a whole state; a record has been brought into form where it was made."""
        return self.layout.whole.canon if self.layout else "{0}"

    @property
    def canon_names(self) -> dict[str, Any]:
        """The names in what `canon` gives."""
        return {**NAMES, **(prototypes(self.layout.prototypes) if self.layout else {})}

    def enum_table(self, what: str) -> dict[int, Any]:
        """From the number of each member to its value or name."""
        return {code(member): getattr(member, what) for kind in self.enums for member in kind}

    def function(self, owner: Any, name: str) -> Any:
        """A function written in a class: a static method, or a method called by the class's name."""
        written = inspect.getattr_static(owner, name, None)
        if isinstance(written, staticmethod):
            written = written.__func__
        return written if isinstance(written, FunctionType) else None

    def inherited(self, function: Any, name: str) -> Any:
        """What super().name means in a method of the game."""
        line = type(self.game).__mro__
        for place, kind in enumerate(line):
            if function in vars(kind).values():
                for above in line[place + 1 :]:
                    if isinstance(vars(above).get(name), FunctionType):
                        return vars(above)[name]
        return None
