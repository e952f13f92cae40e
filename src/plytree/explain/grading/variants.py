"""Alpha-beta with single mistakes: what a program does that has exactly this bug.

A diagnosis is evidence, not a guess at the source text: the student's values, moves and visited leaves on many trees
are compared with what each of these variants does on the same trees. One search, written in the form "my value is the
negated value of my opponent" so that a mistake at MAX nodes and the same mistake at MIN nodes are one line; `sides`
says at which of the two it happens.
"""

from __future__ import annotations

from dataclasses import dataclass

from plytree.explain.grading.trees import INFINITY, Case, Indexed

BOTH, AT_MAX, AT_MIN = (1, -1), (1,), (-1,)


@dataclass(frozen=True)
class Variant:
    """How a search does each of its steps; the defaults are right.

    In the comments `own` is the bound of the player to move (alpha at MAX, beta at MIN), `other` is his opponent's.
    """

    sides: tuple[int, ...] = BOTH
    fail: str = "soft"  # "hard": the best value starts at the own bound, so results stay inside the window
    start: float = -INFINITY  # what the best value starts from, seen by the player to move; INFINITY: the wrong one
    prefer: str = ">"  # which child replaces the best one: ">", ">=", "<", "last", "sum", "never"
    turn: str = "alternate"  # "same": the child is searched for the same player; "swapped": MAX and MIN exchanged
    minus: bool = True  # False: a negamax that does not negate its child's value
    leaf: str = "right"  # "negated"; in negamax "no colour": always MAX's view, "root colour": never turned
    children: str = "all"  # "first", "skip first", "skip last"; "not first", "not last": unless it is the only one
    window: str = "passed"  # what the child is called with: see `_child_window`
    update: str = "own"  # "never", "both", "own set", "own value" (the last child's), "own min", "other min" ...
    cut: str = "other"  # "strict", "never", "reversed", "own", "own low": which test ends the loop
    cut_when: str = "after"  # the test compares the updated bounds; "before": it compares the best value, then updates
    cut_returns: str = "best"  # "own", "other": what a cut hands up
    returns: str = "best"  # "own", "other": what a node hands up after all its children
    move: str = "own"  # "child": the move that the child returned; "one-based"; "last": the last child looked at
    depth: str = "right"  # "ignored", "early", "late", "double": counts two for each ply
    plain: bool = False  # a minimax that never cuts, also where it makes no mistake
    estimate: str = "right"  # "negated": the estimate is read from the wrong player's view


@dataclass(frozen=True)
class Found:
    """What a search returns and does on one case, from MAX's view."""

    value: float
    move: int | None
    leaves: tuple[int, ...]  # the leaves (and estimated nodes) it looked at, in order
    windows: tuple[tuple[int, float, float], ...]  # inner nodes in order, with alpha and beta


RIGHT, STRICT, PLAIN = Variant(), Variant(cut="strict"), Variant(cut="never", plain=True)


class _Search:
    def __init__(self, variant: Variant, case: Case, index: Indexed) -> None:
        self.variant = variant
        self.case = case
        self.index = index
        self.leaves: list[int] = []
        self.windows: list[tuple[int, float, float]] = []
        self.step = 2 if variant.depth == "double" else 1
        self.shared = [case.alpha, case.beta]  # for a program whose window is a global variable

    def run(self) -> Found:
        colour = 1 if self.case.maximizing else -1
        if self.variant.turn == "swapped":
            colour = -colour
        alpha, beta = self.case.alpha, self.case.beta
        own, other = (alpha, beta) if colour > 0 else (-beta, -alpha)
        depth: float = max(self.index.plies) if self.case.depth is None else self.case.depth
        if self.variant.depth == "early":
            depth -= 1
        elif self.variant.depth == "late":
            depth += 1
        elif self.variant.depth == "ignored":
            depth = INFINITY
        value, move = self.visit(0, colour, own, other, depth)
        return Found(colour * value, move, tuple(self.leaves), tuple(self.windows))

    def standing(self, node: int, colour: int, depth: float) -> float | None:
        """The value of a node that is not searched further, for the player to move; None if it is."""
        value: float | None = self.index.values[node]
        if value is None and depth <= 0:
            value = self.case.estimates[node] if node < len(self.case.estimates) else 0
            if self.variant.estimate == "negated" and colour in self.variant.sides:
                value = -value
        if value is None:
            return None
        self.leaves.append(node)
        if self.variant.leaf == "no colour":
            return value
        if self.variant.leaf == "root colour":
            return value if self.case.maximizing else -value
        return -colour * value if self.variant.leaf == "negated" else colour * value

    def visit(self, node: int, colour: int, own: float, other: float, depth: float) -> tuple[float, int | None]:
        standing = self.standing(node, colour, depth)
        if standing is not None:
            return standing, None
        self.windows.append((node, own, other) if colour > 0 else (node, -other, -own))
        v = self.variant if colour in self.variant.sides else PLAIN if self.variant.plain else RIGHT
        hard = self.variant.fail == "hard"
        best, move = (own if hard and v.start == -INFINITY else v.start), None
        first_own, first_other = own, other
        for number, child in self._children(v, node):
            if v.window == "shared":
                own, other = self._shared(colour)
            bounds = _child_window(v, own, other, first_own, first_other, best)
            if v.turn == "same":
                value, below = self.visit(child, colour, own, other, depth - self.step)
            else:
                value, below = self.visit(child, -colour, *bounds, depth - self.step)
                value = -value if v.minus else value
            if v.window == "shared":
                own, other = self._shared(colour)
            if _replaces(v.prefer, value, best):
                best = best + value if v.prefer == "sum" and best != v.start else value
                move = {"child": below, "one-based": number + 1}.get(v.move, number)
            elif v.move == "last":
                move = number
            if v.cut_when == "before" and _cuts(v.cut, best, own, other):
                return {"own": own, "other": other}.get(v.cut_returns, best), move
            own, other = _updated(v.update, best, value, own, other)
            if v.window == "shared":
                self.shared = [own, other] if colour > 0 else [-other, -own]
            if v.cut_when == "after" and _cuts(v.cut, own if v.cut in ("other", "strict") else best, first_own, other):
                return {"own": own, "other": other}.get(v.cut_returns, best), move
        return {"own": own, "other": other}.get(v.returns, best), move

    def _shared(self, colour: int) -> tuple[float, float]:
        alpha, beta = self.shared
        return (alpha, beta) if colour > 0 else (-beta, -alpha)

    def _children(self, v: Variant, node: int) -> list[tuple[int, int]]:
        children = list(enumerate(self.index.children[node]))
        if v.children.startswith("not") and len(children) == 1:
            return children
        chosen = {"first": children[:1], "skip first": children[1:], "skip last": children[:-1]}
        return chosen.get(v.children.replace("not", "skip"), children)


def _child_window(
    v: Variant, own: float, other: float, first_own: float, first_other: float, best: float
) -> tuple[float, float]:
    """The child's (own, other): the window as its mover sees it."""
    match v.window:
        case "open":  # children are called with minus and plus infinity
            return -INFINITY, INFINITY
        case "exchanged":  # alpha and beta change places, or a negamax negates them without exchanging
            return -own, -other
        case "not negated":  # a negamax that passes (alpha, beta) on as they are
            return own, other
        case "only exchanged":  # a negamax that passes (beta, alpha)
            return other, own
        case "own only":  # only the parent's own bound comes down: the grandparent's is lost
            return -INFINITY, -max(own, best)
        case "best only":  # the parent's best value comes down instead of the bound it inherited
            return -INFINITY, -best
        case "own best":  # the node's own bound is its best value, even where the one it inherited was better
            return -other, -best
        case "stale":  # the window that the node itself was given, without what its children improved
            return -first_other, -first_own
        case "other only":  # the opponent's bound comes down, the node's own does not
            return -other, INFINITY
    return -other, -own


def _replaces(prefer: str, value: float, best: float) -> bool:
    match prefer:
        case ">=":
            return value >= best
        case "<":
            return value < best or best == -INFINITY
        case "last" | "sum":
            return True
        case "never":
            return False
    return value > best


def _updated(update: str, best: float, value: float, own: float, other: float) -> tuple[float, float]:
    match update:
        case "never":
            return own, other
        case "own set":  # even if the inherited bound was better
            return best, other
        case "own value":  # even if an earlier child was better
            return value, other
        case "own min":
            return min(own, best), other
        case "other min":
            return own, min(other, best)
        case "other max":
            return own, max(other, best)
        case "other set":
            return own, best
        case "both":
            return max(own, best), min(other, best)
    return max(own, best), other


def _cuts(cut: str, best: float, own: float, other: float) -> bool:
    match cut:
        case "strict":
            return best > other
        case "never":
            return False
        case "reversed":
            return best <= other
        case "own":
            return best >= own
        case "own low":
            return best <= own
    return best >= other


def run_variant(variant: Variant, case: Case, index: Indexed | None = None) -> Found:
    """What a program with this variant's mistakes does on a case; who asks often hands over the indexed tree."""
    return _Search(variant, case, index or Indexed(case.tree)).run()
