"""What `go` asks for, and how its answers are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plytree.search.limits import Clock, Limits
from plytree.search.result import Progress
from plytree.search.score import Kind, Score

NUMBERS = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate")
FLAGS = ("infinite", "ponder")
DEEPEST = 200
KNOWN = 20_000  # centipawns of a position that tables know to be won
LONGEST_MS = 10**10


@dataclass(frozen=True)
class Go:
    """The parameters of a `go` command; times in milliseconds."""

    numbers: dict[str, int]
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] = ()

    @staticmethod
    def read(words: Sequence[str]) -> Go:
        """Read the words after `go`; what makes no sense is left out, as the protocol wishes."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        moves: list[str] = []
        i = 0
        while i < len(words):
            word = words[i]
            i += 1
            if word in FLAGS:
                flags.add(word)
            elif word in NUMBERS and i < len(words) and (value := _number(words[i])) is not None:
                numbers[word] = value
                i += 1
            elif word == "searchmoves":
                while i < len(words) and words[i] not in (*NUMBERS, *FLAGS):
                    moves.append(words[i])
                    i += 1
        return Go(numbers, "infinite" in flags, "ponder" in flags, tuple(moves))

    def limits(self, side: int, overhead: float) -> Limits:
        """The limits for the side to move; `overhead` seconds are kept back for the way of the answer."""
        n = self.numbers
        clock, seconds = None, None
        remaining = n.get("btime" if side else "wtime")
        if remaining is not None:
            clock = Clock(
                remaining=max(remaining / 1000 - overhead, 0.001),
                increment=max(n.get("binc" if side else "winc", 0), 0) / 1000,
                moves_to_go=n["movestogo"] if n.get("movestogo", 0) > 0 else None,
            )
        if "movetime" in n:
            asked = max(n["movetime"], 1) / 1000
            seconds = max(asked - min(overhead, asked / 20), 0.001)
        if self.infinite:
            clock = seconds = None
        return Limits(
            seconds=seconds,
            depth=min(n["depth"], DEEPEST) if n.get("depth", 0) > 0 else None,
            nodes=n["nodes"] if n.get("nodes", 0) > 0 else None,
            clock=clock,
        )

    @property
    def mate_plies(self) -> int | None:
        """The search may end when it has found a mate in so many plies."""
        return 2 * self.numbers["mate"] - 1 if self.numbers.get("mate", 0) > 0 else None


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return max(-LONGEST_MS, min(int(text[:20]), LONGEST_MS))


def show_score(score: Score) -> str:
    """A score as the protocol writes it: mate counts moves, not plies."""
    if score.kind is Kind.WIN and score.plies is not None:
        return f"mate {(score.plies + 1) // 2}"
    if score.kind is Kind.LOSS and score.plies is not None:
        return f"mate {-(score.plies // 2)}"
    if score.kind in (Kind.WIN, Kind.LOSS) and score.value is None:  # a table knows who wins, not how soon
        return f"cp {KNOWN if score.kind is Kind.WIN else -KNOWN}"
    return f"cp {score.value or 0}"


def show_info(
    progress: Progress, score: Score, pv: Sequence[int], show_move: Callable[[int], str], place: int, **more: Any
) -> str:
    """One `info` line."""
    milliseconds = int(progress.seconds * 1000)
    return (
        f"info depth {progress.depth} seldepth {max(progress.seldepth, progress.depth)} multipv {place} "
        f"score {show_score(score)} nodes {progress.nodes} nps {int(progress.nodes_per_second)} "
        f"hashfull {int(progress.table_full * 1000)} tbhits {progress.known} time {milliseconds} "
        f"pv {' '.join(show_move(m) for m in pv)}"
    )
