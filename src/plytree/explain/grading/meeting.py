"""Finds out how a program wants to be called, by calling it: the style in which most answers are right is its own."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plytree.explain.grading import reading
from plytree.explain.grading.answers import Answer, Error
from plytree.explain.grading.graph import graphs
from plytree.explain.grading.roles import plain, prunes, roles_of
from plytree.explain.grading.sandbox import StudentSession
from plytree.explain.grading.source import NO_DEFAULT, Class, Function, Source
from plytree.explain.grading.styles import Style
from plytree.explain.grading.trees import Case, Indexed, complete_binary, minimax, move_values, random_tree

SECONDS = 0.5  # for one call at the first meeting, whose trees are small
MOST_STYLES = 80
ACCIDENT = 0.75  # a style in which fewer answers are right may be one by accident
PLAYERS: tuple[tuple[Any, Any], ...] = (
    (True, False), (1, -1), (0, 1), ("MAX", "MIN"), ("max", "min"), (1, 2), (1, 0), ("X", "O"), ("Max", "Min"),
)  # fmt: skip
VALUE_LIKE = re.compile(r"(node_?)?(value|val|data|score|utility|payoff|wert|points|heuristic)\w*", re.I)
CHILDREN_LIKE = re.compile(r"(children|childs|kids|successors|kinder|left\w*|child_?nodes|nodes|child_?list)", re.I)


@dataclass(frozen=True)
class Met:
    """A style with what it scored at the meeting."""

    style: Style
    right: int
    cases: Sequence[Case]
    answers: Sequence[Answer]

    @property
    def answered(self) -> int:
        """Answers that may be meant as one: not the whole tree handed back."""
        return sum(a.part is not None and not (a.part.node == 0 and a.part.number is None) for a in self.answers)

    @property
    def first_error(self) -> Error | None:
        return next((answer.error for answer in self.answers if answer.error), None)

    @property
    def may_say_more(self) -> bool:
        """Only the move was understood, of an answer that has more parts."""
        return self.style.reading.value is None and bool(self.style.reading.move)

    @property
    def is_it(self) -> bool:
        """So many right answers are no accident."""
        return self.right >= ACCIDENT * len(self.cases)


def meet(session: StudentSession, source: Source, function: Function, roots: tuple[bool, ...] = ()) -> Met | None:
    """The style in which the function answers best; None if nothing can be asked any more.

    An unlikely style is taken only if most of its answers are right: a wrong program is graded in the likely one.
    """
    tried: list[Met] = []
    for style in itertools.islice(styles(source, function), MOST_STYLES):
        if roots and not set(roots) & set(style.roots):
            continue
        met = _try(session, replace(style, roots=roots or style.roots))
        if met is None:
            break
        tried.append(met)
        if (met.right == len(met.cases) and not met.may_say_more) or session.gave_up:
            break
    best = max(tried, key=lambda met: (met.right, not met.may_say_more), default=None)
    if best is None or best.is_it:
        return best
    likely = [met for met in tried if met.style.form == "list"] if takes_lists(source, function) else []
    return max(likely or tried, key=lambda met: met.answered)


def _try(session: StudentSession, style: Style) -> Met | None:
    cases = meeting_cases(style)
    before = session.errors_in_a_row
    answers = session.ask_all([{**style.call(case), "seconds": min(SECONDS, session.bounds.seconds)} for case in cases])
    session.errors_in_a_row = before  # a wrong way to call it is not the program's fault
    if session.gave_up == "errors" and session.timeouts == 0:
        session.gave_up = ""
    if not answers:
        return None
    cases = cases[: len(answers)]
    values = [minimax(case) for case in cases]
    if style.view != "max":
        values = [value if case.maximizing else -value for case, value in zip(cases, values, strict=True)]
    best = [{n for n, v in enumerate(move_values(case)) if v == minimax(case)} for case in cases]
    children = [Indexed(case.tree).children[0] for case in cases]
    found, right = reading.find(answers, values, best, children)
    return Met(replace(style, reading=found), right, cases, answers)


def meeting_cases(style: Style) -> list[Case]:
    """Small trees whose numbers cannot be mistaken for the number of a child."""
    rng = random.Random(0)
    if style.trees == "any":
        trees = [random_tree(rng, depth, 3, 10, 99) for depth in (1, 2, 2, 3, 3, 2, 1, 3, 2, 3)]
        trees = [[[31, 52], [23, 94]], [[[41, 25], [67, 38]], [[12, 59], [73, 86]]], *trees]
    else:
        heights = (3,) * 10 if style.trees == "binary 3" else (1, 2, 2, 3, 3, 2, 1, 3, 2, 3)
        trees = [complete_binary(rng, tall, 10, 99) for tall in heights]
    return [Case(tree, style.roots[number % len(style.roots)]) for number, tree in enumerate(trees)]


def takes_lists(source: Source, function: Function) -> bool:
    """Does its text treat the node as a list: loop over it, measure it, ask for its type?"""
    nodes = _position_names(source, function)
    return any(nodes & part.uses.walked for whole in source.searching(function) for part in whole.everything())


# ---- the ways in which a function may want to be called ------------------------------------------------------------


def styles(source: Source, function: Function) -> Iterator[Style]:
    """All styles that fit a function's parameters, likeliest first."""
    roles = roles_of(function)
    owner = source.classes.get(function.cls)
    searching = source.searching(function)
    seen = ("node", "index", "alpha", "beta", "depth")
    watch = {
        f.name: {role: name for role, name in roles_of(f).items() if role in seen}
        for part in searching
        for f in part.everything()
    }
    watch = {name: {**of, "node": of.get("node", of.get("index", ""))} for name, of in watch.items()}
    claims = prunes(function, source)
    for graph in graphs(source, function):
        base = Style(
            function, graph.roles, form="graph", graph=graph, owner=owner, prunes=claims, watch=graph.watched(watch)
        )
        for depth, turn in itertools.product(depths(source, base), turns(source, base)):
            yield replace(base, **depth, **turn)
    base = Style(function, roles, owner=owner, prunes=claims, watch=watch)
    for form, depth, turn in itertools.product(
        forms(source, function, base), depths(source, base), turns(source, base)
    ):
        yield replace(base, **form, **depth, **turn)
        optional = any(p.name == roles.get("evaluate") and not p.required for p in function.parameters)
        if optional:  # the program has an evaluation of its own
            own = {role: name for role, name in roles.items() if role != "evaluate"}
            yield replace(base, **form, **depth, **turn, roles=own)


def forms(source: Source, function: Function, base: Style) -> list[dict[str, Any]]:
    if "leaves" in base.roles and ("index" in base.roles or "node" in base.roles):
        return [{"form": "index", "trees": "binary"}, {"form": "index", "trees": "binary 3"}]
    used = {attribute for part in source.reached(function) for _, attribute in part.uses.attributes}
    own = [c for c in source.classes.values() if is_node_class(c) and c.name != function.cls]
    found: list[dict[str, Any]] = []
    lists: list[dict[str, Any]] = [{"form": "list"}, {"form": "tuple"}]
    for cls in own:
        binary = any(p.name.lower().startswith("left") for p in cls.init) or "left" in cls.attributes
        found.append({"form": "own", "cls": cls, "trees": "binary" if binary else "any"})
    asks = bool({"game", "evaluate"} & set(base.roles)) or any(
        variable in _position_names(source, function)
        for part in source.reached(function)
        for variable, _ in part.uses.attributes
    )
    states: list[dict[str, Any]] = [{"form": "state"}, {"form": "state", "mutable": True}]
    if "game" in base.roles:
        return [*states, *lists]
    if own and (used & {a for c in own for a in c.attributes}):
        return [*found, *lists, *(states if asks else [])]
    return [*states, *lists] if asks and "evaluate" not in base.roles else [*lists, *states, *found]


def _position_names(source: Source, function: Function) -> set[str]:
    return {roles_of(part).get("node", "") for whole in source.searching(function) for part in whole.everything()} | {
        roles_of(function).get("node", "")
    }


def is_node_class(cls: Class) -> bool:
    names = cls.attributes | {p.name for p in cls.init}
    return any(VALUE_LIKE.fullmatch(name) for name in names) and any(CHILDREN_LIKE.fullmatch(name) for name in names)


def depths(source: Source, base: Style) -> list[dict[str, Any]]:
    if "depth" not in base.roles:
        return [{}]
    default = next(p.default for p in base.function.parameters if p.name == base.roles["depth"])
    steps = {
        step
        for part in source.searching(base.function)
        for inner in part.everything()
        for name, step in inner.uses.steps
        if name == roles_of(inner).get("depth")
    }
    if "height" in base.roles or default == 0 or steps == {"+"}:
        return [{"depth": "up"}, {"depth": "down"}]
    if "-" in steps:
        return [{"depth": "down"}]
    ways = [{"depth": "down"}, {"depth": "up"}]
    return ways if default is NO_DEFAULT else [*ways, {"depth": "default"}]


def turns(source: Source, base: Style) -> list[dict[str, Any]]:
    """Whose turn it is and from whose view the function speaks."""
    both = (True, False)
    name = plain(base.function.title)
    negamax = "negamax" in name or "negascout" in name
    if "maximizing" in base.roles:
        return [{"roots": both}, {"roots": both, "turn": (1, 0)}, {"roots": both, "turn": (1, -1)}]
    if "minimizing" in base.roles:
        return [{"roots": both, "turn": (False, True)}]
    if "colour" in base.roles:
        return [{"roots": both, "turn": (1, -1), "view": view} for view in ("colour", "max")]
    if "player" in base.roles:
        found = []
        for pair in [*player_constants(source), *PLAYERS]:
            views = ("colour", "mover", "max") if negamax else ("max", "colour") if pair == (1, -1) else ("max",)
            found += [{"roots": both, "turn": pair, "view": view} for view in views]
        return found
    if "game" in base.roles:
        views = ("mover", "max") if negamax else ("max", "colour", "mover")
        return [{"roots": both, "view": view} for view in views]
    if negamax:
        return [{"view": "mover"}, {"view": "max"}]
    min_first = re.match(r"min(value|val|node|imi[sz]e)?$", plain(base.function.name)) is not None
    ways: list[dict[str, Any]] = [{"roots": (True,)}, {"roots": (False,)}, {"view": "mover"}]
    return [ways[1], ways[0], ways[2]] if min_first else ways


def player_constants(source: Source) -> list[tuple[Any, Any]]:
    """Constants of the program that look like its names for the two players."""
    firsts = {
        k: v
        for k, v in source.constants.items()
        if re.fullmatch(r"(player_?)?(max|ai|comp\w*|x|one|me)(_?player)?", k, re.I)
    }
    seconds = {
        k: v
        for k, v in source.constants.items()
        if re.fullmatch(r"(player_?)?(min|human\w*|opp\w*|o|two|you)(_?player)?", k, re.I)
    }
    simple = (int, str, bool)
    return [
        (a, b)
        for a, b in itertools.product(firsts.values(), seconds.values())
        if isinstance(a, simple) and isinstance(b, simple) and a != b and (isinstance(a, str) or abs(a) < 10)
    ][:4]
