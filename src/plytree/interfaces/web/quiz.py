"""The quiz: fill in alpha, beta and value of every inner node, strike what is never visited, be told what is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from plytree.errors import InputError
from plytree.explain.exams.check import FIELDS, check_cut, check_node
from plytree.explain.node import TraceNode
from plytree.explain.outline import Path
from plytree.explain.trace import Trace

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

    @property
    def begun(self) -> bool:
        """Is there anything to lose?"""
        return bool(self.struck) or any(self.answers.values())

    def inner_nodes(self) -> list[TraceNode]:
        return [node for node in self.trace.nodes() if not node.is_leaf]

    def fill(self, path: Path, field: str, text: str) -> None:
        self.answers[path, field] = text.strip()

    def strike(self, path: Path) -> None:
        """Strike a node out, or take that back."""
        if path:
            self.struck ^= {path}

    def check(self) -> list[Finding]:
        """Everything that is wrong or missing, with the reason; [] if all is right."""
        findings = []
        for node in self.inner_nodes():
            for name in FIELDS:
                text = self.answers.get((node.path, name), "")
                given = read_number(text) if text else None
                if text and given is None:
                    findings.append(Finding(node.path, name, f"{node.name}: {text[:LONGEST_NUMBER]!r} is not a number"))
                    continue
                verdict = check_node(self.trace, node.path, name, given)
                if not verdict.right:
                    findings.append(Finding(node.path, name, verdict.explanation))
        for node in self.trace.nodes():
            hidden = any(node.path[:n] in self.struck for n in range(len(node.path)))  # struck with an ancestor
            if node.path and not (hidden and node.is_cut):
                verdict = check_cut(self.trace, node.path, node.path in self.struck)
                if not verdict.right:
                    findings.append(Finding(node.path, "cut", verdict.explanation))
        return findings

    def wrong_paths(self, findings: list[Finding]) -> set[Path]:
        return {finding.path for finding in findings}


def read_number(text: str) -> float | None:
    """A number as people write it on paper, infinity included; None if it is none."""
    word = text.strip().lower().replace("−", "-").replace("∞", "inf").replace(",", ".")
    try:
        number = float(word) if len(word) <= LONGEST_NUMBER else math.nan
    except ValueError:
        return None
    return None if math.isnan(number) else number
