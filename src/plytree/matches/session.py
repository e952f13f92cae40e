"""One game between two sides, turn by turn, without any input or output.

Terminal, browser, UCI and matches all drive this state machine; none of them knows rules of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from plytree.errors import GameError, InputError
from plytree.games.contract.game import Game, game_name, has_hook, side_to_move


class Termination(StrEnum):
    """Why a game ended."""

    RULES = "rules"  # won, lost or drawn on the board
    RESIGNED = "resigned"
    TIME = "time"  # the side to move overstepped its time
    ILLEGAL = "illegal move"
    CRASH = "crash"  # the player failed
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `utility` for side 0 (+1 won, 0 draw, -1 lost; or a utility)."""

    utility: int
    termination: Termination
    reason: str = ""

    @property
    def winner(self) -> int | None:
        """Side 0 or 1, or None for a draw."""
        return 0 if self.utility > 0 else 1 if self.utility < 0 else None


class Session:
    """The turns of one game. Side 0 is the one to move at the start of the session.

    Without a `referee` (chess interfaces and finished games have their own) any legal move is played, also after a draw
    that nobody claimed.
    """

    def __init__(self, game: Game[Any], start: Any = None, *, referee: bool = True):
        self.game, self.referee = game, referee
        self.start = game.initial() if start is None else start
        self.states: list[Any] = [self.start]
        self.moves: list[int] = []
        self._undone: list[int] = []
        self._ended: Outcome | None = None

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def history(self) -> list[Any]:
        """The states before this one, oldest first: what a player is told besides the state."""
        return self.states[:-1]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self._ended is not None:
            return self._ended
        result, reason = self.game.result(self.state), ""
        if has_hook(self.game, "ending"):
            result, reason = self.game.ending(self.states) or (None, "")
        if result is None:
            return None
        return Outcome(int(result) if self.side() == 0 else -int(result), Termination.RULES, reason)

    @property
    def opening(self) -> str:
        """The name of the opening that is played (chess); "" if it has none."""
        if game_name(self.game) != "chess":
            return ""
        from plytree.solvers.openings.names import opening_name

        return opening_name(self.game, self.states)

    @property
    def undone(self) -> list[int]:
        """The moves taken back that redo() would play, next first."""
        return self._undone[::-1]

    def side(self, ply: int | None = None) -> int:
        """Who is to move (0 or 1), now or at an earlier ply of the session."""
        at = len(self.moves) if ply is None else ply
        return side_to_move(self.game, self.states[at], self.states[:at])

    def legal_moves(self) -> list[int]:
        return [] if self.outcome is not None else [int(move) for move in self.game.moves(self.state)]

    def play(self, move: int) -> None:
        """Make a move; InputError if the game is over or the move is not legal."""
        self._push(move)
        self._undone.clear()

    def _push(self, move: int) -> None:
        if self.referee and self.outcome is not None:
            raise InputError("the game is over; no move can be played")
        legal = [int(legal) for legal in self.game.moves(self.state)]
        if move not in legal:
            raise InputError(f"{move!r} is not a legal move here; legal moves are {legal}")
        self.states.append(self.game.play(self.state, move))
        self.moves.append(move)

    def undo(self, plies: int = 1) -> int:
        """Take back up to `plies` moves (and a resignation); how many were taken back."""
        self._ended = None
        done = 0
        while done < plies and self.moves:
            self._undone.append(self.moves.pop())
            self.states.pop()
            done += 1
        return done

    def redo(self, plies: int = 1) -> int:
        """Play taken-back moves again; how many were played."""
        done = 0
        while done < plies and self._undone:
            self._push(self._undone.pop())
            done += 1
        return done

    def branch(self, plies: int) -> Session:
        """A session of its own in which only the first so many moves have been played."""
        branch = Session(self.game, self.start, referee=self.referee)
        branch.states, branch.moves = self.states[: plies + 1], self.moves[:plies]
        return branch

    def resign(self, side: int | None = None) -> None:
        """The side to move, or the given one, gives up."""
        self.forfeit(Termination.RESIGNED, side=side)

    def forfeit(self, termination: Termination, reason: str = "", side: int | None = None) -> None:
        """The side to move, or the given one, loses for a reason beyond the rules."""
        if self.outcome is not None:
            raise InputError("the game is over already")
        loser = self.side() if side is None else side
        self._ended = Outcome(-1 if loser == 0 else 1, termination, reason)

    def adjudicate(self, utility: int, reason: str) -> None:
        """End the game with a given utility for side 0."""
        self._ended = Outcome(utility, Termination.ADJUDICATED, reason)

    def shown_moves(self) -> list[str]:
        """The moves played, as people write them."""
        return [self.game.show_move(s, move) for s, move in zip(self.states, self.moves, strict=False)]

    def position_text(self) -> str:
        """The position as text: the game's own notation, or the moves played where it has none."""
        if has_hook(self.game, "to_text"):
            return self.game.to_text(self.state)
        return " ".join(self.shown_moves())


def show_line(game: Game[Any], state: Any, moves: Sequence[int]) -> list[str]:
    """Moves played one after the other from a state, as people write them."""
    shown = []
    for move in moves:
        shown.append(game.show_move(state, move))
        state = game.play(state, move)
    return shown


def read_position(game: Game[Any], text: str) -> Any:
    """The state that a text describes: the game's own notation, or else moves played from the start."""
    if has_hook(game, "from_text"):
        return game.from_text(text)
    session = Session(game)
    for word in text.replace(",", " ").split():
        session.play(game.read_move(session.state, word))
    return session.state


def replay(game: Game[Any], moves: Sequence[int], start: Any = None) -> Session:
    """A session in which these moves have been played; GameError if one is not legal."""
    session = Session(game, start)
    for number, move in enumerate(moves, start=1):
        try:
            session.play(move)
        except InputError as error:
            raise GameError(f"move {number} of the game cannot be played: {error}") from None
    return session
