"""How a student's function wants to be called: which objects it takes, whose turn it is, from whose view it speaks.

A case is always from MAX's view; a style turns it into a call and the answer back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plytree.explain.grading.answers import Answer
from plytree.explain.grading.graph import Graph
from plytree.explain.grading.reading import Reading
from plytree.explain.grading.roles import filler
from plytree.explain.grading.source import Class, Function
from plytree.explain.grading.trees import Case, Indexed, Tree, height, with_leaves

LARGE = 400  # added to watched leaves (-9..99): CPython shares the objects of small numbers, these are all distinct
Window = tuple[int, float, float]  # a node's number, alpha, beta
ROOT = {"is": "root"}


@dataclass(frozen=True)
class Style:
    """One way to call a function.

    `view` is "max" (values are for MAX), "colour" (for the player to move, leaves for MAX) or "mover" (both for the
    player to move). `roots`: which players it can have at the root.
    """

    function: Function
    roles: Mapping[str, str]
    form: str = "list"  # what a node is: list, tuple, state, own, index, graph
    cls: Class | None = None  # the program's own class of nodes
    graph: Graph | None = None  # the program's own dicts
    owner: Class | None = None  # the class whose method is called
    view: str = "max"
    roots: tuple[bool, ...] = (True,)
    turn: tuple[Any, Any] = (True, False)  # what says that MAX is to move, and MIN
    depth: str = "down"  # "up": counts from 0; "default": the program's own
    mutable: bool = False  # making a move changes the state
    trees: str = "any"  # "binary": complete binary ones, all leaves on one level; "binary 3": of height 3
    prunes: bool = False  # claims to
    strict: bool = False  # cuts only beyond the bound, not on equality
    watch: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reading: Reading = field(default_factory=Reading)

    @property
    def has_window(self) -> bool:
        return "alpha" in self.roles and "beta" in self.roles

    @property
    def with_move(self) -> bool:
        return self.reading.move is not None

    @property
    def has_limit(self) -> bool:
        """Can the depth be limited, with an estimate for nodes at the limit?"""
        knows = "evaluate" in self.roles or self.form == "state"
        return "depth" in self.roles and self.depth == "down" and knows and not self.owner

    def call(self, case: Case) -> dict[str, Any]:
        """The call, as the process that runs the program understands it."""
        tree, alpha, beta = enlarged(case).tree, case.alpha, case.beta
        if self.view == "mover":
            tree = _for_mover(tree, 1 if case.maximizing else -1)
        if self.view != "max" and not case.maximizing:
            alpha, beta = -beta, -alpha
        estimates = list(case.estimates)
        if self.view == "mover" and estimates:
            plies = Indexed(case.tree).plies
            estimates = [e if (plies[n] % 2 == 0) == case.maximizing else -e for n, e in enumerate(estimates)]
        call: dict[str, Any] = {
            "function": list(self.function.path), "form": self.form, "tree": tree, "maximizing": case.maximizing,
            "estimates": estimates, "mutable": self.mutable, "watch": self.watch if case.watch else None,
        }  # fmt: skip
        if self.cls:
            call["class"] = self.cls.name
        if self.graph:
            call["graph"] = self.graph.to_json()
        known = self._known(case, alpha, beta)
        if self.owner:
            call["instance"] = self._instance(known)
        call["args"], call["named"] = self._arguments(known)
        return call

    def _known(self, case: Case, alpha: float, beta: float) -> dict[str, dict[str, Any]]:
        tall = height(case.tree)
        depth = tall if case.depth is None else case.depth
        turn = self.turn[0] if case.maximizing else self.turn[1]
        return {
            "node": ROOT, "index": ROOT, "game": {"is": "rules"}, "evaluate": {"is": "evaluate"},
            "leaves": {"is": "leaves"}, "graph": {"is": "graph"}, "values": {"is": "values"},
            "alpha": _json(alpha), "beta": _json(beta),
            "depth": _json(0 if self.depth == "up" else depth), "height": _json(depth), "maximizing": _json(turn),
            "minimizing": _json(turn), "colour": _json(turn), "player": _json(turn),
        }  # fmt: skip

    def _arguments(self, known: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        role_of = {name: role for role, name in self.roles.items()}
        by_place: list[Any] = []
        by_name: dict[str, Any] = {}
        left_out = False
        for parameter in self.function.parameters:
            role = role_of.get(parameter.name, "")
            if (role == "depth" and self.depth == "default") or (not role and not parameter.required):
                left_out = True
                continue
            spec = known[role] if role else _json(filler(parameter.name))
            if left_out:
                by_name[parameter.name] = spec
            else:
                by_place.append(spec)
        return by_place, by_name

    def _instance(self, known: Mapping[str, Any]) -> dict[str, Any]:
        assert self.owner is not None
        from plytree.explain.grading.roles import roles_of

        made = Function("__init__", "", 0, self.owner.init)
        role_of = {name: role for role, name in roles_of(made).items()}
        given = [known.get(role_of.get(p.name, ""), _json(filler(p.name))) for p in self.owner.init if p.required]
        if self.owner.init or not self.owner.bases:
            return {"args": given}
        return {  # an agent whose base class is not there, as in the Pacman projects
            "args": given,
            "set": {"depth": known["height"], "index": _json(0), "evaluationFunction": {"is": "evaluate"}},
        }

    def read(self, case: Case, answer: Answer) -> Answer:
        """The answer with its value and move."""
        return self.reading.read(answer, Indexed(case.tree).children[0])

    def value_for_max(self, case: Case, answer: Answer) -> float | None:
        """The value that the program returned for `enlarged(case)`, from MAX's view; None if it returned none."""
        if answer.value is None:
            return None
        return -answer.value if self.view != "max" and not case.maximizing else answer.value

    def windows_for_max(self, case: Case, answer: Answer) -> tuple[Window, ...] | None:
        """The windows that the program's own calls got, from MAX's view; None if it shows none."""
        windows = answer.windows
        if not windows or any(alpha is None or beta is None for _, alpha, beta in windows):
            return None
        plies = Indexed(case.tree).plies
        if any(node >= len(plies) for node, _, _ in windows):
            return None
        turned = [self.view != "max" and plies[node] % 2 == (1 if case.maximizing else 0) for node, _, _ in windows]
        return tuple(
            (node, -beta, -alpha) if turn else (node, alpha, beta)  # type: ignore[operator, misc]
            for (node, alpha, beta), turn in zip(windows, turned, strict=True)
        )

    def show_call(self, case: Case) -> str:
        """The call as one would type it."""
        call = self.call(replace(case, watch=""))
        given = [_shown(spec, call) for spec in call["args"]]
        given += [f"{name}={_shown(spec, call)}" for name, spec in call["named"].items()]
        return f"{self.function.title}({', '.join(given)})"

    def describe(self) -> list[str]:
        """What was found out about the program's conventions and is worth saying."""
        said = []
        forms = {
            "tuple": "nodes are tuples", "state": "nodes are objects with the methods that the program calls",
            "index": "a complete binary tree as the array of its leaves",
            "graph": "a tree in dicts, from names to lists of names",
        }  # fmt: skip
        if self.form == "own" and self.cls:
            said.append(f"nodes are objects of its own class {self.cls.name}")
        elif self.form in forms:
            said.append(forms[self.form])
        if self.trees == "binary 3":
            said.append("works for trees of height 3 only, as the number is written in the program")
        if self.roots == (False,):
            said.append("MIN is to move at the root")
        if self.view != "max":
            said.append("values are for the player to move")
        if self.depth == "up":
            said.append("depth counts up from 0")
        elif self.depth == "default":
            said.append("depth starts from the program's own default")
        if self.strict:
            said.append("cuts only beyond the bound, not on equality")
        if self.reading.title != "value":
            said.append(f"answers: {self.reading.title}")
        if self.reading.counter:
            said.append(f"its counter counts {self.reading.counter}")
        return said


def _json(value: Any) -> dict[str, Any]:
    return {"is": "json", "value": value}


def _shown(spec: Mapping[str, Any], call: Mapping[str, Any]) -> str:
    if spec["is"] == "root":
        return {"state": "state", "own": "root", "index": "0", "graph": "'n0'"}.get(call["form"], str(call["tree"]))
    if spec["is"] == "leaves":
        return str(leaves_of(call["tree"]))
    if spec["is"] != "json":
        return {"rules": "game"}.get(spec["is"], str(spec["is"]))
    value = spec["value"]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def leaves_of(tree: Tree) -> list[int]:
    return [leaf for child in tree for leaf in leaves_of(child)] if isinstance(tree, list) else [tree]


def enlarged(case: Case) -> Case:
    """The case that the program really gets: a watched one with every number so large that each leaf is an object."""
    return replace(case, tree=with_leaves(case.tree, lambda leaf: leaf + LARGE)) if case.watch else case


def _for_mover(tree: Tree, sign: int) -> Tree:
    return [_for_mover(child, -sign) for child in tree] if isinstance(tree, list) else sign * tree


def known_children(case: Case) -> Sequence[int]:
    return Indexed(case.tree).children[0]
