"""Hand trees: a tree written down by hand, and the game that is played on it.

A tree is nested JSON lists, the root is MAX, a number is a leaf (its utility for MAX): `[[8,7,3],[2,[4,1]],5]`. A node
with a name, or an inner node with a heuristic value, is an object: `{"name": "A", "value": 4, "children": [8, 7, 3]}`.
Tuples are lists too, and `a=3` is a leaf with a name: `((a=3, b=5), (c=2, d=9))`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from plytree.errors import GameError, InputError
from plytree.files import read_input, read_text
from plytree.games.contract.game import Board, Game

MAX_DEPTH = 100  # levels below the root; every algorithm of the house may recurse over it
MAX_VALUE = 10**9
EXAMPLE = "[[8,7,3],[2,[4,1]],5]"
Number = int | float


@dataclass(frozen=True)
class Tree:
    """A node with all that hangs below it. Values are for MAX, who moves at the root.

    A node without children is a leaf and has a value; the value of an inner node is a heuristic, None where there is
    none.
    """

    value: Number | None = None
    children: tuple[Tree, ...] = ()
    name: str = ""

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def labels(self) -> tuple[str, ...]:
        """One text for each child: its name, or its number from 1 on; all numbers if texts would repeat."""
        texts = tuple(child.name or str(number) for number, child in enumerate(self.children, start=1))
        return texts if len(set(texts)) == len(texts) else tuple(str(n + 1) for n in range(len(texts)))

    def nodes(self) -> Iterator[Tree]:
        """All nodes, parents first, children from left to right."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def to_json(self) -> Any:
        """The tree as `parse_tree` reads it, in its shortest form."""
        children = [child.to_json() for child in self.children]
        if not self.name and (self.value is None or self.is_leaf):
            return children or self.value
        parts = {"name": self.name or None, "value": self.value, "children": children or None}
        return {key: part for key, part in parts.items() if part is not None}

    def __str__(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"), ensure_ascii=False)


def read_tree(source: str) -> Tree:
    """The tree that a command was given: the text itself, the name of a file, or `-` for standard input.

    For what the user of this machine typed; a text from anybody else goes to `parse_tree`, which opens nothing.
    """
    expected = f"a tree like {EXAMPLE}, or a file with one"
    if source == "-":
        return parse_tree(read_input(expected))
    if source.lstrip()[:1] in ("[", "{", "(") or _is_number(source):
        return parse_tree(source)
    return parse_tree(read_text(source, expected))


def with_leaves(text: str, values: str) -> str:
    """A tree whose leaves are letters, with their values filled in: `[[a,b]]` and `a=3,b=5` give `[[a=3,b=5]]`."""
    known: dict[str, str] = {}
    for part in values.split(","):
        name, sign, number = (piece.strip() for piece in part.partition("="))
        if not (name.isidentifier() and sign and _is_number(number)):
            raise InputError(f"{part[:40]!r} gives no leaf a value; expected something like a=3,b=5")
        known[name] = number
    missing = known.keys() - set(re.findall(r"[^\W\d]\w*", text))
    if missing:
        raise InputError(f"the tree has no leaf {min(missing)!r}; it is {_short(text)!r}")
    return re.sub(r"[^\W\d]\w*", lambda word: f"{word[0]}={known[word[0]]}" if word[0] in known else word[0], text)


def parse_tree(text: str) -> Tree:
    """The tree that a text describes; InputError with one sentence that shows where it is wrong.

    >>> tree = parse_tree('[[8, 7], {"name": "B", "children": [2, 9]}]')
    >>> str(tree), tree.labels()
    ('[[8,7],{"name":"B","children":[2,9]}]', ('1', 'B'))
    """
    if not text.strip():
        raise InputError(f"the tree is empty; expected nested lists of numbers like {EXAMPLE}")
    _check_brackets(text)
    text = _as_json(text)
    try:
        data = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        word = re.match(r"[^\W\d]\w*", text[error.pos :])
        if word:
            why = f"{_short(word[0])!r} has no value; a leaf with a name is written like a=3"
            raise InputError(f"the tree is not JSON {_where(text, error.pos)}: {why}") from None
        raise InputError(f"the tree is not JSON {_where(text, error.pos)}: {_reason(error)}") from None
    except ValueError as error:
        raise InputError(f"the tree has a wrong number or name: {_short(str(error))}") from None
    return _node(data, ())


def _check_brackets(text: str) -> None:
    """InputError for brackets that do not match or go too deep, before a recursive parser sees them."""
    open_brackets: list[tuple[str, int]] = []
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[][{}()]', text):
        bracket, at = match[0], match.start()
        if bracket in "[{(":
            open_brackets.append((bracket, at))
            if len(open_brackets) > 2 * MAX_DEPTH + 2:
                raise InputError(f"the tree is deeper than {MAX_DEPTH} levels {_where(text, at)}")
        elif bracket in "]})":
            if not open_brackets:
                raise InputError(f"the tree has a {bracket!r} too many {_where(text, at)}")
            opened, begin = open_brackets.pop()
            if opened + bracket not in ("[]", "{}", "()"):
                raise InputError(
                    f"the tree has {bracket!r} {_where(text, at)}, but {opened!r} is open since {begin + 1}"
                )
    if open_brackets:
        opened, begin = open_brackets[-1]
        raise InputError(f"the tree has an {opened!r} that is never closed {_where(text, begin)}")


def _as_json(text: str) -> str:
    """Tuples become lists, and a leaf with a name such as `a=3` or `a: 3` an object; texts in quotes stay."""

    def plain(match: re.Match[str]) -> str:
        if match["name"]:
            return json.dumps({"name": match["name"], "value": 0})[:-2] + match["value"] + "}"
        return {"(": "[", ")": "]"}.get(match[0], "" if match[0].startswith(",") else match[0])

    quoted, number = r'"(?:[^"\\]|\\.)*"', r"[-+]?[\d.]+(?:[eE][-+]?\d+)?"
    leaf = rf"(?<!\w)(?P<name>[^\W\d]\w*+)\s*+[=:]\s*(?P<value>{number})"
    return re.sub(rf"{quoted}|[()]|,(?=\s*[])])|{leaf}", plain, text)


def _node(data: Any, path: tuple[int, ...]) -> Tree:
    if len(path) > MAX_DEPTH:
        raise InputError(f"the tree is deeper than {MAX_DEPTH} levels below {_place(path[:3])}")
    if isinstance(data, dict):
        return _described(data, path)
    if isinstance(data, list):
        if not data:
            raise InputError(f"{_place(path)} is an empty list; expected at least one child, or a number for a leaf")
        return Tree(children=_children(data, path))
    return Tree(value=_value(data, path))


def _described(data: dict[str, Any], path: tuple[int, ...]) -> Tree:
    unknown = set(data) - {"name", "value", "children"}
    if unknown:
        raise InputError(f"{_place(path)} has {_short(min(unknown))!r}; expected only name, value and children")
    name, children = data.get("name", ""), data.get("children")
    if not isinstance(name, str) or len(name) > 100:
        raise InputError(f"{_place(path)} has the name {_short(str(name))!r}; expected a text of at most 100 letters")
    if children is None and data.get("value") is None:
        raise InputError(f"{_place(path)} has neither value nor children; a leaf needs a value")
    if children is not None and not (isinstance(children, list) and children):
        raise InputError(
            f"{_place(path)} has the children {_short(json.dumps(children))}; expected a list of at least one"
        )
    value = data.get("value")
    return Tree(
        value=None if value is None else _value(value, path),
        children=_children(children or [], path),
        name=name,
    )


def _children(data: list[Any], path: tuple[int, ...]) -> tuple[Tree, ...]:
    return tuple(_node(child, (*path, number)) for number, child in enumerate(data, start=1))


def _value(data: Any, path: tuple[int, ...]) -> Number:
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        raise InputError(f"{_place(path)} is {_short(json.dumps(data))}; expected a number, or a list of children")
    if abs(data) > MAX_VALUE or not math.isfinite(data):  # in this order: isfinite fails on huge ints
        raise InputError(
            f"{_place(path)} is {_short(str(data))}; expected a number between -{MAX_VALUE} and {MAX_VALUE}"
        )
    return int(data) if isinstance(data, float) and data.is_integer() else data


def _refuse_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is not a utility; expected a number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a node gives one of {', '.join(found)} twice")
    return found


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _where(text: str, at: int) -> str:
    return f"at character {at + 1}, near {text[max(0, at - 10) : at + 10]!r}"


def _reason(error: json.JSONDecodeError) -> str:
    return error.msg[0].lower() + error.msg[1:]


def _place(path: tuple[int, ...]) -> str:
    """`the root`, or `child 2.1` for the first child of the root's second child."""
    return "child " + ".".join(str(number) for number in path) if path else "the root"


class HandTree(Game[int]):
    """The game on a tree. A state is the number of a node, breadth first, so that children stand side by side:

    node s, move m  ->  node first[s] + m
    """

    name = "handtree"

    def __init__(self, tree: Tree | str = EXAMPLE):
        tree = parse_tree(tree) if isinstance(tree, str) else tree
        self._nodes, self._parents, depths = _breadth_first(tree)
        for node in self._nodes:
            if isinstance(node.value, float):
                raise GameError(f"{node.value!r} is not a whole number; a hand tree is played with whole ones only")
        counts = [len(node.children) for node in self._nodes]
        values = [
            (-1 if depth % 2 else 1) * int(node.value or 0) for node, depth in zip(self._nodes, depths, strict=True)
        ]
        self.max_moves = self.num_moves = max(1, *counts)
        self.max_utility = max(1, *(abs(v) for v, count in zip(values, counts, strict=True) if not count))
        self.count = np.array(counts, np.int64)
        self.first = 1 + np.cumsum(self.count) - self.count
        self.depth = np.array(depths, np.int64)
        self.worth = np.array(values, np.int64)  # utility or heuristic, for the player to move

    def initial(self) -> int:
        return 0

    def moves(self, s: int) -> list[int]:
        return list(range(self.count[s]))

    def play(self, s: int, move: int) -> int:
        return int(self.first[s] + move)

    def result(self, s: int) -> int | None:
        return None if self.count[s] > 0 else int(self.worth[s])

    def evaluate(self, s: int) -> int:
        return int(self.worth[s])

    # ---- for people ---------------------------------------------------------------------------------------------

    def node(self, s: int) -> Tree:
        """The part of the tree below a state."""
        return self._nodes[s]

    def to_text(self, s: int) -> str:
        """The way from the root in child numbers: `2.1` is the first child of the second child."""
        path: list[str] = []
        while s:
            parent = self._parents[s]
            path.append(str(s - int(self.first[parent]) + 1))
            s = parent
        return ".".join(reversed(path))

    def from_text(self, text: str) -> int:
        s = 0
        for step in filter(None, text.strip().split(".")):
            if not (step.isascii() and step.isdigit() and 1 <= int(step[:9]) <= self.count[s]):
                raise InputError(
                    f"{_short(text)!r} is not a node of the tree: {_short(step)!r} is not a child number from 1 to "
                    f"{self.count[s]}"
                )
            s = self.play(s, int(step) - 1)
        return s

    def show_move(self, s: int, move: int) -> str:
        return self._nodes[s].labels()[move]

    def board(self, s: int) -> Board:
        node = self._nodes[s]
        cells = tuple(str(child.value) if child.is_leaf else "…" for child in node.children)
        return Board(
            cells=(cells or (str(node.value),),),
            style="text",
            squares={move: ((0, move),) for move in range(len(cells))},
            column_labels=node.labels(),
            mover="" if node.is_leaf else "MIN" if self.depth[s] % 2 else "MAX",
            colours=("MAX", "MIN"),
        )

    @classmethod
    def from_spec(cls, parameters: str) -> HandTree:
        return cls(parse_tree(parameters) if parameters else EXAMPLE)

    @classmethod
    def from_command_line(cls, parameters: str) -> HandTree:
        return cls(read_tree(parameters) if parameters else EXAMPLE)


def _breadth_first(tree: Tree) -> tuple[list[Tree], list[int], list[int]]:
    """All nodes, and for each the number of its parent and its depth; the root is its own parent."""
    nodes, parents, depths = [tree], [0], [0]
    for number, node in enumerate(nodes):  # grows while it is walked
        nodes.extend(node.children)
        parents.extend([number] * len(node.children))
        depths.extend([depths[number] + 1] * len(node.children))
    return nodes, parents, depths
