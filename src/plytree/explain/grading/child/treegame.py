"""A tree dressed up as a game, for student programs written against the methods of a plytree game.

Standard library only. A state is the number of a node in preorder; as in every plytree game, `result` and `evaluate`
are from the view of the player to move.
"""

from __future__ import annotations

from typing import Any


class TreeGame:
    """`initial`, `moves`, `play`, `result`, `evaluate`; notes which finished states were asked for a result."""

    def __init__(self, tree: Any, maximizing: bool, estimates: list[int]) -> None:
        self.children: list[list[int]] = []
        self.values: list[int | None] = []
        self.signs: list[int] = []
        self.estimates = estimates
        self.leaves: list[int] = []
        self._add(tree, 1 if maximizing else -1)
        self.max_moves = self.num_moves = max((len(c) for c in self.children), default=1) or 1

    def _add(self, node: Any, sign: int) -> int:
        number = len(self.children)
        self.children.append([])
        self.values.append(None if isinstance(node, list) else node)
        self.signs.append(sign)
        if isinstance(node, list):
            self.children[number] = [self._add(child, -sign) for child in node]
        return number

    def initial(self) -> int:
        return 0

    def moves(self, s: int) -> list[int]:
        return list(range(len(self.children[s])))

    def play(self, s: int, move: int) -> int:
        if not 0 <= move < len(self.children[s]):
            raise ValueError(f"{move!r} is not a legal move in state {s}")
        return self.children[s][move]

    def result(self, s: int) -> int | None:
        value = self.values[s]
        if value is None:
            return None
        if s not in self.leaves:
            self.leaves.append(s)
        return value * self.signs[s]

    def evaluate(self, s: int) -> int:
        value = self.values[s]
        if value is None:  # nobody should ask where the depth suffices: there are no estimates then
            value = self.estimates[s] if s < len(self.estimates) else 0
        return value * self.signs[s]
