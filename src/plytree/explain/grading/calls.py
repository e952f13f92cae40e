"""Between a case (always from MAX's view) and a call of the student's function in the view that it speaks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from plytree.explain.grading.trees import Case, Indexed, Tree, height, with_leaves

LARGE = 400  # added to watched leaves (-9..99): CPython shares the objects of small numbers, these are all distinct


Window = tuple[int, float, float]  # a node's number, alpha, beta


@dataclass(frozen=True)
class Interface:
    """How the student's function wants to be called.

    `view` is "max" (values are for MAX), "colour" (for the player to move, leaves for MAX) or "mover" (both for the
    player to move). A function without a parameter for the turn is only called with MAX at the root.
    """

    function: str
    roles: Mapping[str, str]
    view: str = "max"

    @property
    def has_window(self) -> bool:
        return "alpha" in self.roles and "beta" in self.roles

    @property
    def has_turn(self) -> bool:
        return any(role in self.roles for role in ("maximizing", "colour", "game"))

    @property
    def has_limit(self) -> bool:
        """Can the depth be limited, with an estimate for nodes at the limit?"""
        return "depth" in self.roles and ("evaluate" in self.roles or "game" in self.roles)

    def encode(self, case: Case) -> dict[str, Any]:
        """The call, as the process that runs the program understands it."""
        tree, alpha, beta = enlarged(case).tree, case.alpha, case.beta
        if self.view == "mover" and "game" not in self.roles:
            tree = _for_mover(tree, 1 if case.maximizing else -1)
        if self.view != "max" and not case.maximizing:
            alpha, beta = -beta, -alpha
        return {
            "tree": tree,
            "maximizing": case.maximizing,
            "colour": 1 if case.maximizing else -1,
            "alpha": alpha,
            "beta": beta,
            "depth": height(case.tree) if case.depth is None else case.depth,
            "estimates": list(case.estimates),
            "watch": case.watch,
        }

    def value_for_max(self, case: Case, answer: Mapping[str, Any]) -> float | None:
        """The value that the program returned for `enlarged(case)`, from MAX's view; None if it returned none."""
        value: float | None = answer.get("value")
        if value is None or math.isnan(value):
            return None
        return -value if self.view != "max" and not case.maximizing else value

    def windows_for_max(self, case: Case, answer: Mapping[str, Any]) -> tuple[Window, ...] | None:
        """The windows that the program's own calls got, from MAX's view; None if it shows none."""
        windows: list[tuple[int, float | None, float | None]] = answer.get("windows") or []
        if not windows or any(alpha is None or beta is None for _, alpha, beta in windows):
            return None
        if self.view == "max":
            return tuple((node, alpha, beta) for node, alpha, beta in windows)  # type: ignore[misc]
        plies = Indexed(case.tree).plies
        turned = [plies[node] % 2 == (1 if case.maximizing else 0) for node, _, _ in windows]
        return tuple(
            (node, -beta, -alpha) if turn else (node, alpha, beta)  # type: ignore[operator, misc]
            for (node, alpha, beta), turn in zip(windows, turned, strict=True)
        )

    def show_call(self, case: Case) -> str:
        """The call as one would type it."""
        call = self.encode(replace(case, watch=""))
        shown = {
            "game": "game", "node": "game.initial()" if "game" in self.roles else str(call["tree"]),
            "depth": str(call["depth"]), "alpha": _bound(call["alpha"]), "beta": _bound(call["beta"]),
            "maximizing": str(call["maximizing"]), "colour": str(call["colour"]), "evaluate": "evaluate",
        }  # fmt: skip
        return f"{self.function}({', '.join(shown[role] for role in self.roles)})"


def views(function: str, roles: Mapping[str, str]) -> tuple[str, ...]:
    """The views that the function may speak, likeliest first; where there is more than one, the answers decide."""
    name = function.replace("_", "").lower()
    if "maximizing" in roles or name == "maxvalue":
        return ("max",)
    if "colour" in roles or "game" in roles:
        return ("colour",)
    if "negamax" in name:
        return ("mover",)
    return ("max", "mover")


def enlarged(case: Case) -> Case:
    """The case that the program really gets: a watched one with every number so large that each leaf is an object."""
    return replace(case, tree=with_leaves(case.tree, lambda leaf: leaf + LARGE)) if case.watch else case


def _for_mover(tree: Tree, sign: int) -> Tree:
    return [_for_mover(child, -sign) for child in tree] if isinstance(tree, list) else sign * tree


def _bound(bound: float) -> str:
    if math.isinf(bound):
        return "inf" if bound > 0 else "-inf"
    return str(bound)
