"""One visitor's game: the session, who sits where, and the link that brings it back. No pages, no threads."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game, has_hook
from plytree.interfaces.web.seats import Seat, chosen_seat
from plytree.matches.session import Outcome, Session, Termination, read_position

LONGEST_TEXT = 4000  # letters of a position or of a list of moves that a visitor may send
COLOURS = {"drop": ("Red", "Yellow"), "stones": ("Black", "White")}  # as the page draws them
DEFAULT_SEATS = (Seat(), chosen_seat("time"))


class Phase(StrEnum):
    """What the game waits for."""

    HUMAN = "human"
    COMPUTER = "computer"
    PAUSED = "paused"  # the computer is to move, but only when the visitor says so
    OVER = "over"


@dataclass
class Visit:
    """A game in progress. Moves come from the visitor through `move`, from the computer through `answer`."""

    name: str
    game: Game[Any]
    seats: list[Seat] = field(default_factory=lambda: list(DEFAULT_SEATS))
    seconds: float = 1.0
    flipped: bool = False
    paused: bool = False
    position: str = ""  # where the game started, as text; "" is the game's own start
    session: Session = field(init=False)

    def __post_init__(self) -> None:
        self.session = Session(self.game)

    # ---- the game --------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        if self.session.outcome is not None:
            return Phase.OVER
        if self.seats[self.session.side()].human:
            return Phase.HUMAN
        return Phase.PAUSED if self.paused else Phase.COMPUTER

    def move(self, move: object) -> None:
        """The visitor's move, as it came from the browser; InputError if it is not his turn or not legal."""
        if self.phase is not Phase.HUMAN:
            raise InputError("it is not your turn")
        if not isinstance(move, int) or isinstance(move, bool):
            raise InputError(f"{str(move)[:40]!r} is not a move; expected a whole number")
        self.session.play(move)
        self.paused = False

    def answer(self, move: int) -> None:
        """The computer's move."""
        self.session.play(move)

    def jump(self, ply: int) -> None:
        """Go to the position after that many plies, back or forth."""
        played = len(self.session.moves)
        if ply < played:
            self.session.undo(played - ply)
        elif ply > played:
            self.session.redo(ply - played)
        elif self.session.outcome is not None and self.session.outcome.termination is not Termination.RULES:
            self.session.undo(0)
        self.paused = True

    def undo(self) -> None:
        """Take back the visitor's last move, and the answer to it."""
        if self.session.outcome is not None and self.session.outcome.termination is Termination.RESIGNED:
            self.jump(len(self.session.moves))
            return
        ply = len(self.session.moves) - 1
        while ply > 0 and not self.seats[self.session.side(ply)].human and self._has_human:
            ply -= 1
        self.jump(max(ply, 0))

    def redo(self) -> None:
        """Play what was taken back, up to the visitor's next turn."""
        last = len(self.session.moves) + len(self.session.undone)
        ply = min(len(self.session.moves) + 1, last)
        self.jump(ply)
        while ply < last and self._has_human and not self.seats[self.session.side()].human:
            ply += 1
            self.jump(ply)

    def restart(self) -> None:
        self.session = Session(self.game, self.session.start)
        self.paused = False

    def resign(self) -> None:
        """The visitor gives up, whoever's turn it is; between two humans, the one to move."""
        side = self.session.side()
        if not self.seats[side].human and self.seats[1 - side].human:
            side = 1 - side
        self.session.resign(side)

    @property
    def _has_human(self) -> bool:
        return any(seat.human for seat in self.seats)

    # ---- pictures and words ----------------------------------------------------------------------------------------

    def board(self) -> Board | None:
        """The picture of the position, or None where the game draws none."""
        return self.game.board(self.session.state) if has_hook(self.game, "board") else None

    def last_squares(self) -> tuple[tuple[int, int], ...]:
        """The squares of the last move."""
        if not self.session.moves or not has_hook(self.game, "board"):
            return ()
        return tuple(self.game.board(self.session.states[-2]).squares.get(self.session.moves[-1], ()))

    def side_names(self) -> tuple[str, str]:
        """What the two sides are called: as the board names them, else first and second."""
        names = ["First", "Second"]
        if has_hook(self.game, "board"):
            start = self.session.start
            states = [start]
            if self.game.result(start) is None:
                states.append(self.game.play(start, next(iter(self.game.moves(start)))))
            for side, state in enumerate(states):
                board = self.game.board(state)
                drawn = dict(zip(board.colours, COLOURS.get(board.style, board.colours), strict=False))
                names[side] = drawn.get(board.mover, board.mover) or names[side]
        return (names[0], names[1]) if names[0] != names[1] else ("First", "Second")

    def outcome_words(self, outcome: Outcome) -> str:
        """How the game ended, in words."""
        if outcome.winner is None:
            return "A draw."
        name, seat = self.side_names()[outcome.winner], self.seats[outcome.winner]
        alone = seat.human and not self.seats[1 - outcome.winner].human
        text = f"You win with {name}" if alone else f"{name} wins"
        if outcome.termination is Termination.RULES:
            return f"{text}!" if alone else f"{text}."
        return f"{text}: {outcome.termination.value}." if not outcome.reason else f"{text}: {outcome.reason}."

    # ---- the link --------------------------------------------------------------------------------------------------

    def query(self) -> str:
        """The part of the address after `?` that opens this game again."""
        parts = {"game": self.name}
        if self.position:
            parts["position"] = self.position
        if self.session.moves:
            parts["moves"] = ",".join(self.session.shown_moves())
        if tuple(self.seats) != DEFAULT_SEATS:
            parts["first"], parts["second"] = str(self.seats[0]), str(self.seats[1])
        if self.seconds != 1.0:
            parts["time"] = f"{self.seconds:g}"
        if self.flipped:
            parts["flipped"] = "1"
        return urlencode(parts, safe=",:/")

    def set_up(self, position: str = "", moves: str = "") -> None:
        """Start again from a position, with moves played; InputError (and nothing changed) if they are not legal."""
        if len(position) > LONGEST_TEXT or len(moves) > LONGEST_TEXT:
            raise InputError(f"the text is too long; expected at most {LONGEST_TEXT} letters")
        session = Session(self.game, read_position(self.game, position) if position.strip() else None)
        for word in moves.replace(",", " ").split():
            if session.outcome is not None:
                raise InputError(f"move {word!r} comes after the end of the game")
            session.play(self.game.read_move(session.state, word))
        self.session, self.position = session, position.strip()
        self.paused = session.outcome is None and bool(session.moves or position)
