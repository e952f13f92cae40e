"""What a student's function looks at: the nodes and leaves it visits, with the windows it hands down.

Standard library only. Trees stay plain lists and ints, so that `type(node) is list` works as the student expects: a
visit is a Python call that gets one of the tree's own objects as an argument. Leaves are ints beyond CPython's cache
of small numbers, hence each is an object of its own. A program that handles leaves without a call is watched through
lists that note which element they hand out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, SupportsIndex

from .binding import ROLE_OF, plain

OURS = {__file__, __file__.replace("watching.py", "run.py")}
SEARCHING = ("alpha", "beta", "depth", "maximizing", "colour")  # a function with one of these searches the node it gets
MAX_CALLS = 200_000  # a runaway program must not fill the memory with its own log


class Watcher:
    """Notes the visits of one call; use as a context manager around it.

    Nodes are numbered in preorder. `calls` says which node each call got with which window, `leaves` are the leaves
    in the order of their first visit; `handed_out` what lists gave away (filled by NotingList).
    """

    def __init__(self, tree: Any) -> None:
        self.numbers: dict[int, int] = {}
        self.keep: list[Any] = []  # no object of the tree dies meanwhile, so no id is used twice
        self.leaf_numbers: set[int] = set()
        self._number(tree)
        self.calls: list[dict[str, Any]] = []
        self.leaves: list[int] = []
        self.handed_out: list[int] = []

    def _number(self, node: Any) -> None:
        number = len(self.keep)
        self.numbers[id(node)] = number
        self.keep.append(node)
        if isinstance(node, list):
            for child in list.__iter__(node):
                self._number(child)
        else:
            self.leaf_numbers.add(number)

    def __enter__(self) -> Watcher:
        sys.setprofile(self._profile)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _profile(self, frame: Any, event: str, _: Any) -> None:
        if event != "call" or len(self.calls) >= MAX_CALLS:
            return
        code = frame.f_code
        if code.co_name.startswith("<") or code.co_filename in OURS:  # a comprehension is not a call of the function
            return
        window: dict[str, Any] = {}
        number = None
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            value = frame.f_locals.get(name)
            if number is None:
                number = self.numbers.get(id(value))
            role = ROLE_OF.get(plain(name))
            if role in SEARCHING:
                window[role] = value if isinstance(value, int | float) else None
        if number is None:
            return
        self.calls.append({"node": number, "code": code.co_name, **window})
        if number in self.leaf_numbers and number not in self.leaves:
            self.leaves.append(number)

    def repeated(self, function: str) -> int:
        """How often a node was searched again; helpers such as is_leaf(node) may be called as often as they like."""
        searched = [(call["code"], call["node"]) for call in self.calls if call["code"] == function or len(call) > 2]
        return len(searched) - len(set(searched))

    def windows(self) -> list[tuple[int, Any, Any]]:
        """Inner nodes in the order in which they were searched, with the alpha and beta they got."""
        seen: dict[int, tuple[int, Any, Any]] = {}
        for call in self.calls:
            if "alpha" in call and "beta" in call and call["node"] not in self.leaf_numbers:
                seen.setdefault(call["node"], (call["node"], call["alpha"], call["beta"]))
        return list(seen.values())

    def hand_out(self, child: Any) -> Any:
        number = self.numbers.get(id(child))
        if number in self.leaf_numbers and number not in self.handed_out:
            self.handed_out.append(number)
        return child


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
