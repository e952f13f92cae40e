"""What a student's function looks at: the nodes and leaves it visits, with the windows it hands down.

Standard library only. Trees stay plain lists and ints, so that `type(node) is list` works as the student expects: a
visit is a call of a searching function whose node parameter is one of the tree's own objects, or an object that was
wrapped round one. Leaves are ints beyond CPython's cache of small numbers, hence each is an object of its own. A
program that handles leaves without a call is watched through lists that note which element they hand out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex

from .states import State

MAX_CALLS = 200_000  # a runaway program must not fill the memory with its own log


class Watcher:
    """Notes the visits of one call; use as a context manager around it.

    `functions` are the searching ones: name -> the parameters that are its node, alpha and beta. Nodes are numbered in
    preorder. `leaves` are the leaves in the order of their first visit, `handed_out` what lists gave away.
    """

    def __init__(self, tree: Any, path: str = "", functions: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.numbers: dict[int, int] = {}
        self.keep: list[Any] = []  # no object of the tree dies meanwhile, so no id is used twice
        self.leaf_numbers: set[int] = set()
        self.path, self.functions = path, functions or {}
        self._number(tree)
        self.calls: list[tuple[str, int, Any, Any, Any]] = []
        self.count = 0
        self.leaves: list[int] = []
        self.handed_out: list[int] = []

    def _number(self, node: Any) -> None:
        number = len(self.keep)  # nothing else is kept before the whole tree is numbered
        self.numbers[id(node)] = number
        self.keep.append(node)
        if isinstance(node, list | tuple):
            for child in list.__iter__(node) if isinstance(node, list) else node:
                self._number(child)
        else:
            self.leaf_numbers.add(number)

    def also(self, wrapped: Any, number: int) -> None:
        """A node that the grader wrapped itself, in the program's own class."""
        self.numbers[id(wrapped)] = number
        self.keep.append(wrapped)

    def __enter__(self) -> Watcher:
        sys.setprofile(self._profile)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def number_of(self, value: Any) -> int | None:
        """The node that a value is: itself, a state that stands there, or an object that holds it."""
        if isinstance(value, State):
            return int(value._at)
        found = self.numbers.get(id(value))
        if found is None and not isinstance(value, int | float | str | list | tuple | dict):
            for held in list(getattr(value, "__dict__", {}).values())[:12]:
                inside = self.numbers.get(id(held))
                if inside is not None and (inside in self.leaf_numbers or isinstance(held, list)):
                    return inside
        return found

    def _profile(self, frame: Any, event: str, _: Any) -> None:
        if event != "call" or self.count >= MAX_CALLS:
            return
        code = frame.f_code
        if code.co_filename != self.path or code.co_name not in self.functions:
            return
        self.count += 1
        of = self.functions[code.co_name]
        known = frame.f_locals
        number = self.number_of(known.get(of.get("node", "")))
        if number is None:
            return
        self.calls.append(
            (code.co_name, number, *(_bound(known.get(of.get(r, ""))) for r in ("alpha", "beta", "depth")))
        )
        if number in self.leaf_numbers and number not in self.leaves:
            self.leaves.append(number)

    def repeated(self) -> int:
        """How often a searching function was called again for a node that it had searched to that depth before.

        The root may be handed on by a wrapper.
        """
        searched = [(name, number, depth) for name, number, _, _, depth in self.calls if number]
        return len(searched) - len(set(searched))

    def windows(self) -> list[tuple[int, Any, Any]]:
        """Inner nodes in the order in which they were searched, with the alpha and beta they got."""
        seen: dict[int, tuple[int, Any, Any]] = {}
        for name, number, alpha, beta, _ in self.calls:
            if "alpha" in self.functions[name] and number not in self.leaf_numbers:
                seen.setdefault(number, (number, alpha, beta))
        return list(seen.values())

    def hand_out(self, child: Any) -> Any:
        number = self.numbers.get(id(child))
        if number in self.leaf_numbers and number not in self.handed_out:
            self.handed_out.append(number)
        return child


def _bound(value: Any) -> Any:
    return value if type(value) in (int, float) else None


class NotingList(list[Any]):
    """A list that tells a watcher which element it hands out."""

    watcher: Watcher | None = None

    def __iter__(self) -> Iterator[Any]:
        for child in list.__iter__(self):
            yield self.watcher.hand_out(child) if self.watcher else child

    def __reversed__(self) -> Iterator[Any]:
        for child in list.__reversed__(self):
            yield self.watcher.hand_out(child) if self.watcher else child

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        found = list.__getitem__(self, index)
        if self.watcher:
            for child in found if isinstance(index, slice) else [found]:
                self.watcher.hand_out(child)
        return found


def noting(tree: Any) -> Any:
    """The same tree out of NotingLists; its leaves are the same objects."""
    return NotingList(noting(child) for child in tree) if isinstance(tree, list) else tree


def set_watcher(tree: Any, watcher: Watcher | None) -> None:
    if isinstance(tree, NotingList):
        tree.watcher = watcher
        for child in list.__iter__(tree):
            set_watcher(child, watcher)
