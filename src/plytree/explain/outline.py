"""What a tree looks like before anybody searches it: names, turns, leaves; all of it, or what a search has touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from plytree.games.contract.game import Board, has_hook
from plytree.games.trees.handtree import Tree
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import GameTree, Node, PaperTree, Value

Path = tuple[int, ...]
COUNT_LIMIT = 200_000  # nodes that are looked at to count the leaves of a cut subtree


@dataclass(frozen=True, kw_only=True)
class Outline:
    """One node and all that hangs below it, as far as it is known."""

    path: Path
    name: str
    move: str  # the move that leads here as people write it; "" at the root
    is_max: bool
    value: Value | None  # of a leaf, from the view of MAX
    children: tuple[Outline, ...] = ()
    leaves: int | None = 1  # below, itself included; None: too many to count
    state: Any = None

    def nodes(self) -> Iterator[Outline]:
        """All nodes, parents first, children from left to right."""
        stack = [self]
        while stack:
            shape = stack.pop()
            yield shape
            stack.extend(reversed(shape.children))


def letters() -> Iterator[str]:
    """A to Z, then AA, AB, and so on.

    >>> names = letters()
    >>> [next(names) for _ in range(28)][-3:]
    ['Z', 'AA', 'AB']
    """
    for number in count(1):
        text = ""
        while number:
            number, digit = divmod(number - 1, 26)
            text = chr(ord("A") + digit) + text
        yield text


def letter_names(tree: Tree) -> dict[Path, str]:
    """A name for each node: its own, or the next free letter breadth-first, as the lectures name their trees."""
    taken = {node.name for node in tree.nodes() if node.name}
    free = (letter for letter in letters() if letter not in taken)
    names: dict[Path, str] = {}
    level: list[tuple[Path, Tree]] = [((), tree)]
    while level:
        names.update((path, node.name or next(free)) for path, node in level)
        level = [((*path, i), child) for path, node in level for i, child in enumerate(node.children)]
    return names


def shape_of(tree: GameTree, events: Iterable[Event]) -> Outline:
    """The whole of a hand tree; of a game, the visited nodes and their brothers and sisters.

    What a search calls a leaf has the value that it gave it: an engine may look beyond the depth or judge otherwise.
    """
    if isinstance(tree, PaperTree):
        return _paper_shape(tree, tree.root, (), letter_names(tree.state))
    inner: set[Path] = set()
    leaves: dict[Path, Value] = {}
    for event in events:
        if event.path:
            inner.add(event.path[:-1])
        if event.kind == "leaf" and event.value is not None:
            leaves[event.path] = event.value
    return _game_shape(tree, tree.root, (), (), _Seen(inner, leaves, COUNT_LIMIT))


@dataclass
class _Seen:
    """What a search has touched of a game's tree."""

    inner: set[Path]
    leaves: dict[Path, Value]
    budget: int  # nodes that may still be looked at to count leaves


def _paper_shape(tree: PaperTree, node: Node, path: Path, names: dict[Path, str]) -> Outline:
    inner = node.value is None
    below = [_paper_shape(tree, child, (*path, child.nth), names) for child in tree.children(node)] if inner else []
    return Outline(
        path=path, name=names[path], move=names[path] if path else "", is_max=node.is_max, value=node.value,
        children=tuple(below), leaves=sum(child.leaves or 0 for child in below) or 1, state=node.state,
    )  # fmt: skip


def _game_shape(tree: GameTree, node: Node, path: Path, moves: tuple[str, ...], seen: _Seen) -> Outline:
    below: list[Outline] = []
    value, leaves = seen.leaves.get(path, node.value), None
    if path in seen.inner:
        value = None
        for child in tree.children(node):
            shown = (*moves, tree.game.show_move(node.state, child.move))
            below.append(_game_shape(tree, child, (*path, child.nth), shown, seen))
        known = [child.leaves for child in below]
        leaves = None if None in known else sum(n for n in known if n is not None)
    else:
        leaves = 1 if value is not None else _count_leaves(tree, node, seen)
    return Outline(
        path=path, name=" ".join(moves) or "root", move=moves[-1] if moves else "", is_max=node.is_max, value=value,
        children=tuple(below), leaves=leaves, state=node.state,
    )  # fmt: skip


def _count_leaves(tree: GameTree, node: Node, seen: _Seen) -> int | None:
    """The leaves below a node that nobody visited, or None when the budget of nodes is used up."""
    leaves, stack = 0, [node]
    while stack:
        if seen.budget <= 0:
            return None
        at = stack.pop()
        if at.value is not None:
            leaves += 1
            continue
        for child in tree.children(at):
            seen.budget -= 1
            stack.append(child)
    return leaves


def board_of(tree: GameTree, shape: Outline) -> Board | None:
    """The picture of a position, where the game draws one."""
    if isinstance(tree, PaperTree) or not has_hook(tree.game, "board"):
        return None
    return tree.game.board(shape.state)
