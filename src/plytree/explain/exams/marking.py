"""Marks a filled-in answer: points for every field, and for every mistake the reason in words."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from typing import Any

from plytree.errors import InputError
from plytree.explain.exams.check import FIELDS, Field, Verdict, accepted, check_cut, check_move, check_node, origin
from plytree.explain.exams.points import Points, read_points
from plytree.explain.exams.reasons import reasons_of
from plytree.explain.exams.sheet import VARIANTS
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.outline import Path
from plytree.explain.trace import Trace, explain
from plytree.games.trees.handtree import parse_tree
from plytree.search.textbook.tree import PaperTree, Value

MOST_NODES = 2000
LONGEST_NUMBER = 30


@dataclass(frozen=True)
class Mark:
    """One field of an answer: points reached (negative for an edge wrongly struck) of points to reach."""

    node: str
    field: str  # alpha, beta, value, cut or move
    given: str
    points: int
    of: int
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        verdict = self.verdict
        return {
            "node": self.node, "field": self.field, "given": self.given, "right": verdict.right,
            "points": self.points, "of": self.of, "expected": verdict.expected or None, "why": verdict.why or None,
            "explanation": verdict.explanation or None,
        }  # fmt: skip


@dataclass
class Marked:
    """One exercise, marked."""

    number: int
    marks: list[Mark] = field(default_factory=list)

    @property
    def points(self) -> int:
        return max(0, sum(mark.points for mark in self.marks))

    @property
    def of(self) -> int:
        return sum(mark.of for mark in self.marks)

    @property
    def mistakes(self) -> list[Mark]:
        return [mark for mark in self.marks if not mark.verdict.right]


def mark_answers(document: Any, lang: str | None = None, key: Any = None) -> list[Marked]:
    """Mark the whole document; with `key` (a solution) only if it belongs to the same sheet.

    InputError with one sentence if the document is not an answer to a sheet.
    """
    exercises = _exercises(document)
    if key is not None:
        right = _exercises(_of_sheet(key, document))
        _same_trees(exercises, right)
        exercises = [{**answer, "points": own.get("points", {})} for answer, own in zip(exercises, right, strict=True)]
    lang = lang or str(document.get("lang") or "en")
    reasons_of(lang)
    variant = document.get("variant", "fail-soft")
    if variant not in VARIANTS:
        raise InputError(f"{str(variant)[:40]!r} is not a variant for exams; expected one of {', '.join(VARIANTS)}")
    return [_Marker(number, exercise, variant, lang).mark() for number, exercise in enumerate(exercises, start=1)]


def _of_sheet(key: Any, document: Any) -> Any:
    """The solution of the same sheet, where the key holds those of many."""
    sheets = key.get("sheets") if isinstance(key, dict) else None
    if not isinstance(sheets, list):
        return key
    found = [sheet for sheet in sheets if isinstance(sheet, dict) and sheet.get("seed") == document.get("seed")]
    if not found:
        raise InputError(f"the solutions have no sheet {str(document.get('seed'))[:20]!r}, which the answer belongs to")
    return found[0]


def _exercises(document: Any) -> list[dict[str, Any]]:
    exercises = document.get("exercises") if isinstance(document, dict) else None
    if not isinstance(exercises, list) or not exercises or not all(isinstance(e, dict) for e in exercises):
        raise InputError("this is not an answer to an exam; expected a JSON object with a list of exercises")
    return exercises


def _same_trees(given: list[dict[str, Any]], key: list[dict[str, Any]]) -> None:
    for number, (answer, right) in enumerate(zip(given, key, strict=False), start=1):
        if answer.get("tree") != right.get("tree"):
            raise InputError(f"the tree of exercise {number} is not the one of the solution; it must not be changed")
    if len(given) != len(key):
        raise InputError(f"the answer has {len(given)} exercises, the solution has {len(key)}")


class _Marker:
    """Marks one exercise."""

    def __init__(self, number: int, exercise: dict[str, Any], variant: str, lang: str):
        self.number, self.lang = number, lang
        tree = parse_tree(_json(exercise.get("tree"), f"exercise {number} has no tree"))
        if tree.is_leaf or sum(1 for _ in tree.nodes()) > MOST_NODES:
            raise InputError(
                f"the tree of exercise {number} must have a root with children and at most {MOST_NODES} nodes"
            )
        self.trace: Trace = explain(PaperTree(tree), variant)
        self.points = read_points(exercise["points"]) if "points" in exercise else Points()
        self.by_name = {node.name: node for node in self.trace.nodes()}
        if len(self.by_name) != self.trace.size:
            raise InputError(f"two nodes of exercise {number} have the same name")
        self.given = self._numbers(exercise.get("nodes"))
        self.struck = self._struck(exercise.get("cut", []))
        self.move = self._named(exercise.get("move"), "move")

    def mark(self) -> Marked:
        marked = Marked(self.number)
        for node in self.trace.nodes():
            if not node.is_leaf:
                marked.marks += [mark for name in FIELDS if (mark := self._mark_number(node, name)) is not None]
        for node in self.trace.nodes():
            struck, is_cut = node.path in self.struck, node.path in self.trace.cut
            if struck or is_cut:
                verdict = check_cut(self.trace, node.path, struck, self.lang)
                harmless = verdict.right or is_cut or verdict.why == "cut_below"
                worth = self.points.cut(self.trace, node.path)
                points = worth if verdict.right else 0 if harmless else -self.points.per_leaf(self.trace)
                given = "cut" if struck else ""
                marked.marks.append(Mark(node.name, "cut", given, points, worth if is_cut else 0, verdict))
        verdict = check_move(self.trace, None if self.move is None else self.move.path, self.lang)
        shown, of = "" if self.move is None else self.move.name, self.points.move
        marked.marks.append(Mark(self.trace.root.name, "move", shown, of if verdict.right else 0, of, verdict))
        return marked

    def _mark_number(self, node: TraceNode, name: Field) -> Mark | None:
        given = self.given.get((node.path, name))
        if not node.visited and given is None:
            return None
        verdict = check_node(self.trace, node.path, name, given, self.lang)
        worth: int = getattr(self.points, name)
        of = worth if node.visited else 0
        shown = "" if given is None else show(given)
        if not verdict.right and given is not None and node.visited:
            source = self._followed_from(node, name, given)
            if source is not None:
                words = reasons_of(self.lang)
                text = words["follow_up"].format(field=words["value"], source=source.name)
                return Mark(node.name, name, shown, of, of, replace(verdict, why="follow_up", explanation=text))
        return Mark(node.name, name, shown, of if verdict.right else 0 if node.visited else -worth, of, verdict)

    def _followed_from(self, node: TraceNode, name: Field, given: Value) -> TraceNode | None:
        """The node whose wrong value makes this number right in itself; None if nothing does."""
        side = 1 if name == "beta" else 0
        own = name == ("alpha" if node.kind == "max" else "beta")
        if name == "value":
            return self._wrong_child(node, given)
        found = origin(self.trace, node, side)
        if found is not None and node.windows[0][:2][side] == node.windows[-1][:2][side]:
            return found[1] if self._wrong_value(found[1]) == given else None
        if own:
            wrong = self._wrong_value(node)
            if wrong == given or self._wrong_child(node, given) is not None:
                return node if wrong == given else self._wrong_child(node, given)
        return None

    def _wrong_child(self, node: TraceNode, given: Value) -> TraceNode | None:
        """The child with a wrong value that the given number was rightly taken from."""
        answers: list[tuple[Value, TraceNode]] = []
        for child in node.children:
            value = child.value if child.is_leaf else self.given.get((child.path, "value"))
            if child.visited and value is not None:
                answers.append((value, child))
        if not answers:
            return None
        best = max(answers, key=lambda a: a[0]) if node.kind == "max" else min(answers, key=lambda a: a[0])
        if best[0] != given:
            return None
        wrong = [child for _, child in answers if self._wrong_value(child) is not None]
        return (best[1] if best[1] in wrong else wrong[0]) if wrong else None

    def _wrong_value(self, node: TraceNode) -> Value | None:
        """The value that the answer gives a node, if it is wrong."""
        given = self.given.get((node.path, "value"))
        return None if node.is_leaf or given in accepted(self.trace, node, "value") else given

    # ---- reading ------------------------------------------------------------------------------------------------

    def _numbers(self, nodes: Any) -> dict[tuple[Path, Field], Value]:
        if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
            raise InputError(f"exercise {self.number} has no list of nodes; keep the form of the empty answer")
        found: dict[tuple[Path, Field], Value] = {}
        for entry in nodes:
            node = self._named(entry.get("name"), "node")
            if node is None or node.is_leaf:
                raise InputError(
                    f"exercise {self.number}: {str(entry.get('name'))[:40]!r} is not an inner node of the tree"
                )
            for name in FIELDS:
                value = read_number(entry.get(name), f"exercise {self.number}, node {node.name}, {name}")
                if value is not None:
                    found[node.path, name] = value
        return found

    def _struck(self, cut: Any) -> set[Path]:
        if not isinstance(cut, list):
            raise InputError(
                f'exercise {self.number}: cut is {str(cut)[:40]!r}; expected a list of names like ["C", "d2"]'
            )
        nodes = [self._named(entry, "cut") for entry in cut]
        return {node.path for node in nodes if node is not None}

    def _named(self, name: Any, what: str) -> TraceNode | None:
        """The node that a text names, case and blanks aside; None for an empty text."""
        if name is None or (isinstance(name, str) and not name.strip()):
            return None
        if isinstance(name, str):
            wanted = name.strip()
            found = self.by_name.get(wanted) or self.by_name.get(wanted.upper()) or self.by_name.get(wanted.lower())
            if found is not None:
                return found
        names = ", ".join(list(self.by_name)[:8])
        raise InputError(
            f"exercise {self.number}: {what} {str(name)[:40]!r} is no node of the tree; it has {names} ..."
        )


def read_number(entry: Any, where: str) -> Value | None:
    """A number as people write it: 3, "-inf", "≤ 2"; None for an empty field. InputError says where it is none."""
    if entry is None:
        return None
    text = str(entry).strip().lower() if isinstance(entry, str | int | float) and not isinstance(entry, bool) else "?"
    for sign in ("<=", ">=", "≤", "≥", "="):
        text = text.removeprefix(sign).strip()
    text = text.replace("−", "-").replace("∞", "inf")
    if not text:
        return None
    try:
        number = float(text) if len(text) <= LONGEST_NUMBER else math.nan
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise InputError(f"{where} is {str(entry)[:40]!r}; expected a number, -inf, inf or nothing")
    return int(number) if number.is_integer() else number


def _json(tree: Any, missing: str) -> str:
    if tree is None:
        raise InputError(missing)
    return json.dumps(tree)


def report(marked: list[Marked], lang: str = "en") -> str:
    """The marks as text: every mistake with its reason, the points of each exercise, the total."""
    german = lang == "de"
    lines: list[str] = []
    for exercise in marked:
        points = f"{exercise.points} {'von' if german else 'of'} {exercise.of}"
        lines.append(f"{'Aufgabe' if german else 'Exercise'} {exercise.number}: {points} {_points(german)}")
        for mark in exercise.mistakes:
            given = mark.given or ("leer" if german else "empty")
            right = f" ({'richtig' if german else 'right'}: {mark.verdict.expected})" if mark.verdict.expected else ""
            lines.append(f"  {mark.node} {_field(mark.field, lang)} = {given}{right}: {mark.verdict.explanation}")
        if not exercise.mistakes:
            lines.append("  alles richtig" if german else "  all right")
    total, of = sum(e.points for e in marked), sum(e.of for e in marked)
    lines.append(f"{'Summe' if german else 'Total'}: {total} {'von' if german else 'of'} {of} {_points(german)}")
    return "\n".join(lines) + "\n"


def report_json(marked: list[Marked]) -> dict[str, Any]:
    exercises = [
        {"number": e.number, "points": e.points, "of": e.of, "marks": [mark.to_json() for mark in e.marks]}
        for e in marked
    ]
    points, of = sum(e.points for e in marked), sum(e.of for e in marked)
    return {"points": points, "of": of, "right": all(not e.mistakes for e in marked), "exercises": exercises}


def _points(german: bool) -> str:
    return "Punkten" if german else "points"


def _field(name: str, lang: str) -> str:
    named = {"en": {"cut": "cut", "move": "best move"}, "de": {"cut": "Schnitt", "move": "bester Zug"}}[lang]
    return named.get(name) or reasons_of(lang)[name]
