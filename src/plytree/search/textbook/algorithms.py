"""The lectures' algorithms, each as readable as its source.

Every function here takes a tree and gives back the search over it: a function (node, alpha, beta) -> value, with values
from the view of MAX (negamax: of the player to move) and alpha < beta. Call it through `search`. Where the sources let
Max-Value call Min-Value, we ask the child whose turn it is, because in some games a player moves twice in a row.

What each returns, for a node whose minimax value is m:

    minimax                     m
    fail-soft, strict, listing,
    negamax                     v <= alpha: m <= v      alpha < v < beta: v = m      v >= beta: m >= v
    fail-hard, functional       alpha if m <= alpha     m if alpha < m < beta        beta if m >= beta
    no-v                        a MAX node: alpha if m <= alpha, m if alpha < m < beta, else v with m >= v >= beta;
                                a MIN node: its mirror image

`watch` is None, and then costs one comparison for each child, or reports window updates and cuts to an observer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from operator import ge, gt

from plytree.errors import InputError
from plytree.search.textbook.events import Event, Observer, Search, Watch
from plytree.search.textbook.tree import INF, GameTree, Node, Value

Variant = Callable[[GameTree, Watch | None], Search]


def by_turn(max_value: Search, min_value: Search, watch: Watch | None, *, best_is_bound: bool = False) -> Search:
    """The search that asks each node whose turn it is; observed if somebody listens."""

    def value(node: Node, alpha: Value, beta: Value) -> Value:
        return max_value(node, alpha, beta) if node.is_max else min_value(node, alpha, beta)

    return value if watch is None else watch.wrap(value, best_is_bound=best_is_bound)


def minimax(tree: GameTree, watch: Watch | None = None) -> Search:
    """Plain minimax: visits everything, never looks at the window. The oracle for all others."""

    def max_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        v = -INF
        for child in tree.children(node):
            v = max(v, value(child, alpha, beta))
            if watch is not None:
                watch.update(node, alpha, beta, v)
        return v

    def min_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        v = INF
        for child in tree.children(node):
            v = min(v, value(child, alpha, beta))
            if watch is not None:
                watch.update(node, alpha, beta, v)
        return v

    value = by_turn(max_value, min_value, watch)
    return value


def fail_soft(tree: GameTree, watch: Watch | None = None, *, strict: bool = False) -> Search:
    """Max-Value and Min-Value of the lecture (after Russell and Norvig), with the helper variable `v`.

    `strict`: cuts only beyond the bound, not on equality, as some courses teach it.
    """
    reaches = gt if strict else ge

    def max_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        v = -INF
        for child in tree.children(node):
            v = max(v, value(child, alpha, beta))
            if watch is not None:
                watch.update(node, max(alpha, v), beta, v)
            if reaches(v, beta):
                if watch is not None:
                    watch.cut(node, child)
                return v
            alpha = max(alpha, v)
        return v

    def min_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        v = INF
        for child in tree.children(node):
            v = min(v, value(child, alpha, beta))
            if watch is not None:
                watch.update(node, alpha, min(beta, v), v)
            if reaches(alpha, v):
                if watch is not None:
                    watch.cut(node, child)
                return v
            beta = min(beta, v)
        return v

    value = by_turn(max_value, min_value, watch)
    return value


def fail_hard(tree: GameTree, watch: Watch | None = None) -> Search:
    """The exercise's alphaBeta: the answer never leaves the window that was asked about."""

    def max_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        a = alpha
        for child in tree.children(node):
            a = max(a, value(child, a, beta))
            if watch is not None:
                watch.update(node, a, beta, a)
            if a >= beta:
                if watch is not None:
                    watch.cut(node, child)
                return beta
        return a

    def min_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        b = beta
        for child in tree.children(node):
            b = min(b, value(child, alpha, b))
            if watch is not None:
                watch.update(node, alpha, b, b)
            if b <= alpha:
                if watch is not None:
                    watch.cut(node, child)
                return alpha
        return b

    value = by_turn(max_value, min_value, watch, best_is_bound=True)
    return value


def no_v(tree: GameTree, watch: Watch | None = None) -> Search:
    """The variant that the lecture warns about: no `v`; alpha and beta are changed and returned themselves.

    The value of the root is right. But a child that is worth less than alpha comes back *as* alpha, and who then breaks
    ties with `>=` plays a move that is not the best (see `best_next`).
    """

    def max_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        for child in tree.children(node):
            alpha = max(alpha, value(child, alpha, beta))
            if watch is not None:
                watch.update(node, alpha, beta, alpha)
            if alpha >= beta:
                if watch is not None:
                    watch.cut(node, child)
                return alpha
        return alpha

    def min_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value
        for child in tree.children(node):
            beta = min(beta, value(child, alpha, beta))
            if watch is not None:
                watch.update(node, alpha, beta, beta)
            if beta <= alpha:
                if watch is not None:
                    watch.cut(node, child)
                return beta
        return beta

    value = by_turn(max_value, min_value, watch, best_is_bound=True)
    return value


def listing(tree: GameTree, watch: Watch | None = None, *, literal: bool = False) -> Search:
    """The chess program's alphaBetaSearch, whose window can grow: `beta = cur` even above the beta it was given.

    The answers are right all the same; it cuts less. The source tests only for the depth limit, so a game that ends
    before it is worth +-MAX_VALUE there; `literal=True` does that too. We test for the end of the game.
    """

    def alpha_beta_search(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            before_horizon = tree.depth is None or node.ply < tree.depth
            return (-INF if node.is_max else INF) if literal and before_horizon else node.value
        best = -INF if node.is_max else INF
        for child in tree.children(node):
            current = value(child, alpha, beta)
            if node.is_max:
                if current > best:
                    best = alpha = current
            elif current < best:
                best = beta = current
            if watch is not None:
                watch.update(node, alpha, beta, best)
            if beta <= alpha:
                if watch is not None:
                    watch.cut(node, child)
                break
        return best

    value = by_turn(alpha_beta_search, alpha_beta_search, watch)
    return value


def negamax(tree: GameTree, watch: Watch | None = None) -> Search:
    """Fail-soft alpha-beta in one function: every value is from the view of the player to move."""

    def negamax_value(node: Node, alpha: Value, beta: Value) -> Value:
        if node.value is not None:
            return node.value if node.is_max else -node.value
        v = -INF
        for child in tree.children(node):
            if child.is_max == node.is_max:  # the same player moves again: the view stays
                v = max(v, value(child, alpha, beta))
            else:
                v = max(v, -value(child, -beta, -alpha))
            alpha = max(alpha, v)
            if watch is not None:
                watch.update(node, alpha, beta, v, mover_view=True)
            if alpha >= beta:
                if watch is not None:
                    watch.cut(node, child)
                break
        return v

    value = negamax_value if watch is None else watch.wrap(negamax_value, mover_view=True)
    return value


def functional(tree: GameTree, watch: Watch | None = None) -> Search:
    """The exercise's task: fail-hard alpha-beta without assignment, loop statement or early return.

    One expression for each function. The fold over the moves stops asking for values once the bound is reached: the
    rest of the moves is passed over without playing them. Only depth recurses, so a node may be as wide as it likes.
    """

    def alpha_beta(node: Node, alpha: Value, beta: Value) -> Value:
        return (
            node.value
            if node.value is not None
            else min(beta, reduce(lambda a, t: highest(node, a, beta, *t), enumerate(tree.moves(node)), alpha))
            if node.is_max
            else max(alpha, reduce(lambda b, t: lowest(node, alpha, b, *t), enumerate(tree.moves(node)), beta))
        )

    def highest(node: Node, a: Value, beta: Value, nth: int, move: int) -> Value:
        return a if a >= beta else max(a, value(tree.child(node, nth, move), a, beta))

    def lowest(node: Node, alpha: Value, b: Value, nth: int, move: int) -> Value:
        return b if b <= alpha else min(b, value(tree.child(node, nth, move), alpha, b))

    value = alpha_beta if watch is None else _watched_from_outside(alpha_beta, watch)
    return value


def _watched_from_outside(alpha_beta: Search, watch: Watch) -> Search:
    """A pure function cannot report anything: its updates and cuts follow from what its calls return."""
    observed = watch.wrap(alpha_beta, best_is_bound=True)

    def value(node: Node, alpha: Value, beta: Value) -> Value:
        answer = observed(node, alpha, beta)
        parent = node.parent
        if parent is not None and watch.inside:
            a, b = watch.window
            best = max(a, answer) if parent.is_max else min(b, answer)
            a, b = (best, b) if parent.is_max else (a, best)
            watch.update(parent, a, b, best)
            if a >= b:
                watch.cut(parent, node)
        return answer

    return value


VARIANTS: dict[str, Variant] = {
    "minimax": minimax,
    "fail-soft": fail_soft,
    "strict": partial(fail_soft, strict=True),
    "fail-hard": fail_hard,
    "no-v": no_v,
    "listing": listing,
    "negamax": negamax,
    "functional": functional,
}


def search(
    tree: GameTree,
    variant: str = "fail-soft",
    observer: Observer | None = None,
    *,
    node: Node | None = None,
    alpha: Value = -INF,
    beta: Value = INF,
    last_cuts: bool = False,
) -> Value:
    """The value that a variant gives the root (or another node), from the view of MAX.

    `last_cuts`: the observer hears of a cut also where no child is left to skip.
    """
    if variant not in VARIANTS:
        raise InputError(f"{variant!r} is not a variant; expected one of {', '.join(VARIANTS)}")
    if not alpha < beta:
        raise InputError(f"the window ({alpha}, {beta}) is empty; expected alpha < beta")
    start = tree.root if node is None else node
    run = VARIANTS[variant](tree, None if observer is None else Watch(tree, observer, last_cuts))
    if variant == "negamax" and not start.is_max:
        return -run(start, -beta, -alpha)
    return run(start, alpha, beta)


def trace_events(tree: GameTree, variant: str = "fail-soft") -> list[Event]:
    """All events of a search of the root."""
    events: list[Event] = []
    search(tree, variant, events.append)
    return events
