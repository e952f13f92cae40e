"""An exercise sheet: its trees, the empty answer that students fill in, and the answer that is right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plytree.errors import InputError
from plytree.explain.exams.check import FIELDS
from plytree.explain.exams.difficulty import make_tree, measure
from plytree.explain.exams.points import Points
from plytree.explain.exams.reasons import reasons_of
from plytree.explain.numbers import to_json
from plytree.explain.trace import Trace, explain
from plytree.games.trees.handtree import Tree
from plytree.search.textbook.tree import PaperTree

VARIANTS = ("fail-soft", "fail-hard")
MOST_EXERCISES = 50


@dataclass(frozen=True)
class Sheet:
    """Exercises that belong together; the same arguments of `new_sheet` give the same sheet."""

    seed: int
    difficulty: str
    lang: str
    variant: str
    traces: tuple[Trace, ...]
    points: Points = field(default_factory=Points)
    title: str = ""  # the lecturer's own; empty: the usual one
    logo: str = ""  # a picture as a data: address

    def answers(self, *, filled: bool = False) -> dict[str, Any]:
        """The document that students fill in: empty, or as it should be in the end."""
        head = {"seed": self.seed, "difficulty": self.difficulty, "lang": self.lang, "variant": self.variant}
        exercises = [
            {**_exercise(number, trace, filled), "points": self.points.for_trace(trace).to_json()}
            for number, trace in enumerate(self.traces, start=1)
        ]
        return {"plytree": "exam", **head, "student": "", "exercises": exercises}


def new_sheet(
    seed: int,
    difficulty: str = "medium",
    *,
    depth: int | None = None,
    branching: int | None = None,
    count: int = 1,
    lang: str = "en",
    variant: str = "fail-soft",
    points: Points | None = None,
    title: str = "",
    logo: str = "",
) -> Sheet:
    """A sheet of `count` exercises; InputError if a wish cannot be met."""
    reasons_of(lang)
    if variant not in VARIANTS:
        raise InputError(f"{variant!r} is not a variant for exams; expected one of {', '.join(VARIANTS)}")
    if not 1 <= count <= MOST_EXERCISES:
        raise InputError(f"{count} exercises cannot be made; expected 1 to {MOST_EXERCISES}")
    trees = [make_tree(seed, number, difficulty, depth, branching) for number in range(1, count + 1)]
    traces = tuple(explain(PaperTree(tree), variant) for tree in trees)
    return Sheet(seed, difficulty, lang, variant, traces, points or Points(), title, logo)


def tree_of(trace: Trace) -> Tree:
    """The hand tree that a trace of this package was made from."""
    assert isinstance(trace.tree, PaperTree)
    tree: Tree = trace.tree.state
    return tree


def _exercise(number: int, trace: Trace, filled: bool) -> dict[str, Any]:
    nodes: list[dict[str, Any]] = []
    for node in trace.nodes():
        if not node.is_leaf:
            numbers: dict[str, Any] = {
                field: to_json(getattr(node, field)) if filled and node.visited else None for field in FIELDS
            }
            nodes.append({"name": node.name, "kind": node.kind, **numbers})
    move = None if trace.move is None else trace.root.children[trace.move].name
    return {
        "number": number,
        "tree": tree_of(trace).to_json(),
        **({"measures": measure(trace).to_json()} if filled else {}),
        "nodes": nodes,
        "cut": [trace.node(path).name for path in trace.cut] if filled else [],
        "move": move if filled else None,
    }
