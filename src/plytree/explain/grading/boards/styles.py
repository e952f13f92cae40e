"""How a board program wants to be called: its board, its signs, whose turn it is; and what its answers mean."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plytree.explain.grading.answers import Answer, BoardFound, Part
from plytree.explain.grading.boards.positions import TITLES, BoardCase, other_begins
from plytree.explain.grading.reading import MOVE_NAMES, VALUE_NAMES, Path, Reading, paths
from plytree.explain.grading.roles import filler, plain, roles_of
from plytree.explain.grading.source import Class, Function, Source

MAX_NAMES = re.compile(r"_?(ai|a_i|comp\w*|bot|cpu|machine|max\w*|me|my\w*|x|player_?(x|1|one|ai)|robot|agent)(_?(player|piece|mark|sign|symbol|letter|marker))?", re.I)  # fmt: skip  # noqa: E501
MIN_NAMES = re.compile(r"_?(human\w*|hu|player|opp\w*|user|min\w*|o|you|player_?(o|2|two)|enemy)(_?(player|piece|mark|sign|symbol|letter|marker))?", re.I)  # fmt: skip  # noqa: E501
USUAL = (("X", "O"), ("x", "o"), (1, -1), (1, 2), (2, 1), (-1, 1))


@dataclass(frozen=True)
class BoardStyle:
    """One way to call a function with a board."""

    function: Function
    roles: Mapping[str, str]
    board: BoardFound
    signs: tuple[Any, Any, Any]  # MAX's, MIN's, empty
    owner: Class | None = None
    turn: tuple[Any, Any] = (True, False)
    depth: str = "down"
    view: str = "max"  # "mover": values are for the player to move
    movers: tuple[bool, ...] = (True, False)  # who may be to move
    x_begins: bool = True  # MAX has the first move of the game
    bottom_first: bool = False
    prunes: bool = False
    watch: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reading: Reading = field(default_factory=Reading)
    move_kind: str = ""  # index, index from 1, pair, pair from 1
    middle: float = 0.0  # the value of a draw

    @property
    def shape(self) -> tuple[int, int]:
        return self.board.rows, self.board.columns

    def fit(self, case: BoardCase) -> BoardCase:
        """The case as the program can have it: who began decides who is to move."""
        case = case if self.x_begins else other_begins(case)
        return case if case.maximizing in self.movers else other_begins(case)

    def call(self, case: BoardCase) -> dict[str, Any]:
        mover = self.signs[0] if case.maximizing else self.signs[1]
        board = {
            "form": self.board.form, "rows": self.board.rows, "columns": self.board.columns, "cells": case.cells,
            "signs": dict(zip("XO.", self.signs, strict=True)), "from": self.board.first_number,
            "where": self.board.where, "path": list(self.board.path), "float": self.board.float,
            "first": self.board.first, "bottom first": self.bottom_first,
        }  # fmt: skip
        known = self._known(case)
        call: dict[str, Any] = {
            "function": list(self.function.path), "form": "board", "board": board, "tree": None,
            "maximizing": case.maximizing, "watch": self.watch if case.watch else None,
            "attributes": {name: mover for name in ("current_player", "turn", "player", "current_turn", "to_move")},
        }  # fmt: skip
        call["args"] = [known.get(p.name, _json(self._guess(p.name))) for p in self._given()]
        if self.owner and self.owner.name != (self.board.path or ("",))[0]:
            holds = re.compile("board|game|state|env", re.I) if self.board.where == "object" else re.compile("(?!)")
            required = [p.name for p in self.owner.init if p.required]
            args = [ROOT if holds.search(name) else _json(self._guess(name)) for name in required]
            call["instance"] = {"args": args}
        return call

    def _given(self) -> list[Any]:
        """The parameters that get an argument: required ones, and those known before them."""
        parameters = list(self.function.parameters)
        while parameters and not parameters[-1].required and parameters[-1].name not in self.roles.values():
            parameters.pop()
        return parameters

    def _known(self, case: BoardCase) -> dict[str, dict[str, Any]]:
        turn = self.turn[0] if case.maximizing else self.turn[1]
        by_role = {
            "node": ROOT, "index": ROOT, "game": ROOT, "alpha": _json(float("-inf")), "beta": _json(float("inf")),
            "depth": _json(0 if self.depth == "up" else case.empty), "height": _json(case.empty),
            "maximizing": _json(turn), "minimizing": _json(not turn), "colour": _json(turn), "player": _json(turn),
        }  # fmt: skip
        return {name: by_role[role] for role, name in self.roles.items() if role in by_role}

    def _guess(self, name: str) -> Any:
        if MIN_NAMES.fullmatch(name) and plain(name) != "player":
            return self.signs[1]
        if MAX_NAMES.fullmatch(name) or re.search("letter|symbol|mark|player|piece|sign|token", name, re.I):
            return self.signs[0]
        return filler(name)

    def read(self, case: BoardCase, answer: Answer) -> Answer:
        if answer.part is None:
            return answer
        value = None if self.reading.value is None else answer.part.at(self.reading.value)
        move = None if self.reading.move is None else answer.part.at(self.reading.move)
        number = None if value is None or value.number is None else value.number - self.middle
        return replace(
            answer, value=number, move=None if move is None else as_move(move, self.move_kind, self.shape),
            moved=move is not None and move.type != "NoneType",
        )  # fmt: skip

    def value_for_max(self, case: BoardCase, answer: Answer) -> int | None:
        """-1, 0 or 1; None if there is no number."""
        if answer.value is None:
            return None
        sign = (answer.value > 0) - (answer.value < 0)
        return -sign if self.view == "mover" and not case.maximizing else sign

    @property
    def with_move(self) -> bool:
        return self.reading.move is not None

    def show_call(self, case: BoardCase) -> str:
        shown = [_shown(spec) for spec in self.call(case)["args"]]
        return f"{self.function.title}({', '.join(shown)})"

    def describe(self) -> list[str]:
        said = [f"plays {TITLES[self.shape]} on its own board, MAX is {self.signs[0]!r}"]
        if self.movers == (True,):
            said.append("always called with MAX to move")
        if self.view != "max":
            said.append("values are for the player to move")
        if self.bottom_first:
            said.append("row 0 is the lowest one")
        if self.reading.title != "value":
            said.append(f"answers: {self.reading.title}")
        return said


ROOT = {"is": "root"}


def _json(value: Any) -> dict[str, Any]:
    return {"is": "json", "value": value}


def _shown(spec: Mapping[str, Any]) -> str:
    return (
        "board" if spec["is"] == "root" else str(spec["value"]) if "inf" in str(spec["value"]) else repr(spec["value"])
    )


def as_move(part: Part, kind: str, shape: tuple[int, int]) -> int | None:
    """The cell (or the column in Connect Four) that a part names."""
    base = 1 if kind.endswith("from 1") else 0
    if kind.startswith("pair"):
        row, column = part.at(("[0]",)), part.at(("[1]",))
        if row is None or column is None or row.number is None or column.number is None:
            return None
        cell = (row.number - base, column.number - base)
        if not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
            return None
        return int(cell[1]) if shape == (6, 7) else int(cell[0] * shape[1] + cell[1])
    number = part.number
    if number is None and part.text is not None and part.text.isdigit():
        number = int(part.text)
    return None if number is None or number != int(number) else int(number) - base


# ---- what may be meant ---------------------------------------------------------------------------------------------


def styles(source: Source, function: Function, found: Sequence[BoardFound], base: BoardStyle) -> Iterator[BoardStyle]:
    """All ways that fit the function's parameters, likeliest first."""
    for board in candidates(source, function, found):
        for signs in sign_pairs(source, board):
            for turn, depth, first in itertools.product(_turns(base, signs), _depths(base), _begins(base, source)):
                for bottom in (False, True) if board.rows == 6 else (False,):
                    yield replace(base, board=board, signs=signs, bottom_first=bottom, **turn, **depth, **first)


def candidates(source: Source, function: Function, found: Sequence[BoardFound]) -> list[BoardFound]:
    """The boards that were found, where they can be what the function works on; usual ones if none was."""
    takes = "node" in roles_of(function) or "game" in roles_of(function)
    methods = source.classes[function.cls].methods if function.cls else frozenset()
    fitting = []
    for board in found:
        mine = board.where == "object" and board.path[0] == function.cls
        if board.where == "object" and not mine:
            fitting += [board] if takes or function.cls else []
            continue
        if takes and board.where in ("global", "object"):
            fitting.append(board)
            fitting += [replace(board, where="argument", path=())] if mine and "dict" not in board.form else []
        elif (takes and board.where == "argument") or (not takes and board.where != "argument"):
            fitting.append(board)
    if fitting or not takes or methods:
        return list(dict.fromkeys(fitting))
    usual = [BoardFound("argument", (), form, 3, 3, (empty,)) for form in ("rows", "flat") for empty in (" ", 0, None)]
    return usual


def sign_pairs(source: Source, board: BoardFound) -> list[tuple[Any, Any, Any]]:
    """(MAX's sign, MIN's, empty): by the program's constants, then by custom."""
    known = constants(source)
    empties = [v for k, v in known if re.fullmatch(r"\w*(empty|blank|leer)\w*", k, re.I) and not isinstance(v, bool)]
    on_board = [sign for sign in board.signs if sign is not None or len(board.signs) == 1 or None in board.signs]
    empty = on_board[0] if len(on_board) == 1 or not empties else empties[0]
    if empties and empties[0] in on_board:
        empty = empties[0]
    elif len(on_board) > 1:
        blank = [s for s in on_board if s in (None, "", " ", "_", "-", ".", 0, "number", "digit", "*", "#")]
        empty = blank[0] if blank else on_board[0]
    simple = [(k, v) for k, v in known if v not in (None, empty) and not isinstance(v, bool)]
    simple = [(k, v) for k, v in simple if (isinstance(v, str) and len(v) <= 2) or v in (1, -1, 2)]
    firsts = [v for k, v in simple if MAX_NAMES.fullmatch(k)]
    seconds = [v for k, v in simple if MIN_NAMES.fullmatch(k)]
    pairs = [(a, b) for a in firsts for b in seconds if a != b and type(a) is type(b)]
    texts = {part.value for part in ast.walk(source.tree) if isinstance(part, ast.Constant)} if source.tree else set()
    named = [(a, b) for a, b in USUAL if {a, b} <= {t for t in texts if isinstance(t, type(a))} or a == 1 or a == -1]
    pairs += [*named, *((b, a) for a, b in pairs + named)]
    return [(a, b, empty) for a, b in dict.fromkeys(pairs) if empty not in (a, b)][:8]


def constants(source: Source) -> list[tuple[str, Any]]:
    """Every name that is given a simple constant somewhere: at the top, in a function, on self."""
    found: list[tuple[str, Any]] = list(source.constants.items())
    for part in ast.walk(source.tree) if source.tree else ():
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant | ast.UnaryOp):
            for target in part.targets:
                name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
                try:
                    found.append((name, ast.literal_eval(part.value)))
                except ValueError:
                    continue
    return [(k, v) for k, v in dict.fromkeys(f for f in found if _hashable(f)) if k]


def _hashable(pair: tuple[str, Any]) -> bool:
    return pair[1] is None or isinstance(pair[1], str | int | float)


def _turns(base: BoardStyle, signs: tuple[Any, Any, Any]) -> list[dict[str, Any]]:
    negamax = "nega" in plain(base.function.title)
    views = ("mover", "max") if negamax else ("max", "mover")
    if "maximizing" in base.roles:
        return [{"turn": pair, "view": "max"} for pair in ((True, False), (signs[0], signs[1]))]
    if "minimizing" in base.roles:
        return [{"turn": (False, True), "view": "max"}]
    if "colour" in base.roles or "player" in base.roles:
        pairs = [(signs[0], signs[1]), (1, -1), (True, False), (0, 1), ("max", "min"), ("MAX", "MIN")]
        return [{"turn": pair, "view": view} for pair in dict.fromkeys(pairs) for view in views]
    return [{"view": view} for view in views]


def _depths(base: BoardStyle) -> list[dict[str, Any]]:
    return [{"depth": "down"}, {"depth": "up"}] if "depth" in base.roles else [{}]


def _begins(base: BoardStyle, source: Source) -> list[dict[str, Any]]:
    if {"maximizing", "minimizing", "colour", "player"} & set(base.roles):
        return [{}]
    both: list[dict[str, Any]] = [{"x_begins": True}, {"x_begins": False}]
    alone: list[dict[str, Any]] = [{"movers": (True,)}]
    counts = any(re.search(r"player|turn|tomove|next", plain(f.name)) for f in source.functions)
    return [*both, *alone] if counts else [*alone, *both]


# ---- what the answers mean -----------------------------------------------------------------------------------------


def find_reading(style: BoardStyle, cases: Sequence[BoardCase], answers: Sequence[Answer]) -> tuple[BoardStyle, int]:
    """The style with the reading under which most answers are right, and how many are."""
    parts = [answer.part for answer in answers]
    known = list(dict.fromkeys(path for part in parts if part for path in paths(part)))
    if not known:
        return style, 0
    values = {
        (path, middle): _right_values(style, path, middle, cases, parts) for path in known for middle in (0.0, 0.5)
    }
    kinds = ("index", "index from 1", "pair", "pair from 1")
    moves = {(path, kind): _right_moves(path, kind, cases, parts) for path in known for kind in kinds}
    best_value = max(values, key=lambda key: (values[key], _is(key[0], VALUE_NAMES), -len(key[0]), -key[1]))
    best_move = max(moves, key=lambda key: (moves[key], _is(key[0], MOVE_NAMES), -len(key[0])))
    enough = 0.7 * len(cases)
    a_move = best_value[0] == best_move[0] and moves[best_move] > values[best_value]
    has_value = values[best_value] >= enough and not a_move
    move: Path | None = best_move[0] if moves[best_move] >= enough and best_move[0] != best_value[0] else None
    if has_value:
        if move is None:
            move = _other_part(best_value[0], parts)
        found = replace(style, reading=Reading(best_value[0], move), move_kind=best_move[1], middle=best_value[1])
        return found, values[best_value]
    if moves[best_move] >= enough:
        return replace(style, reading=Reading(None, best_move[0]), move_kind=best_move[1]), moves[best_move]
    return _by_custom(style, known, parts), max(values[best_value], moves[best_move])


def _by_custom(style: BoardStyle, known: Sequence[Path], parts: Sequence[Part | None]) -> BoardStyle:
    """Most answers are wrong: what they are meant to be, by their form and the function's name."""
    named = next((path for path in known if _is(path, VALUE_NAMES)), None)
    if named:
        return replace(style, reading=Reading(named, None))
    numbers = sum(part is not None and part.number is not None for part in parts)
    searching = re.search("mini?max|alphabeta|negamax|value", plain(style.function.name))
    if numbers and searching:
        return style
    pair = all(part is None or part.length == 2 for part in parts)
    return replace(style, reading=Reading(None, ()), move_kind="pair" if pair and not numbers else "index")


def _other_part(value: Path, parts: Sequence[Part | None]) -> Path | None:
    if len(value) == 1 and all(part is None or part.length == 2 for part in parts):
        return {"[0]": ("[1]",), "[1]": ("[0]",)}.get(value[0])
    return None


def _right_values(
    style: BoardStyle, path: Path, middle: float, cases: Sequence[BoardCase], parts: Sequence[Part | None]
) -> int:
    right = 0
    for case, part in zip(cases, parts, strict=True):
        found = part.at(path) if part else None
        if found is not None and found.number is not None:
            shown = Answer(value=found.number - middle)
            right += style.value_for_max(case, shown) == case.value
    return right


def _right_moves(path: Path, kind: str, cases: Sequence[BoardCase], parts: Sequence[Part | None]) -> int:
    found = [part.at(path) if part else None for part in parts]
    moves = [None if p is None else as_move(p, kind, case.shape) for p, case in zip(found, cases, strict=True)]
    return sum(move in case.best for move, case in zip(moves, cases, strict=True))


def _is(path: Path, names: Sequence[str]) -> bool:
    return bool(path) and any(name in path[-1].lower() for name in names)
