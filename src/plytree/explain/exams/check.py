"""Is a number that somebody wrote into a tree right, and if not, why not? For sheets on paper and for quizzes.

Asked is what one has on paper in the end: at every visited inner node the last alpha and beta and the value that it
returned. At a node that cuts, the bound it moved last may be missing: the lecture's algorithm returns before that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from plytree.explain.exams.reasons import reasons_of
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.outline import Path
from plytree.explain.trace import Trace, explain
from plytree.search.textbook.tree import INF, Value

Field = Literal["alpha", "beta", "value"]
FIELDS: tuple[Field, ...] = ("alpha", "beta", "value")
OTHER_VARIANTS = ("fail-soft", "fail-hard")


@dataclass(frozen=True)
class Verdict:
    """Right or wrong; if wrong, `why` is the key of the reason and `explanation` the sentence."""

    right: bool
    expected: str = ""
    why: str = ""
    explanation: str = ""


RIGHT = Verdict(True)


def check_node(trace: Trace, path: Path, field: Field, given: Value | None, lang: str = "en") -> Verdict:
    """Is this the last alpha or beta, or the returned value, of an inner node? None stands for an empty field."""
    return _Examiner(trace, lang).check_node(trace.node(path), field, given)


def check_cut(trace: Trace, path: Path, struck: bool, lang: str = "en") -> Verdict:
    """Was the edge that leads to this node rightly struck out, or rightly left?"""
    return _Examiner(trace, lang).check_cut(trace.node(path), struck)


def check_move(trace: Trace, path: Path | None, lang: str = "en") -> Verdict:
    """Is the node a best move of the root? Of equal moves every one that is proved equal is right."""
    return _Examiner(trace, lang).check_move(None if path is None else trace.node(path))


def accepted(trace: Trace, node: TraceNode, field: Field) -> tuple[Value, ...]:
    """The numbers that are right in a field, the usual one first; () at a node that is never visited."""
    if not node.visited or node.value is None:
        return ()
    if field == "value":
        return (node.value,)
    side = 0 if field == "alpha" else 1
    ends = [node.windows[-1][:2][side]]
    own = field == ("alpha" if node.kind == "max" else "beta")
    if own and node.cuts and len(node.windows) > 1:
        ends.append(node.windows[-2][:2][side])
    return tuple(ends)


def origin(trace: Trace, node: TraceNode, side: int) -> tuple[TraceNode, TraceNode] | None:
    """The ancestor that found the bound a node was called with, and its child that returned it; None if it is open."""
    bound = node.windows[0][:2][side]
    if abs(bound) == INF:
        return None
    entered = next(i for i, event in enumerate(trace.events) if event.path == node.path)
    for length in range(len(node.path)):  # from the root down: the first that holds the bound has found it
        path = node.path[:length]
        for number, event in enumerate(trace.events[:entered]):
            if event.path == path and event.kind == "update" and (event.alpha, event.beta)[side] == bound:
                return trace.node(path), trace.node(trace.events[number - 1].path)
    return None


class _Examiner:
    """Finds the reason for a mistake: the known ways to come to a wrong number are tried one after the other."""

    def __init__(self, trace: Trace, lang: str):
        self.trace, self.reasons = trace, reasons_of(lang)

    def wrong(self, why: str, **facts: object) -> Verdict:
        shown = {name: show(fact) if isinstance(fact, int | float) else fact for name, fact in facts.items()}
        text = self.reasons[why].format(**shown)
        return Verdict(False, str(shown.get("expected", "")), why, text[0].upper() + text[1:])

    # ---- alpha, beta, value -------------------------------------------------------------------------------------

    def check_node(self, node: TraceNode, field: Field, given: Value | None) -> Verdict:
        right = accepted(self.trace, node, field)
        if given in right or (given is None and not right):
            return RIGHT
        word = self.reasons[field]
        if not right:
            return self.wrong("unvisited", node=node.name, field=word)
        if given is None:
            return self.wrong("missing", node=node.name, field=word, expected=right[0])
        found = self._value(node, given) if field == "value" else self._bound(node, field, given)
        return next(found)

    def _bound(self, node: TraceNode, field: Field, given: Value) -> Iterator[Verdict]:
        side = 0 if field == "alpha" else 1
        other: Field = "beta" if field == "alpha" else "alpha"
        expected = node.windows[-1][:2][side]
        facts = {"node": node.name, "field": self.reasons[field], "given": given, "expected": expected,
                 "kind": node.kind.upper()}  # fmt: skip
        own = field == ("alpha" if node.kind == "max" else "beta")
        if not own and not node.path:
            yield self.wrong("root_window", **facts)
        if given in accepted(self.trace, node, other) and abs(given) != INF:
            yield self.wrong("swapped", **facts, other=self.reasons[other])
        yield from self._own_bound(node, side, given, facts) if own else self._given_bound(node, side, given, facts)

    def _own_bound(self, node: TraceNode, side: int, given: Value, facts: dict[str, object]) -> Iterator[Verdict]:
        """A wrong alpha at MAX or beta at MIN: the bound that the node itself may move."""
        at_call, expected = node.windows[0][:2][side], node.windows[-1][:2][side]
        mover = self._mover(node, side, expected)
        if mover is None:  # the bound is still the one from above
            found = origin(self.trace, node, side)
            best = self._best_answer(node)
            if found is not None and (best < expected if node.kind == "max" else best > expected):
                above = {"relation": self._relation(node, found[0]), "origin": found[0].name, "best": best}
                yield self.wrong("inherited_is_better", **facts, **above)
            yield self.wrong("own_unmoved", **facts)
            return
        if given == at_call:
            yield self.wrong("at_call", **facts, child=mover.name)
        if given in {window[:2][side] for window in node.windows}:
            yield self.wrong("on_the_way", **facts, child=mover.name)
        yield from self._extreme(node, given, facts)
        yield self.wrong("own", **facts, child=mover.name)

    def _given_bound(self, node: TraceNode, side: int, given: Value, facts: dict[str, object]) -> Iterator[Verdict]:
        """A wrong beta at MAX or alpha at MIN: the bound that was handed down."""
        parent = self.trace.node(node.path[:-1])
        found = origin(self.trace, node, side)
        facts = {**facts, "parent": parent.name}
        if given == node.value or given == node.windows[-1][:2][1 - side]:
            own = self.reasons["alpha" if node.kind == "max" else "beta"]
            yield self.wrong("keeps", **facts, own=own)
        if found is None:
            if given == parent.windows[-1][:2][side]:
                yield self.wrong("too_late", **facts)
            yield self.wrong("open", **facts, turn="MIN" if side else "MAX")
            return
        ancestor, child = found
        facts |= {"origin": ancestor.name, "child": child.name, "relation": self._relation(node, ancestor)}
        if ancestor is parent and given == parent.windows[0][:2][side]:
            yield self.wrong("stale", **facts)
        if ancestor is parent and given == parent.windows[-1][:2][side]:
            yield self.wrong("too_late", **facts)
        yield self.wrong("from_parent" if ancestor is parent else "from_above", **facts)

    def _mover(self, node: TraceNode, side: int, expected: Value) -> TraceNode | None:
        """The child whose answer gave the node this bound; None if it had it from the beginning."""
        if node.windows[0][:2][side] == expected:
            return None
        events = self.trace.events
        for number, event in enumerate(events):
            moved = event.path == node.path and event.kind == "update"
            if moved and (event.alpha, event.beta)[side] == expected:
                return self.trace.node(events[number - 1].path)
        return None

    def _best_answer(self, node: TraceNode) -> Value:
        """The best that a child returned; the node's own value where it asked none (a table knew it)."""
        answers = [child.value for child in node.children if child.value is not None] or [node.value or 0]
        return max(answers) if node.kind == "max" else min(answers)

    def _extreme(self, node: TraceNode, given: Value, facts: dict[str, object]) -> Iterator[Verdict]:
        answers = {child.value for child in node.children if child.value is not None}
        worst = min if node.kind == "max" else max
        if len(answers) > 1 and given == worst(answers):
            extreme = self.reasons["largest" if node.kind == "max" else "smallest"]
            yield self.wrong("wrong_extreme", **facts, extreme=extreme)

    def _relation(self, node: TraceNode, ancestor: TraceNode) -> str:
        distance = len(node.path) - len(ancestor.path)
        return self.reasons[{1: "parent", 2: "grandparent"}.get(distance, "ancestor")]

    def _value(self, node: TraceNode, given: Value) -> Iterator[Verdict]:
        assert node.value is not None
        trace, seen = self.trace, [child for child in node.children if child.value is not None]
        facts: dict[str, object] = {
            "node": node.name, "kind": node.kind.upper(), "given": given, "expected": node.value,
            "variant": trace.variant, "child": seen[-1].name if seen else "",
        }  # fmt: skip
        for variant in OTHER_VARIANTS:
            if variant != trace.variant and explain(trace.tree, variant).node(node.path).value == given:
                yield self.wrong("other_variant", **facts, other=variant)
        if node.cuts and explain(trace.tree, "minimax").node(node.path).value == given:
            yield self.wrong("minimax_value", **facts)
        yield from self._extreme(node, given, facts)
        for child in seen:
            if child.value == given and node.value in (c.value for c in seen):
                better = next(c for c in seen if c.value == node.value)
                yield self.wrong("one_child", **{**facts, "child": child.name}, better=better.name)
        for field, bound in (("alpha", node.windows[-1][0]), ("beta", node.windows[-1][1])):
            if given == bound:
                yield self.wrong("is_bound", **facts, bound=self.reasons[field])
        for child in node.children:
            if child.is_cut and child.is_leaf and child.shape.value == given:
                yield self.wrong("not_seen", **{**facts, "child": child.name})
        answers = ", ".join(show(child.value) for child in seen)
        plain = node.value in (child.value for child in seen)
        yield self.wrong("returns" if plain else "returns_window", **facts, answers=answers)

    # ---- cuts and the move --------------------------------------------------------------------------------------

    def check_cut(self, node: TraceNode, struck: bool) -> Verdict:
        if not node.path:
            return self.wrong("cut_root") if struck else RIGHT
        parent = self.trace.node(node.path[:-1])
        is_cut = node.path in parent.cuts
        if is_cut == struck:
            return RIGHT
        facts = {"child": node.name, "node": parent.name}
        if is_cut:
            return self._missing_cut(parent, facts)
        for length in range(1, len(node.path)):
            if node.path[:length] in self.trace.cut:
                return self.wrong("cut_below", **facts, ancestor=self.trace.node(node.path[:length]).name)
        if node.path[-1] == 0:
            return self.wrong("cut_first", **facts)
        window = parent.windows[-1]
        for event in self.trace.events:  # the window of the parent when this child had its turn
            if event.path == node.path:
                break
            if event.path == parent.path:
                window = (event.alpha, event.beta, event.value)
        return self.wrong("cut_too_much", **facts, alpha=window[0], beta=window[1])

    def _missing_cut(self, parent: TraceNode, facts: dict[str, str]) -> Verdict:
        alpha, beta, best = parent.windows[-1]
        bound = beta if parent.kind == "max" else alpha
        assert best is not None
        who = self.trace.node(parent.cut_by).name if parent.cut_by is not None else self.reasons["outside"]
        verdict = self.wrong(f"cut_missing_{parent.kind}", **facts, value=best, bound=bound, origin=who)
        equal = self.reasons["equal"] if best == bound else ""
        return Verdict(False, verdict.expected, verdict.why, verdict.explanation + equal)

    def check_move(self, node: TraceNode | None) -> Verdict:
        assert self.trace.move is not None
        assert self.trace.value is not None
        best = self.trace.root.children[self.trace.move]
        facts = {"expected": best.name}
        if node is None:
            return self.wrong("move_missing", **facts)
        if len(node.path) != 1:
            return self.wrong("move_deeper", **facts, given=node.name)
        if node.value is None:
            return self.wrong("move_unseen", **facts, given=node.name)
        if node is best or (node.value == self.trace.value and node.bound == "exact"):
            return RIGHT
        if node.value == self.trace.value:
            return self.wrong("move_bound", **facts, given=node.name, value=node.value)
        return self.wrong("move_worse", **facts, given=node.name, value=node.value, best=self.trace.value)
