"""From values to a move: the exercise's bestNextConfig, for every variant, with a stated rule for ties.

The trap: a child of the root that was searched with a narrowed window may come back with a bound instead of its value.
With `>` (the first best) that never matters, because a bound that only equals the best is not taken. With `>=`, or with
"any action whose utility equals the best", it is taken for a value.
"""

from __future__ import annotations

import random
from typing import Literal, get_args

from plytree.errors import InputError
from plytree.search.textbook.algorithms import search
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import GameTree, Value

Ties = Literal["first", "last", "any"]
TIES: tuple[Ties, ...] = get_args(Ties)


def root_values(tree: GameTree, variant: str = "fail-soft", *, full_window: bool = False) -> list[Value]:
    """What each child of the root answered, in order.

    As the algorithm searches the root: later children get the window that earlier ones have narrowed, so their answers
    may be bounds. With `full_window`, as the exercise's bestNextConfig does it: each child with the window (-inf, +inf)
    of its own, so that every answer is exact (and far more is visited).
    """
    root = tree.root
    if root.value is not None:
        raise InputError("the root is a leaf: there is no move to choose")
    if full_window:
        return [search(tree, variant, node=child) for child in tree.children(root)]
    values: list[Value] = []

    def note(event: Event) -> None:
        if len(event.path) == 1 and event.kind in ("leaf", "return"):
            assert event.value is not None
            values.append(event.value)

    search(tree, variant, note)
    return values


def best_actions(values: list[Value], ties: Ties = "first") -> list[int]:
    """The children that a tie rule lets MAX choose from.

    first: replace the best by what is greater (`>`). last: replace it by what is greater or equal (`>=`). any: the
    slide's `return a in Actions with utility == bestUtility`, which leaves all of them open.

    >>> best_actions([3, 5, 5, 1], "first"), best_actions([3, 5, 5, 1], "last"), best_actions([3, 5, 5, 1], "any")
    ([1], [2], [1, 2])
    """
    if ties not in TIES:
        raise InputError(f"{ties!r} is not a tie rule; expected one of {', '.join(TIES)}")
    equal = [index for index, value in enumerate(values) if value == max(values)]
    return equal[:1] if ties == "first" else equal[-1:] if ties == "last" else equal


def best_next(
    tree: GameTree,
    variant: str = "fail-soft",
    *,
    ties: Ties = "first",
    full_window: bool = False,
    chance: random.Random | None = None,
) -> tuple[int, Value]:
    """The child of the root that MAX goes to, as its index, and its value.

    Right for every variant with `ties="first"`, and for every tie rule with `full_window`. Among "any", the first one
    is taken unless `chance` draws.
    """
    values = root_values(tree, variant, full_window=full_window)
    open_to_choice = best_actions(values, ties)
    index = open_to_choice[0] if chance is None else chance.choice(open_to_choice)
    return index, values[index]
