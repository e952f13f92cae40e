"""What is written down of a game: enough to play it again and to ask later how each move came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plytree.games.contract.game import Game
from plytree.matches.session import Session, Termination


@dataclass(frozen=True, kw_only=True)
class Thought:
    """One move and what its player reported about it."""

    side: int  # 0: the player who is to move at the start of the game
    move: int
    seconds: float
    depth: int = 0
    nodes: int = 0
    score: dict[str, Any] | None = None  # Score.to_json(), for the side that moved


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A finished game. Side 0 is `players[0]`, who is to move first, in the opening too."""

    players: tuple[str, str]
    opening: tuple[int, ...]
    thoughts: tuple[Thought, ...]
    utility: int  # for side 0
    termination: Termination
    reason: str
    seed: int

    @property
    def points(self) -> float:
        """What side 0 took: 1, 1/2 or 0."""
        return 1.0 if self.utility > 0 else 0.0 if self.utility < 0 else 0.5

    @property
    def moves(self) -> tuple[int, ...]:
        return self.opening + tuple(thought.move for thought in self.thoughts)

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "thoughts": [dict(vars(thought)) for thought in self.thoughts]}

    @staticmethod
    def from_json(data: dict[str, Any]) -> GameRecord:
        return GameRecord(
            players=(data["players"][0], data["players"][1]),
            opening=tuple(data["opening"]),
            thoughts=tuple(Thought(**thought) for thought in data["thoughts"]),
            utility=data["utility"],
            termination=Termination(data["termination"]),
            reason=data["reason"],
            seed=data["seed"],
        )


def as_text(
    record: GameRecord,
    game: Game[Any],
    tags: Sequence[tuple[str, str]] = (),
    sides: tuple[str, str] = ("First", "Second"),
) -> str:
    """A game for people, like PGN: tags in brackets, then numbered moves with score/depth and seconds in braces."""
    result = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[record.points]
    heads = [
        *tags,
        (sides[0], record.players[0]),
        (sides[1], record.players[1]),
        ("Result", result),
        ("Termination", record.termination.value + (f": {record.reason}" if record.reason else "")),
    ]
    lines = ['[{} "{}"]'.format(name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in heads]
    session, words = Session(game), []
    for ply, move in enumerate(record.moves):
        if session.side() == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(game.show_move(session.state, move))
        if ply >= len(record.opening):
            thought = record.thoughts[ply - len(record.opening)]
            words.append(f"{{{_shown(thought)}}}")
        session.play(move)
    return "\n".join([*lines, "", *wrapped([*words, result]), ""])


def _shown(thought: Thought) -> str:
    score = thought.score or {}
    worth = {"win": "+W", "loss": "-L", "draw": "0"}.get(score.get("kind", ""), "")
    if score.get("kind") == "estimate":
        worth = f"{score['value']:+d}"
    elif score.get("plies") is not None:
        worth += str(score["plies"])
    return f"{worth}/{thought.depth} {thought.seconds:.3f}s".lstrip("/")


def wrapped(words: list[str], width: int = 100) -> list[str]:
    """Words in lines of at most so many letters."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
