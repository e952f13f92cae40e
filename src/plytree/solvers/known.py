"""What is known exactly about positions of a game: its table of all positions, or the tables of chess endings.

tables = known(game)                      # None if there are none
tables.score(state)                       # a proven score, or None
move_scores(game, tables, state)          # the same for every move
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from plytree.errors import InputError
from plytree.games.chess.game import Chess
from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import as_game
from plytree.search.compile.kernel import rules_of
from plytree.search.score import Kind, Score


class Known(Protocol):
    """Exact scores of some positions."""

    def score(self, state: Any) -> Score | None:
        """For the player to move; None if it is not known."""


def known(game: Game[Any], folder: Path | None = None) -> Known | None:
    """The tables that there are for a game; one that cannot be read counts as absent."""
    from plytree.solvers.endings.tables import SHIPPED, Endings, data_folder

    place = folder or data_folder()
    if isinstance(rules_of(game), Chess):
        return Endings(SHIPPED, place / "chess")
    from plytree.solvers.retrograde.file import GameTable, file_of

    path = file_of(place, game)
    try:
        return GameTable(path, game) if path.is_file() else None
    except InputError:
        return None


def before(score: Score, same: bool = False) -> Score:
    """What a move is worth that leads to a position with this score; `same`: the same player moves there.

    >>> str(before(Score.loss(4))), str(before(Score.win(3))), str(before(Score.win(3), same=True))
    ('wins in 5', 'loses in 4', 'wins in 4')
    """
    here = score if same else -score
    return here if here.plies is None else Score(here.kind, plies=here.plies + 1)


def move_scores(game: Game[Any], tables: Known, state: Any) -> dict[int, Score]:
    """The exact score of each legal move for the player who makes it; moves to unknown positions are left out."""
    rules = as_game(game)
    twice = has_hook(rules, "to_move")
    found: dict[int, Score] = {}
    for move in rules.moves(state):
        child = rules.play(state, int(move))
        score = tables.score(child)
        if score is None and (result := rules.result(child)) is not None:
            score = Score.utility(result) if rules.max_utility > 1 else _finished(result)
        if score is not None:
            same = twice and rules.to_move(child) == rules.to_move(state)
            found[int(move)] = before(score, same)
    return found


def _finished(result: int) -> Score:
    return Score.draw() if result == 0 else Score.win(0) if result > 0 else Score.loss(0)


def best_line(game: Game[Any], tables: Known, state: Any, most: int = 200) -> list[int]:
    """Best play from a position to its end, as far as the tables go; nothing for a draw, which may have no end."""
    rules = as_game(game)
    line: list[int] = []
    while len(line) < most and rules.result(state) is None:
        score = tables.score(state)
        scores = move_scores(rules, tables, state)
        if score is None or score.kind is Kind.DRAW or not scores:
            break
        move = max(scores, key=lambda m: scores[m])
        line.append(move)
        state = rules.play(state, move)
    return line
