"""Trees that a program keeps in dicts: names to lists of names, and the leaves' values there or in a second dict."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plytree.explain.grading.roles import roles_of
from plytree.explain.grading.source import Function, Source

CHILDREN_LIKE = re.compile(r"(game_?)?(tree|graph|children|childs|adj\w*|edges|successors|nodes|baum|kinder|g|t)", re.I)
VALUES_LIKE = re.compile(
    r"(leaf_?|terminal_?|node_?|static_?)?(values?|scores?|utility|utilities|leaves|heuristics?|werte|h|vals?)", re.I
)


@dataclass(frozen=True)
class Graph:
    """How the program keeps a tree: the names of its dicts, what a leaf looks like, which parameters get what."""

    children: str
    values: str  # empty: leaves stand in the same dict
    leaf: str  # "number": name -> value; "empty": name -> []; "missing": no entry
    roles: Mapping[str, str]

    def watched(self, watch: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
        return {name: {**of, "node": self.roles.get("node", "")} for name, of in watch.items()}

    def to_json(self) -> dict[str, str]:
        return {"children": self.children, "values": self.values, "leaf": self.leaf}


def graphs(source: Source, function: Function) -> list[Graph]:
    """The ways in which a function may work on dicts that stand at the top of its file."""
    dicts = {name: value for name, value in source.constants.items() if isinstance(value, dict) and value}
    found = []
    for name, value in dicts.items():
        lists = [below for below in value.values() if isinstance(below, list | tuple)]
        if not any(lists) or not all(isinstance(key, str) for below in lists for key in below):
            continue
        others = [other for other, held in dicts.items() if other != name and _numbers(held)]
        if any(isinstance(below, int | float) for below in value.values()):
            kinds = [("", "number")]
        else:
            leaf = "empty" if any(not below for below in lists) else "missing"
            kinds = [(other, leaf) for other in others]
        found += [Graph(name, values, leaf, _roles(function, name, values)) for values, leaf in kinds]
    return found


def _numbers(held: Mapping[Any, Any]) -> bool:
    return all(isinstance(value, int | float) for value in held.values())


def _roles(function: Function, children: str, values: str) -> dict[str, str]:
    """The dicts' own parameters first, then the others by their names."""
    names = [parameter.name for parameter in function.parameters]
    taken: dict[str, str] = {}
    for name in names[1:] + names[:1]:
        if "graph" not in taken and len(names) > 1 and (name == children or CHILDREN_LIKE.fullmatch(name)):
            taken["graph"] = name
        elif values and "values" not in taken and (name == values or VALUES_LIKE.fullmatch(name)):
            taken["values"] = name
    left = tuple(p for p in function.parameters if p.name not in taken.values())
    return {**roles_of(Function(function.name, function.cls, function.line, left)), **taken}
