"""The options that a chess interface may set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The strength of so many nodes for a move on the scale of Stockfish's UCI_Elo, as bench/chess_elo.py measured it
KNOWN_ELO, KNOWN_NODES, ELO_PER_DOUBLING = 2300, 250_000, 85


@dataclass(frozen=True)
class Option:
    """One option as the protocol declares it."""

    name: str
    kind: str  # "spin", "check", "string" or "button"
    default: Any = None
    least: int = 0
    most: int = 0

    def declaration(self) -> str:
        text = f"option name {self.name} type {self.kind}"
        if self.kind == "check":
            return f"{text} default {str(self.default).lower()}"
        if self.kind == "string":
            return f"{text} default {self.default or '<empty>'}"
        if self.kind == "spin":
            return f"{text} default {self.default} min {self.least} max {self.most}"
        return text

    def read(self, text: str) -> Any:
        """The value that a text means; ValueError if it means none."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError("expected true or false")
            return text.lower() == "true"
        if self.kind == "spin":
            number = int(text) if text.lstrip("-").isdigit() and len(text) < 12 else None
            if number is None or not self.least <= number <= self.most:
                raise ValueError(f"expected a whole number from {self.least} to {self.most}")
            return number
        if self.kind == "string":
            return "" if text == "<empty>" else text
        return None


OPTIONS = (
    Option("Hash", "spin", 64, 1, 16384),
    Option("Threads", "spin", 1, 1, 128),
    Option("MultiPV", "spin", 1, 1, 256),
    Option("Ponder", "check", False),
    Option("Clear Hash", "button"),
    Option("Move Overhead", "spin", 10, 0, 5000),
    Option("OwnBook", "check", False),
    Option("BookFile", "string", ""),
    Option("SyzygyPath", "string", ""),
    Option("Syzygy50MoveRule", "check", True),
    Option("UCI_LimitStrength", "check", False),
    Option("UCI_Elo", "spin", 2000, 1300, 2500),
)


def nodes_for(elo: int) -> int:
    """How many nodes a move gets when the strength is limited."""
    return max(1, int(KNOWN_NODES * 2 ** ((elo - KNOWN_ELO) / ELO_PER_DOUBLING)))
