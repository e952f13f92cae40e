"""Makes the objects that a student's function is called with, out of a call in JSON.

Standard library only. A tree comes as nested lists and is handed over as it is (`list`), as tuples, as states
(`states.py`), in the program's own class of nodes (`own`) or as the array of its leaves (`index`).
"""

from __future__ import annotations

import copy
import functools
import inspect
import re
from types import ModuleType
from typing import Any

from .boards import make, make_board
from .states import Nodes, Rules, State
from .watching import Watcher

OWN = {
    "value": r"(node|leaf|utility|terminal|heuristic)?"
             r"(value|val|data|score|utility|payoff|v|wert|points|heuristic|cost)",
    "children": r"(children|childs|kids|successors|kinder|childnodes|nodes|childlist|subtrees|nachfolger)",
    "left": r"left(child|node)?|links",
    "right": r"right(child|node)?|rechts",
    "name": r"name|label|id|key|index|node_?id|title",
    "max": r"is_?max\w*|max\w*|player|type|turn|minmax|nodetype|kind",
    "ply": r"depth|level|ply",
    "parent": r"parent\w*|vater|elter\w*",
}  # fmt: skip


@functools.cache
def _parameters(cls: Any) -> list[tuple[str, str, bool]]:
    """The constructor's parameters: name, role, and whether it must be given."""
    return [
        (p.name, role_in_own_class(p.name), p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD)
        for p in inspect.signature(cls).parameters.values()
    ]


@functools.cache
def _adder(cls: Any) -> str:
    """The method that takes a child; empty if there is none."""
    pattern = r"(add|append|insert)_?(child|node|kid|successor)?(node)?"
    return next((name for name in dir(cls) if re.fullmatch(pattern, name, re.I)), "")


@functools.cache
def role_in_own_class(name: str) -> str:
    plain = name.replace("_", "").lower()
    return next((role for role, pattern in OWN.items() if re.fullmatch(pattern, plain)), "")


class Builder:
    """Everything that one call needs; `watcher` numbers what is built."""

    def __init__(self, module: ModuleType, path: str, call: dict[str, Any]) -> None:
        self.module, self.call = module, call
        self.tree = call.get("tree")
        self.before = copy.deepcopy(self.tree)
        self.form = call.get("form", "list")
        self.estimates = call.get("estimates") or []
        self.watcher = Watcher(self.tree, path, call.get("watch") or {})
        self.nodes = Nodes(self.tree, bool(call.get("maximizing", True)), self.estimates)
        self.board: Any = None
        self.children: dict[str, Any] = {}
        self.leaf_values: dict[str, Any] = {}
        self.root = self._root()
        if self.form == "board":
            self.tree, self.before = self.board, copy.deepcopy(self.board)

    def _root(self) -> Any:
        match self.form:
            case "state":
                return State(self.nodes, 0, bool(self.call.get("mutable")))
            case "tuple":
                return self._tuples(self.tree, [0])
            case "own":
                return self._own(self.tree, [0], 0, None)
            case "index":
                return 0
            case "graph":
                return self._graph()
            case "board":
                return self._board()
        return self.tree

    def _tuples(self, tree: Any, counter: list[int]) -> Any:
        number = counter[0]
        counter[0] += 1
        if not isinstance(tree, list):
            return tree
        made = tuple(self._tuples(child, counter) for child in tree)
        self.watcher.also(made, number)
        return made

    def _graph(self) -> str:
        """The tree in dicts of names, put in the place of the program's own; the root's name."""
        how, nodes = self.call["graph"], self.nodes
        names = [f"n{number}" for number in range(len(nodes.children))]
        for number, name in enumerate(names):
            self.watcher.also(name, number)
            below = nodes.children[number]
            if below or how["leaf"] == "empty":
                self.children[name] = [names[child] for child in below]
            elif how["leaf"] == "number":
                self.children[name] = nodes.values[number]
            if not below:
                self.leaf_values[name] = nodes.values[number]
        setattr(self.module, how["children"], self.children)
        if how["values"]:
            setattr(self.module, how["values"], self.leaf_values)
        return names[0]

    def _board(self) -> Any:
        """The board itself, or the program's own object that holds it."""
        board = self.call["board"]
        self.board = make_board(board, self.module)
        if board["where"] == "global":
            setattr(self.module, board["path"][0], self.board)
        if board["where"] != "object":
            return self.board
        made = make(getattr(self.module, board["path"][0]), self.call.get("known", {}))
        setattr(made, board["path"][1], self.board)
        for name, value in self.call.get("attributes", {}).items():
            if hasattr(made, name):
                setattr(made, name, value)
        return made

    def value(self, spec: dict[str, Any]) -> Any:
        match spec["is"]:
            case "root":
                return self.root
            case "rules":
                return Rules(self.nodes)
            case "evaluate":
                return self._evaluate
            case "leaves":
                return _leaves(self.tree)
            case "graph":
                return self.children
            case "values":
                return self.leaf_values
            case "nodes":
                return [self.nodes.values[at] for at in range(len(self.nodes.values))]
        return spec["value"]

    def _evaluate(self, node: Any, *_: Any) -> Any:
        number = self.watcher.number_of(node)
        if number is None:
            return 0 if isinstance(node, list | tuple) else node
        if number in self.watcher.leaf_numbers:
            return self.nodes.value(number)
        return self.estimates[number] if number < len(self.estimates) else 0  # nobody asks where the depth suffices

    def _own(self, node: Any, counter: list[int], ply: int, parent: Any) -> Any:
        """The tree in the program's own class: its constructor decides what is handed over, and how."""
        number = counter[0]
        counter[0] += 1
        made_by = getattr(self.module, self.call["class"])
        maximizing = bool(self.call.get("maximizing", True)) == (ply % 2 == 0)
        leaf = not isinstance(node, list)
        children = [] if leaf else [self._own(child, counter, ply + 1, None) for child in node]
        have = {
            "value": node if leaf else None, "children": children, "name": f"n{number}", "max": maximizing, "ply": ply,
            "left": children[0] if children else None, "right": children[-1] if len(children) > 1 else None,
            "parent": parent,
        }  # fmt: skip
        arguments: dict[str, Any] = {}
        takes_children = False
        for name, role, needed in _parameters(made_by):
            if (
                role in have
                and (needed or have[role] not in (None, []))
                and role not in ("max", "ply", "name", "parent")
            ):
                arguments[name] = have[role]
                takes_children |= role in ("children", "left")
            elif needed:
                arguments[name] = have.get(role)
        made = made_by(**arguments)
        if not takes_children:
            _attach(made, children)
        for name in list(getattr(made, "__dict__", {})):
            if role_in_own_class(name) == "value" and leaf and not callable(getattr(made, name)):
                setattr(made, name, node)
            if role_in_own_class(name) == "parent":
                for child in children:
                    if hasattr(child, name):
                        setattr(child, name, made)
        self.watcher.also(made, number)
        return made


def _attach(node: Any, children: list[Any]) -> None:
    adder = _adder(node.__class__)
    if adder:
        for child in children:
            getattr(node, adder)(child)
        return
    for name in list(getattr(node, "__dict__", {})):
        if role_in_own_class(name) == "children":
            setattr(node, name, list(children))
            return
        if role_in_own_class(name) in ("left", "right") and children:
            at = 0 if role_in_own_class(name) == "left" else -1
            setattr(node, name, children[at])


def _leaves(tree: Any) -> list[Any]:
    return [leaf for child in tree for leaf in _leaves(child)] if isinstance(tree, list) else [tree]
