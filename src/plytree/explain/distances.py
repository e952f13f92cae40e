"""Why a move keeps the win: the line of best play from tables of exact values, with the distance after each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.contract.records import as_game
from plytree.search.knowledge import LONGEST, Knowledge, move_scores
from plytree.search.score import Kind, Score

SHOWN = 4  # other moves that are named
WORDS = {
    "en": {
        "win": "keeps the win", "loss": "holds out longest", "draw": "keeps the draw", "left": "{} plies left",
        "slower": "slower", "sooner": "loses sooner", "away": "gives it away", "over": "that is the end",
    },
    "de": {
        "win": "hält den Gewinn", "loss": "wehrt sich am längsten", "draw": "hält das Remis",
        "left": "noch {} Halbzüge", "slower": "langsamer", "sooner": "verliert schneller", "away": "verschenkt es",
        "over": "das ist das Ende",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One move of the line. Scores are for the player who makes it; `others`: what his other moves were worth."""

    move: str
    score: Score
    others: tuple[tuple[str, Score], ...]


def line_of_distances(game: Game[Any], tables: Knowledge, state: Any, first: int | None = None) -> list[Step]:
    """Best play to the end, move by move; of a drawn position only the first move. `first`: begin with this move.

    InputError if the tables do not know the position."""
    rules, steps = as_game(game), list[Step]()
    while rules.result(state) is None and len(steps) < LONGEST:
        scores = move_scores(rules, tables, state)
        if len(scores) < len(list(rules.moves(state))):
            raise InputError("the tables do not know this position; 'plytree tables info' shows what there is")
        ranked = sorted(scores, key=lambda move: scores[move], reverse=True)
        best = ranked[0] if first is None else first
        others = tuple((rules.show_move(state, move), scores[move]) for move in ranked if move != best)
        steps.append(Step(rules.show_move(state, best), scores[best], others))
        if scores[best].kind is Kind.DRAW:
            break
        state, first = rules.play(state, best), None
    return steps


def tell(steps: list[Step], lang: str = "en") -> str:
    """The line in words, a sentence for each move."""
    words, lines = WORDS[lang], []
    for number, step in enumerate(steps, start=1):
        kind, left = step.score.kind, (step.score.plies or 1) - 1
        rest = words["over"] if step.score.plies == 1 else words["left"].format(left)
        said = f"{number:2d}. {step.move} {words[kind.value]}" + ("" if kind is Kind.DRAW else f": {rest}") + "."
        same = [other for other in step.others if other[1].kind is kind and other[1] < step.score]
        worse = [other for other in step.others if _rank(other[1]) < _rank(step.score)]
        if same and kind is not Kind.DRAW:
            said += f" {words['slower' if kind is Kind.WIN else 'sooner']}: {_named(same)}."
        if worse:
            said += f" {words['away']}: {_named(worse)}."
        lines.append(said)
    return "\n".join(lines)


def _rank(score: Score) -> int:
    return {Kind.WIN: 1, Kind.DRAW: 0, Kind.LOSS: -1}.get(score.kind, 0)


def _named(moves: list[tuple[str, Score]]) -> str:
    shown = [move if score.plies is None else f"{move} ({score.plies - 1})" for move, score in moves[:SHOWN]]
    return ", ".join(shown) + (f" +{len(moves) - SHOWN}" if len(moves) > SHOWN else "")
