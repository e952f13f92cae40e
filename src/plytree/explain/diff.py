"""Two variants in lockstep: where they first differ, and whether that matters for the move."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from plytree.explain.numbers import show, to_json
from plytree.explain.trace import Trace, explain
from plytree.explain.words import sentence
from plytree.search.textbook.choice import TIES, Ties
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import GameTree, Value

RULE = {"first": "> (first best)", "last": ">= (last best)", "any": "== (any best)"}


@dataclass(frozen=True)
class Difference:
    """How two runs over one tree compare. `step` counts events from 0; None if the runs are the same."""

    first: Trace
    second: Trace
    step: int | None
    exact: tuple[Value, ...]  # what the root's children are really worth

    def event(self, trace: Trace) -> Event | None:
        """The event at which this run leaves the common way; None if it has ended before."""
        return trace.events[self.step] if self.step is not None and self.step < len(trace.events) else None

    def wrong(self, trace: Trace, ties: Ties) -> list[int]:
        """The moves that a tie rule lets this run choose although they are not the best."""
        return [index for index in trace.choices(ties) if self.exact[index] != max(self.exact)]

    @property
    def same_visits(self) -> bool:
        def leaves(trace: Trace) -> list[tuple[int, ...]]:
            return [event.path for event in trace.events if event.kind == "leaf"]

        return leaves(self.first) == leaves(self.second)

    @property
    def matters(self) -> bool:
        """Is there a tie rule with which exactly one of the runs may choose a wrong move?"""
        return any(bool(self.wrong(self.first, ties)) != bool(self.wrong(self.second, ties)) for ties in TIES)


def compare(tree: GameTree, first: str, second: str) -> Difference:
    """Run two variants over one tree."""
    one, two, truth = explain(tree, first), explain(tree, second), explain(tree, "minimax")
    pairs = zip_longest(one.events, two.events)
    step = next((number for number, (a, b) in enumerate(pairs) if a != b), None)
    exact = tuple(child.value for child in truth.root.children if child.value is not None)
    return Difference(one, two, step, exact)


def render_difference(difference: Difference) -> str:
    """The comparison in words."""
    one, two = difference.first, difference.second
    names = (one.variant, two.variant)
    wide = max(len(name) for name in names)
    if difference.step is None:
        lines = [f"{names[0]} and {names[1]} do the same on this tree, all {len(one.events)} steps."]
    else:
        lines = [f"The first {difference.step} steps are the same. Then they differ:"]
        lines += [f"  {trace.variant:{wide}}  {_told(trace, difference.step)}" for trace in (one, two)]
    lines.append("")
    for trace in (one, two):
        seen = f"{trace.leaves_seen} leaves visited, {len(trace.cut)} cut off"
        answers = ", ".join(
            f"{child.name} {_sign(child.bound)}{show(child.value)}" for child in trace.root.children if child.visited
        )
        lines.append(f"  {trace.variant:{wide}}  value {show(trace.value)}; {seen}; the root's children: {answers}")
    lines.append("")
    for ties in TIES if difference.exact else ():
        verdicts = [verdict(difference, trace, ties) for trace in (one, two)]
        lines.append(f"  ties by {RULE[ties]:16} {names[0]}: {verdicts[0]}; {names[1]}: {verdicts[1]}")
    if difference.exact:
        matters = "It matters for the move" if difference.matters else "It does not matter for the move"
        lines += ["", f"{matters}: " + _why(difference)]
    return "\n".join(lines) + "\n"


def difference_to_json(difference: Difference) -> dict[str, object]:
    """The comparison as data."""

    def side(trace: Trace) -> dict[str, object]:
        event = difference.event(trace)
        return {
            "variant": trace.variant,
            "value": to_json(trace.value),
            "leaves_seen": trace.leaves_seen,
            "cut": [list(path) for path in trace.cut],
            "event": None
            if event is None
            else {
                "event": event.kind,
                "path": list(event.path),
                "alpha": to_json(event.alpha),
                "beta": to_json(event.beta),
                "value": to_json(event.value),
            },
            "choices": {ties: trace.choices(ties) for ties in TIES},
            "wrong": {ties: difference.wrong(trace, ties) for ties in TIES},
        }

    return {
        "step": difference.step,
        "same_visits": difference.same_visits,
        "matters": difference.matters,
        "first": side(difference.first),
        "second": side(difference.second),
    }


def _told(trace: Trace, step: int) -> str:
    return sentence(trace, step) if step < len(trace.events) else "(is done)"


def _sign(bound: str) -> str:
    return {"upper": "<= ", "lower": ">= "}.get(bound, "")


def verdict(difference: Difference, trace: Trace, ties: Ties) -> str:
    """What a tie rule lets a run choose, and whether that is right."""
    names = " or ".join(trace.root.children[index].name for index in trace.choices(ties))
    return f"{names} ({'WRONG' if difference.wrong(trace, ties) else 'right'})"


def _why(difference: Difference) -> str:
    for trace in (difference.first, difference.second):
        for ties in TIES:
            for index in difference.wrong(trace, ties):
                child = trace.root.children[index]
                if difference.matters:
                    rule, real = RULE[ties].split()[0], show(difference.exact[index])
                    return (
                        f"{trace.variant} hands {show(child.value)} up for {child.name}, which is really worth {real}; "
                        f"with '{rule}' that bound passes for the best value."
                    )
    if any(difference.wrong(trace, ties) for trace in (difference.first, difference.second) for ties in TIES):
        return "both fall into the same trap with '>='; with '>' both are right."
    return "with every tie rule both choose a best move."
