"""How a student's function is found in a module and how its parameters are filled.

Standard library only: this module runs beside the student's program, in its process.

The function is looked for by name (`FUNCTIONS`, upper and lower case and underscores do not matter), its parameters
are recognised by name too, so their order is free. The first parameter may have any name: it is the node.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

FUNCTIONS = ("alphabeta", "alphabetasearch", "negamax", "minimax", "minmax", "maxvalue")  # best first
ROLES: dict[str, tuple[str, ...]] = {
    "game": ("game", "spiel"),
    "node": ("node", "tree", "state", "position", "root", "knoten", "baum", "zustand", "s", "t", "n", "pos"),
    "depth": ("depth", "tiefe", "d", "depthleft"),
    "alpha": ("alpha", "a", "lower"),
    "beta": ("beta", "b", "upper"),
    "maximizing": (
        "maximizing", "maximising", "maximizingplayer", "maximisingplayer", "ismax", "ismaximizing", "ismaximising",
        "ismaximizingplayer", "maxplayer", "maxturn", "maximize", "maximise", "ismaxnode", "ismaxplayer", "maxnode",
        "maxamzug", "istmax",
    ),
    "colour": ("colour", "color", "sign", "farbe", "vorzeichen"),
    "evaluate": ("evaluate", "evaluation", "heuristic", "evalfn", "bewerte", "bewertung"),
}  # fmt: skip
ROLE_OF = {name: role for role, names in ROLES.items() for name in names}


class NotGradable(Exception):
    """The program has no function that can be called; one sentence says why."""


def plain(name: str) -> str:
    return name.replace("_", "").lower()


def find_function(module: ModuleType, wanted: str = "") -> Callable[..., Any]:
    """The function to grade: `wanted`, or the first of FUNCTIONS that the module defines."""
    if wanted:
        found = getattr(module, wanted, None)
        if not callable(found):
            raise NotGradable(f"the program has no function {wanted!r}")
        return found  # type: ignore[no-any-return]
    own: dict[str, Callable[..., Any]] = {}
    for name, value in vars(module).items():
        if inspect.isfunction(value):
            own.setdefault(plain(name), value)
    for name in FUNCTIONS:
        if name in own:
            return own[name]
    there = ", ".join(sorted(function.__name__ for function in own.values())[:8]) or "no function at all"
    raise NotGradable(
        f"no function to grade: looked for alphabeta, negamax, minimax or max_value, but the program defines {there}"
    )


def bind(function: Callable[..., Any]) -> dict[str, str]:
    """Which parameter plays which role, as role -> parameter name."""
    roles: dict[str, str] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        role = ROLE_OF.get(plain(parameter.name), "")
        if (not role or role in roles) and "node" not in roles and set(roles) <= {"game"}:
            role = "node"  # the first parameter, whatever its name
        if role and role not in roles:
            roles[role] = parameter.name
        elif parameter.default is parameter.empty:
            raise NotGradable(
                f"{function.__name__} has a parameter {parameter.name!r} that the grader cannot fill; it knows node, "
                "depth, alpha, beta, maximizing (True or False), colour (+1 or -1), evaluate and game; "
                "give any other parameter a default value"
            )
    if "node" not in roles:
        raise NotGradable(f"{function.__name__} has no parameter for the node")
    return roles


def arguments(
    function: Callable[..., Any], roles: Mapping[str, str], values: Mapping[str, Any]
) -> inspect.BoundArguments:
    """The call that hands over `values` (by role); positional where the parameter is, so that any `def` works."""
    signature = inspect.signature(function)
    named = {roles[role]: value for role, value in values.items() if role in roles}
    bound = signature.bind_partial()
    for name in signature.parameters:
        if name in named:
            bound.arguments[name] = named[name]
    return bound
