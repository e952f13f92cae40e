"""One visitor's game: the session, who sits where, and the link that brings it back. No pages, no threads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game, has_hook
from plytree.interfaces.web.seats import Seat, chosen_seat
from plytree.matches.session import Outcome, Session, Termination, read_position

LONGEST_TEXT = 4000  # letters of a position or of a list of moves that a visitor may send
COLOURS = {  # as the page draws them
    "drop": ("Red", "Yellow"),
    "hex": ("Red", "Blue"),
    "points": ("Black", "White"),
    "stones": ("Black", "White"),
}
TURN = 3  # moves that one player makes before the other at most, at the start of a game
MEN = {"White": "QRBNP", "Black": "qrbnp"}
WORTH = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1, "k": 0}
GLYPHS = dict(zip("QRBNPqrbnp", "♕♖♗♘♙♛♜♝♞♟", strict=True))
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
    trouble: Exception | None = field(init=False, default=None)  # what went wrong in the game's own drawing
    _before: Session | None = field(init=False, default=None)  # the game before this one

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
        if not self.session.moves and self._before is not None:
            self.session, self._before, self.paused = self._before, None, True
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
        """A new game; undo brings the old one back."""
        if self.session.moves:
            self._before = self.session
        self.session = Session(self.game, self.session.start)
        self.paused = False

    def take(self, session: Session) -> None:
        """Go on with a game that was played elsewhere; undo of a new game brings the old one back."""
        start = session.start
        fresh = Session(self.game, start)
        for move in session.moves:
            if fresh.outcome is not None:
                break
            fresh.play(move)
        text = self.game.to_text(start)
        self.position = "" if text == self.game.to_text(self.game.initial()) else text
        self._before, self.session, self.paused = self.session, fresh, True

    @property
    def can_undo(self) -> bool:
        return bool(self.session.moves) or self.session.outcome is not None or self._before is not None

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
        return self._draw(self.session.state)

    def _draw(self, state: Any) -> Board | None:
        """A picture of a state; None where the game draws none, or fails to (then `trouble` says how)."""
        if not has_hook(self.game, "board"):
            return None
        try:
            return self.game.board(state)
        except Exception as error:  # a game of one's own may fail in any way
            self.trouble = error
            return None

    def threatened(self) -> tuple[tuple[int, int], ...]:
        """Where the king stands that is in check, in games that know such."""
        board, state = self.board(), self.session.state
        if board is None or board.style != "chess" or not has_hook(self.game, "in_check"):
            return ()
        if not self.game.in_check(state):
            return ()
        king = "K" if self._mover(state) == "White" else "k"
        return tuple((r, c) for r, row in enumerate(board.cells) for c, cell in enumerate(row) if cell == king)

    def captured(self) -> str:
        """The men that each side has lost since the start of the game, and who is ahead; "" where nothing is taken."""
        board = self.board()
        if board is None or board.style != "chess":
            return ""
        start = Counter(cell for row in self.game.board(self.game.initial()).cells for cell in row if cell)
        now = Counter(cell for row in board.cells for cell in row if cell)
        lost = {side: "".join(p * max(0, start[p] - now[p]) for p in order) for side, order in MEN.items()}
        ahead = sum(WORTH[p.lower()] * n * (1 if p.isupper() else -1) for p, n in now.items())
        if not any(lost.values()):
            return ""
        shown = "  ".join("".join(GLYPHS[p] for p in men) for men in lost.values() if men)
        return shown + (f"  {'White' if ahead > 0 else 'Black'} +{abs(ahead)}" if ahead else "")

    def last_squares(self) -> tuple[tuple[int, int], ...]:
        """The squares of the last move."""
        before = self._draw(self.session.states[-2]) if self.session.moves else None
        return tuple(before.squares.get(self.session.moves[-1], ())) if before is not None else ()

    def side_names(self) -> tuple[str, str]:
        """What the two sides are called: as the board names them, else first and second."""
        unnamed = ("First", "Second")
        if self.board() is None:
            return unnamed
        pair = self._movers(self.game.initial())
        first = self._mover(self.session.start) or pair[0]
        second = pair[1] if first == pair[0] else pair[0] if first == pair[1] else self._movers(self.session.start)[1]
        return (first, second) if first and second and first != second else unnamed

    def _movers(self, state: Any) -> tuple[str, str]:
        """Who moves in a state, and who after its first move; "" where nobody is named."""
        first = second = self._mover(state)
        for _ in range(TURN):  # a turn may be more than one move
            if self.game.result(state) is not None:
                return first, ""
            state = self.game.play(state, next(iter(self.game.moves(state))))
            second = self._mover(state)
            if second != first:
                break
        return first, second

    def _mover(self, state: Any) -> str:
        board = self._draw(state)
        if board is None:
            return ""
        if board.style == "chess" and not board.mover:  # mate: nobody moves, but it is somebody's king
            return "Black" if self.game.to_text(state).split()[1] == "b" else "White"
        drawn = dict(zip(board.colours, COLOURS.get(board.style, board.colours), strict=False))
        return drawn.get(board.mover, board.mover)

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
        """Start again from a position, with moves played. InputError says which move is not legal: those before it
        stand. Nothing is changed if the position is none."""
        if len(position) > LONGEST_TEXT or len(moves) > LONGEST_TEXT:
            raise InputError(f"the text is too long; expected at most {LONGEST_TEXT} letters")
        session = Session(self.game, read_position(self.game, position) if position.strip() else None)
        try:
            for number, word in enumerate(moves.replace(",", " ").split(), start=1):
                try:
                    if session.outcome is not None:
                        raise InputError("it comes after the end of the game")
                    session.play(self.game.read_move(session.state, word))
                except InputError as error:
                    raise InputError(f"move {number} of the list, {word[:40]!r}, was left out: {error}") from None
        finally:  # the good moves stand
            self.session, self.position = session, position.strip()
            self.paused = session.outcome is None and bool(session.moves or position)
