"""A game, a position and a horizon, seen as the tree of the lectures: MAX and MIN nodes, leaves with values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import as_game
from plytree.games.trees.handtree import Tree, parse_tree

Value = float  # ints in most games; hand trees may hold fractions, and windows start with infinities
INF = float("inf")
WIN = (
    2_000_000_000  # a win in n plies is worth WIN - n where it must outrank an evaluation; no hand tree has such leaves
)
LONGEST_WIN = 10_000  # plies


class Node(NamedTuple):
    """A node of a game tree. `value` is from the view of MAX, and None at an inner node."""

    state: Any
    is_max: bool
    value: Value | None
    ply: int
    nth: int  # which child of its parent, from 0
    move: int  # the move that led here; -1 at the root
    parent: Node | None

    @property
    def path(self) -> tuple[int, ...]:
        """The child indices from the root; made only when somebody asks."""
        indices: list[int] = []
        node = self
        while node.parent is not None:
            indices.append(node.nth)
            node = node.parent
        return tuple(reversed(indices))


class GameTree:
    """The tree below a position. MAX is the player to move at the root.

    A leaf is a finished game or a node at `depth`, where `evaluate` (default: the game's own) estimates it for the
    player to move. A finished game is worth its utility for MAX. Where a won game (+1) could be mistaken for an
    estimate, because the game has an evaluation and the depth is limited, a win n plies from the root is worth WIN - n
    and a loss n - WIN.
    """

    def __init__(
        self,
        game: Game[Any],
        state: Any = None,
        depth: int | None = None,
        evaluate: Callable[[Any], Value] | None = None,
    ):
        self.game = as_game(game)
        self.state = self.game.initial() if state is None else state
        self.depth = depth
        self._evaluate: Callable[[Any], Value] = evaluate or self.game.evaluate
        self._alternates = not has_hook(self.game, "to_move")
        estimates = evaluate is not None or has_hook(self.game, "evaluate")
        self.counts_plies = depth is not None and estimates and self.game.max_utility == 1
        self._first = 0 if self._alternates else self.game.to_move(self.state)

    @property
    def root(self) -> Node:
        return self._node(self.state, None, 0, -1)

    def moves(self, node: Node) -> list[int]:
        """The legal moves of an inner node, in the game's order."""
        return list(self.game.moves(node.state))

    def child(self, node: Node, nth: int, move: int) -> Node:
        """The node that `move`, the one at `nth` among the legal moves, leads to."""
        return self._node(self.game.play(node.state, move), node, nth, move)

    def children(self, node: Node) -> Iterator[Node]:
        """The children of an inner node, each made when it is asked for."""
        for nth, move in enumerate(self.game.moves(node.state)):
            yield self.child(node, nth, move)

    def _node(self, state: Any, parent: Node | None, nth: int, move: int) -> Node:
        ply = 0 if parent is None else parent.ply + 1
        is_max = ply % 2 == 0 if self._alternates else self.game.to_move(state) == self._first
        value: Value | None = self.game.result(state)
        if value is not None:
            if self.counts_plies:
                value *= WIN - ply
        elif self.depth is not None and ply >= self.depth:
            value = self._evaluate(state)
        return Node(state, is_max, value if value is None or is_max else -value, ply, nth, move, parent)


class NarrowTree(GameTree):
    """The tree below a position with only the most promising moves of each node, judged one ply ahead: so much of a
    large game fits onto a page. What it finds is true of this tree, not of the game."""

    def __init__(self, game: Game[Any], state: Any = None, depth: int | None = None, *, width: int):
        super().__init__(game, state, depth)
        self.width = width

    def moves(self, node: Node) -> list[int]:
        legal = [int(move) for move in self.game.moves(node.state)]
        if len(legal) <= self.width:
            return legal
        kept = sorted(legal, key=lambda move: self._worth(node.state, move), reverse=True)[: self.width]
        return [move for move in legal if move in kept]

    def children(self, node: Node) -> Iterator[Node]:
        for nth, move in enumerate(self.moves(node)):
            yield self.child(node, nth, move)

    def _worth(self, state: Any, move: int) -> Value:
        """What the player to move has after a move, at a glance."""
        child = self.game.play(state, move)
        stays = not self._alternates and self.game.to_move(child) == self.game.to_move(state)
        result = self.game.result(child)
        value = self._evaluate(child) if result is None else result * WIN
        return value if stays else -value


class PaperTree(GameTree):
    """A tree written down by hand as it is: values for MAX, fractions allowed, no game in between.

    With a `depth`, nodes there answer their heuristic value, and 0 if they have none. `max_begins`: is MAX to move at
    the root?
    """

    def __init__(self, tree: Tree | str, depth: int | None = None, *, max_begins: bool = True):
        self.state = parse_tree(tree) if isinstance(tree, str) else tree
        self.depth, self.counts_plies, self.max_begins = depth, False, max_begins

    def moves(self, node: Node) -> list[int]:
        return list(range(len(node.state.children)))

    def child(self, node: Node, nth: int, move: int) -> Node:
        return self._node(node.state.children[move], node, nth, move)

    def children(self, node: Node) -> Iterator[Node]:
        for nth, tree in enumerate(node.state.children):
            yield self._node(tree, node, nth, nth)

    def _node(self, state: Tree, parent: Node | None, nth: int, move: int) -> Node:
        ply = 0 if parent is None else parent.ply + 1
        value = state.value if state.is_leaf else None
        if value is None and self.depth is not None and ply >= self.depth:
            value = state.value or 0
        return Node(state, (ply % 2 == 0) == self.max_begins, value, ply, nth, move, parent)
