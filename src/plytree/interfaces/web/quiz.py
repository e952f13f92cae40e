"""The quiz: fill in alpha, beta and value of every inner node, strike what is never visited, be told what is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from plytree.errors import InputError
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.shape import Path
from plytree.explain.trace import Trace
from plytree.explain.words import sentence

FIELDS = ("alpha", "beta", "value")
MOST_NODES = 60
LONGEST_NUMBER = 20  # letters


@dataclass(frozen=True)
class Finding:
    """What is wrong at a node, and why."""

    path: Path
    field: str  # alpha, beta, value or cut
    text: str


@dataclass
class Quiz:
    """One attempt at a trace: the last alpha, beta and value of each visited inner node, as one has them on paper."""

    trace: Trace
    answers: dict[tuple[Path, str], str] = field(default_factory=dict)
    struck: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.trace.size > MOST_NODES:
            raise InputError(f"this tree has {self.trace.size} nodes; a quiz takes at most {MOST_NODES}")

    def inner_nodes(self) -> list[TraceNode]:
        return [node for node in self.trace.nodes() if not node.is_leaf]

    def fill(self, path: Path, field: str, text: str) -> None:
        self.answers[path, field] = text.strip()

    def strike(self, path: Path) -> None:
        """Strike a node out, or take that back."""
        if path:
            self.struck ^= {path}

    def check(self) -> list[Finding]:
        """Everything that is wrong or missing; [] if all is right."""
        findings = [finding for node in self.inner_nodes() for finding in self._check_numbers(node)]
        cut, struck = (
            set(self.trace.cut),
            {p for p in self.struck if not any(p[:n] in self.struck for n in range(len(p)))},
        )
        for path in sorted(cut - struck):
            findings.append(
                Finding(path, "cut", f"{self.trace.node(path).name} is never visited: {self._why_cut(path)}")
            )
        for path in sorted(struck - cut):
            node = self.trace.node(path)
            if not node.is_cut:
                findings.append(Finding(path, "cut", f"{node.name} is visited: {self._why(path)}"))
        return findings

    def wrong_paths(self, findings: list[Finding]) -> set[Path]:
        return {finding.path for finding in findings}

    def _check_numbers(self, node: TraceNode) -> list[Finding]:
        findings = []
        for name in FIELDS:
            given = self.answers.get((node.path, name), "")
            expected = getattr(node, name) if node.visited else None
            if expected is None:
                if given:
                    text = f"{node.name} is never visited, so it has no {name}"
                    findings.append(Finding(node.path, name, text))
                continue
            if not given:
                findings.append(Finding(node.path, name, f"{node.name}: {name} is missing"))
                continue
            number = read_number(given)
            if number is None or number != expected:
                text = (
                    f"{node.name}: {name} is {show(expected)}, not {given[:LONGEST_NUMBER]}. {self._reason(node, name)}"
                )
                findings.append(Finding(node.path, name, text))
        return findings

    def _reason(self, node: TraceNode, name: str) -> str:
        """The step at which the number came to be what it is."""
        events = self.trace.events
        mine = [i for i, event in enumerate(events) if event.path == node.path]
        if name == "value":
            return sentence(self.trace, mine[-1])
        at, previous = mine[0], None
        for i in mine:
            now = getattr(events[i], name)
            if events[i].kind in ("enter", "update") and now != previous:
                at, previous = i, now
        return sentence(self.trace, at)

    def _why_cut(self, path: Path) -> str:
        events = self.trace.events
        cuts = [i for i, event in enumerate(events) if event.kind == "cut" and event.path == path[:-1]]
        return sentence(self.trace, cuts[-1]) if cuts else ""

    def _why(self, path: Path) -> str:
        """The step at which the search comes to the node."""
        return sentence(self.trace, next(i for i, event in enumerate(self.trace.events) if event.path == path))


def read_number(text: str) -> float | None:
    """A number as people write it on paper, infinity included; None if it is none."""
    word = text.strip().lower().replace("−", "-").replace("∞", "inf").replace(",", ".")
    try:
        number = float(word) if len(word) <= LONGEST_NUMBER else math.nan
    except ValueError:
        return None
    return None if math.isnan(number) else number
