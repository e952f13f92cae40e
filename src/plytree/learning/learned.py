"""A game that is judged by learned tables instead of its own evaluation. Everything else about it stays the same."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name
from plytree.games.contract.records import as_game
from plytree.learning.lookup import total, update
from plytree.learning.records import fill_tables, memory_fields, table_fields
from plytree.learning.tables import SCORE, UNIT, Tables, quantised
from plytree.learning.weights import load_weights
from plytree.search.compile.kernel import rules_of


def learned(game: Game[Any], tables: Tables) -> Game[Any]:
    """The same game with learned tables as its evaluation.

    The weights are reached by their address: `put_weights` changes them under a search that runs, and native code
    serves all tables with the same patterns.
    """
    rules = rules_of(game)
    kind = type(rules)
    judged = copy.copy(rules)
    judged.__class__ = _judged_class(kind)
    record = np.zeros(1, _layout(rules, tables))
    if rules.tables is not None:
        for name in rules.tables.dtype.names:
            record[0][name] = rules.tables[name]
    fill_tables(record[0]["learned"], tables.patterns, tables.sight, tables.phases)
    judged.tables = record.view(np.recarray)[0]
    judged.scratch = np.dtype(memory_fields(tables.patterns), align=True)
    put_weights(judged, tables)
    return as_game(judged)


def put_weights(game: Game[Any], tables: Tables) -> None:
    """New weights for a game made by `learned`."""
    rules_of(game).tables["learned"]["weights"][...] = quantised(tables.weights)


def _layout(rules: Any, tables: Tables) -> Any:
    own = [(name, rules.tables.dtype[name]) for name in rules.tables.dtype.names] if rules.tables is not None else []
    blocks = tables.sight.stages * tables.phases
    return np.dtype([*own, ("learned", table_fields(tables.patterns, blocks, np.int16))], align=True)


class JudgedByTables:
    """What a game is given to look itself up."""

    pawn = 0

    def evaluate_with(self: Any, s: Any, memory: Any, view: int) -> int:
        self.cells_into(s, memory.fresh, 0)
        update(self.tables.learned, memory, view)
        return int(total(self.tables.learned, memory, view, self.stage(s)) * SCORE // UNIT)

    def evaluate(self: Any, s: Any) -> int:
        memory = np.zeros(1, self.scratch).view(np.recarray)[0]
        return int(JudgedByTables.evaluate_with(self, s, memory, 0))

    def cells_into(self: Any, s: Any, buffer: Any, at: int) -> int:
        cells = list(self.cells(s))
        buffer[at : at + len(cells)] = cells
        return len(cells)


_CLASSES: dict[type, type] = {}


def _judged_class(kind: type) -> Any:
    if kind not in _CLASSES:
        methods = {name: getattr(JudgedByTables, name) for name in ("pawn", "evaluate_with", "evaluate", "cells_into")}
        maker = "plytree.learning.learned:_judged_class"
        _CLASSES[kind] = type(
            kind.__qualname__, (kind,), {**methods, "__module__": kind.__module__, "derived_by": maker}
        )
    return _CLASSES[kind]


HAND, LEARNED = "hand", "learned"  # evaluations that have a name; all others are files
SHIPPED = Path(__file__).parent / "shipped"


def judged_by(game: Game[Any], evaluation: str) -> Game[Any]:
    """The game with the evaluation that is asked for.

    "" or "hand": what its author wrote; "learned": tables that come with plytree; else a file of tables or weights.
    InputError if there is no such thing for this game.
    """
    if evaluation in ("", HAND):
        return game
    if evaluation == LEARNED:
        return learned(game, shipped(game))
    path = Path(evaluation)
    try:
        with path.open("rb") as file:
            is_text = file.read(1) == b"{"
    except OSError as error:
        raise InputError(
            f"{evaluation!r} cannot be read ({error.strerror}); expected hand, learned or a file of `plytree learn`"
        ) from None
    return load_weights(path, game) if is_text else learned(game, Tables.load(path, game))


def shipped(game: Game[Any]) -> Tables:
    """The tables that come with plytree for a game; InputError if there are none for it."""
    name = game_name(game)
    path = SHIPPED / f"{name}.tables"
    if path.exists():
        try:
            return Tables.load(path, game)
        except InputError:  # of another size
            pass
    known = ", ".join(sorted(file.stem for file in SHIPPED.glob("*.tables")))
    raise InputError(f"no learned tables come with plytree for this {name}, only for {known}: `plytree learn tables`")
