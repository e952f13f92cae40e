"""What each move of a game did to the value of the position: "won in 9 -> draw".

Connect Four is reviewed by the solver, so every word is exact. Other games are reviewed by the engine and the tables
that there are (endings of chess): what is not proven is an estimate, and marked so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plytree.errors import GameError, InputError
from plytree.games.contract.game import Game, game_name
from plytree.games.contract.records import as_game
from plytree.matches.session import Session
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.score import Kind, Score
from plytree.solvers.connect4 import Solver, can_solve, to_score
from plytree.solvers.known import known

DEFAULT_LIMITS = Limits(seconds=0.5)  # for each position that the engine looks at
SLIP = 100  # an estimate that drops by so much, in units of evaluate(), counts as a mistake; or one pawn
PAST = {Kind.WIN: "won", Kind.LOSS: "lost"}


@dataclass(frozen=True, kw_only=True)
class ReviewedMove:
    """One move. Scores are for the player who made it, from the position before it."""

    ply: int  # 1 is the first move
    side: int  # 0 made the first move of the game, 1 is the other
    move: int
    shown: str  # the move as people write it
    before: Score  # what the best move would have kept
    after: Score  # what the move that was played kept
    best: tuple[int, ...]  # the move itself if it is best; else all moves that keep `before` (the engine names one)
    best_shown: tuple[str, ...]
    verdict: str  # "best", "won in 9 -> draw", "slower: won in 9 -> won in 13"
    mistake: bool  # it gave away a win or a draw (or, by estimate, much)

    def to_json(self) -> dict[str, Any]:
        return {
            "ply": self.ply, "side": self.side, "move": self.shown, "before": self.before.to_json(),
            "after": self.after.to_json(), "best": list(self.best_shown), "verdict": self.verdict,
            "mistake": self.mistake,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Review:
    """A game, move by move. `values` is the line a chart draws: for side 0, from -1 (lost) to 1 (won), by ply."""

    game: str
    exact: bool  # everything is proven
    moves: tuple[ReviewedMove, ...]
    first_losing: int | None  # ply of the first move that lost a game which was not lost before

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(_height(move.after) * (1 if move.side == 0 else -1) for move in self.moves)

    @property
    def start(self) -> float:
        """Where the line begins: what the first position was worth."""
        return _height(self.moves[0].before) * (1 if self.moves[0].side == 0 else -1) if self.moves else 0.0

    @property
    def mistakes(self) -> tuple[int, int]:
        """How many mistakes each side made."""
        return tuple(sum(m.mistake for m in self.moves if m.side == side) for side in (0, 1))  # type: ignore[return-value]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game, "exact": self.exact, "first_losing": self.first_losing,
            "mistakes": list(self.mistakes), "values": [round(value, 3) for value in self.values],
            "moves": [move.to_json() for move in self.moves],
        }  # fmt: skip


def _height(score: Score) -> float:
    if score.kind is Kind.ESTIMATE:
        value = score.value or 0
        return 0.9 * value / (abs(value) + 3 * SLIP)
    return {Kind.WIN: 1.0, Kind.LOSS: -1.0, Kind.DRAW: 0.0}[score.kind]


# What the moves of a position are worth: (score of the best, the best moves, score of the move played)
Judge = Callable[[Any, int, list[Any]], tuple[Score, tuple[int, ...], Score]]


def review(
    game: Game[Any],
    moves: Sequence[int],
    start: Any = None,
    *,
    limits: Limits | None = None,
    on_move: Callable[[int], None] | None = None,
) -> Review:
    """Review the game that these moves make; GameError if one of them is not legal.

    `limits`: for each position that the engine looks at. `on_move` is called with the number of moves reviewed. Moves
    are reviewed from the last to the first, because what is known about late positions helps with early ones.
    """
    rules = as_game(game)
    session = _replay(rules, moves, start)
    states = session.states
    judge = _solver_judge(rules) or _engine_judge(rules, limits or DEFAULT_LIMITS)
    reviewed = []
    for ply in range(len(moves), 0, -1):
        state, move = states[ply - 1], int(moves[ply - 1])
        before, best, after = judge(state, move, states[: ply - 1])
        reviewed.append(_reviewed(session, ply, move, before, best, after))
        if on_move:
            on_move(len(reviewed))
    in_order = tuple(reversed(reviewed))
    losing = [m.ply for m in in_order if m.after.kind is Kind.LOSS and m.before.kind is not Kind.LOSS]
    exact = all(m.before.proven and m.after.proven for m in in_order)
    return Review(game=game_name(rules), exact=exact, moves=in_order, first_losing=losing[0] if losing else None)


def _replay(game: Game[Any], moves: Sequence[int], start: Any) -> Session:
    """The game played again; it may go on after a draw that nobody claimed, but not after an end on the board."""
    session = Session(game, start, referee=False)
    for number, move in enumerate(moves, start=1):
        if game.result(session.state) is not None:
            raise GameError(f"move {number} of the game cannot be played: the game is over before it")
        try:
            session.play(int(move))
        except InputError as error:
            raise GameError(f"move {number} of the game cannot be played: {error}") from None
    return session


def _solver_judge(game: Game[Any]) -> Judge | None:
    if not can_solve(game):
        return None
    solver = Solver(game.width, game.height)

    def judge(state: Any, move: int, history: list[Any]) -> tuple[Score, tuple[int, ...], Score]:
        score = solver.solve(state)
        before = to_score(score, state, solver.cells)
        if solver.keeps(state, move, score):
            return before, (move,), before
        better = tuple(m for m in game.moves(state) if m != move and solver.keeps(state, m, score))
        return before, better, to_score(solver.score_of(state, move), state, solver.cells)

    return judge


def _engine_judge(game: Game[Any], limits: Limits) -> Judge:
    engine = Engine(game, knowledge=known(game))

    def judge(state: Any, move: int, history: list[Any]) -> tuple[Score, tuple[int, ...], Score]:
        found = engine.search(state, limits, history=history)
        before, choice = found.score or Score.estimate(0), found.move
        if choice is None or choice == move:
            return before, (move,), before
        after = engine.search(state, limits, history=history, moves=[move]).score or before
        if after >= before:
            return after, (move,), after
        return before, (choice,), after

    return judge


def _reviewed(
    session: Session, ply: int, move: int, before: Score, best: tuple[int, ...], after: Score
) -> ReviewedMove:
    game, state, side = session.game, session.states[ply - 1], session.side(ply - 1)
    verdict, mistake = _verdict(before, after, game.pawn)
    return ReviewedMove(
        ply=ply, side=side, move=move, shown=game.show_move(state, move), before=before, after=after, best=best,
        best_shown=tuple(game.show_move(state, m) for m in best), verdict=verdict, mistake=mistake,
    )  # fmt: skip


def _verdict(before: Score, after: Score, pawn: int) -> tuple[str, bool]:
    """In words, and whether it was a mistake."""
    if after == before:
        return "best", False
    change = f"{_past(before, pawn)} -> {_past(after, pawn)}"
    if before.proven and after.proven:
        if before.kind is not after.kind:
            return change, True
        faster_lost = before.kind is Kind.LOSS
        return ("sooner: " if faster_lost else "slower: " if before.plies is not None else "less: ") + change, False
    drop = (before.value or 0) - (after.value or 0) if before.kind is after.kind else SLIP + pawn
    return change, drop >= (pawn or SLIP)


def _past(score: Score, pawn: int) -> str:
    """A score as what the player had: "won in 9", "draw", "+0.40 (estimate)"."""
    if score.kind in PAST and score.plies is not None:
        return f"{PAST[score.kind]} in {score.plies}"
    return score.show(pawn).replace("wins", "won").replace("loses", "lost")
