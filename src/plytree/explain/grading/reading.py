"""Where in a program's answers value and move are: a number, a pair either way round, a dict, an object."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from plytree.explain.grading.answers import Answer, Part

Path = tuple[str, ...]
MOST = 0.6  # of the answers must agree before a part is taken for the value, whatever it is called
VALUE_NAMES = ("score", "value", "utility", "eval", "best", "val", "wert")
MOVE_NAMES = ("move", "position", "action", "index", "pos", "zug", "best_move", "col")


@dataclass(frozen=True)
class Reading:
    """The paths to value and move inside an answer; None where there is none."""

    value: Path | None = ()
    move: Path | None = None
    counter: str = ""  # what the third part of an answer counts, if that is known

    def read(self, answer: Answer, children: Sequence[int]) -> Answer:
        """The answer with its value and move filled in; `children` are the numbers of the root's children."""
        if answer.part is None:
            return answer
        value = None if self.value is None else answer.part.at(self.value)
        move = None if self.move is None else answer.part.at(self.move)
        return replace(
            answer,
            value=value.number if value and value.number is not None and not math.isnan(value.number) else None,
            move=None if move is None else as_move(move, children),
            moved=move is not None and move.type != "NoneType",
        )

    @property
    def title(self) -> str:
        """In words, for the report."""
        if self.value is None:
            return "the move only"
        if self.move is None and not self.value:
            return "value"
        shown = {"value": "".join(self.value), "move": "".join(self.move or ())}
        if (shown["value"], shown["move"]) == ("[0]", "[1]"):
            return "value and move"
        if (shown["value"], shown["move"]) == ("[1]", "[0]"):
            return "move and value, in this order"
        return ", ".join(f"{name} as answer{path}" for name, path in shown.items() if path)


def as_move(part: Part, children: Sequence[int]) -> int | None:
    """The index of a root's child that a part names: as a number, or as the child itself."""
    if part.number is not None:
        whole = math.isfinite(part.number) and float(part.number).is_integer()
        return int(part.number) if whole else None
    if part.node in children:
        return children.index(part.node)
    return None


def paths(part: Part, before: Path = ()) -> Iterator[Path]:
    yield before
    if len(before) < 3:
        for key, inner in part.parts.items():
            yield from paths(inner, (*before, key))


def find(
    answers: Sequence[Answer], values: Sequence[float], best: Sequence[set[int]], children: Sequence[Sequence[int]]
) -> tuple[Reading, int]:
    """The reading under which most answers are right, and how many; what it is by custom where nothing fits."""
    parts = [answer.part for answer in answers]
    known = list(dict.fromkeys(path for part in parts if part for path in paths(part)))
    if not known:
        return Reading(), 0

    def right_values(path: Path) -> int:
        found = [part.at(path) if part else None for part in parts]
        return sum(p is not None and p.number == value for p, value in zip(found, values, strict=True))

    def right_moves(path: Path) -> int:
        found = [part.at(path) if part else None for part in parts]
        moves = [None if p is None else as_move(p, c) for p, c in zip(found, children, strict=True)]
        return sum(move in wanted for move, wanted in zip(moves, best, strict=True))

    by_value = {path: right_values(path) for path in known}
    value = max(known, key=lambda path: (by_value[path], -len(path), not _named(path, MOVE_NAMES)))
    move_paths = [path for path in known if path != value and not (value and path == ())]
    by_move = {path: right_moves(path) for path in known}
    move = max(move_paths, key=lambda p: (by_move[p], _named(p, MOVE_NAMES)), default=None)
    enough = MOST * len(answers)
    if by_value[value] >= enough:
        found = move if move is not None and by_move[move] >= enough else _other_half(value, parts)
        return Reading(value, found), by_value[value]
    alone = max(known, key=lambda path: by_move[path])
    if by_move[alone] >= max(enough, 0.9 * len(answers)) and by_value[value] < by_move[alone]:
        return Reading(None, alone), by_move[alone]
    custom = _by_custom(known, parts)
    return custom, by_value.get(custom.value or (), 0)


def _named(path: Path, names: Sequence[str]) -> bool:
    return bool(path) and any(name in path[-1].lower() for name in names)


def _other_half(value: Path, parts: Sequence[Part | None]) -> Path | None:
    """A pair's other part is meant as the move, even if it is wrong."""
    if len(value) == 1 and all(part is None or part.length == 2 for part in parts):
        return {"[0]": ("[1]",), "[1]": ("[0]",)}.get(value[0])
    return None


def _by_custom(known: Sequence[Path], parts: Sequence[Part | None]) -> Reading:
    """A program whose answers are mostly wrong: by the names of the parts, or (value, move)."""
    named = next((path for path in known if _named(path, VALUE_NAMES)), None)
    if named:
        return Reading(named, next((path for path in known if path != named and _named(path, MOVE_NAMES)), None))
    if ("[0]",) in known and ("[1]",) in known:
        numbers = {
            at: sum(1 for p in parts if (q := p and p.at((at,))) and q.number is not None) for at in ("[0]", "[1]")
        }
        first = numbers["[0]"] >= numbers["[1]"]
        return Reading(("[0]",), ("[1]",)) if first else Reading(("[1]",), ("[0]",))
    return Reading()
