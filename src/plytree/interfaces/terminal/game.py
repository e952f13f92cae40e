"""A game in the terminal: shows the board, asks people and lets programs think, until it is over or somebody leaves."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from plytree.advice.hints import EXACT, adviser, make_adviser
from plytree.errors import InputError
from plytree.games.contract.game import Board, Square, has_hook
from plytree.games.contract.records import RecordView
from plytree.interfaces.terminal.drawing import draw
from plytree.matches.session import Outcome, Session, Termination, show_line
from plytree.players.player import Player
from plytree.players.thinking import Choice, Thinking, start
from plytree.search.result import Progress

RECENT = 8  # turns listed under the board
HELP = """a move as it is written here, or:
  moves    the legal moves
  undo     take back to your last turn        redo     play it again
  hint     what the engine would play         list     the moves so far
  board    show the board again               resign   give up
  quit     leave the game"""


class Leave(Exception):
    """Somebody left the game."""


class TerminalGame:
    """Two seats; a player of None is a human who types. `read` asks for one line and raises EOFError at the end."""

    def __init__(
        self,
        session: Session,
        players: tuple[Player | None, Player | None],
        console: Console,
        read: Callable[[str], str] = input,
    ):
        self.session, self.players, self.console, self.read = session, players, console, read
        self._advisers: dict[str, Player] = {}
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._show_moves, "undo": self._undo, "redo": self._redo, "hint": self._hint,
            "list": self._show_list, "board": self.show, "resign": self.session.resign, "quit": self._leave,
            "help": lambda: self.say(HELP),
        }  # fmt: skip
        self._shortcuts = {"u": "undo", "h": "hint", "q": "quit", "exit": "quit", "?": "help", "m": "moves"}

    def run(self) -> Outcome | None:
        """Play to the end; None if somebody left before."""
        self.show()
        try:
            while self.session.outcome is None:
                player = self.players[self.session.side()]
                if player is None:
                    self._ask()
                else:
                    self._let_play(player)
        except (Leave, EOFError):
            self.say(f"You left the game at position {self.session.position_text()!r}.")
            return None
        self.say(self.verdict(self.session.outcome))
        return self.session.outcome

    # ---- what is shown ------------------------------------------------------------------------------------------

    def say(self, text: str | Text) -> None:
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)

    def show(self) -> None:
        """The board; where the game has none the position as text, or else the state and how it came about."""
        board, game = self._board(), self.session.game
        if board is None:
            if not has_hook(game, "to_text"):
                state = self.session.state
                self.say(str(game.record(state) if isinstance(game, RecordView) else state))
            self.say(self.session.position_text() or "the start")
            return
        fancy = self.console.color_system is not None and not self.console.no_color
        self.say(draw(board, last=self._last_squares(), labels=self._labels(board), colours=fancy))
        if self.session.moves:
            opening = f"   ({self.session.opening})" if self.session.opening else ""
            self.console.print(self._list(RECENT) + opening, style="dim", highlight=False, markup=False, soft_wrap=True)

    def _board(self, ply: int = -1) -> Board | None:
        game = self.session.game
        return game.board(self.session.states[ply]) if has_hook(game, "board") else None

    def _last_squares(self) -> tuple[Square, ...]:
        before = self._board(-2) if self.session.moves else None
        return before.squares.get(self.session.moves[-1], ()) if before is not None else ()

    def _labels(self, board: Board) -> dict[Square, str]:
        """The names of moves where they fit into the squares; a + where a stone may be put."""
        if board.style == "stones":
            return {where[0]: "+" for where in board.squares.values() if len(where) == 1}
        if board.style != "marks" or board.column_labels:
            return {}
        game, state = self.session.game, self.session.state
        names = {where[0]: game.show_move(state, move) for move, where in board.squares.items() if len(where) == 1}
        return names if all(len(name) <= 2 for name in names.values()) else {}

    def side_name(self, side: int) -> str:
        """What a side is called on the board: X, White; else its number."""
        for ply in range(len(self.session.states)):
            board = self._board(ply)
            mover = board.mover if board is not None else ""
            if mover and self.session.side(ply) == side:
                return mover
            if board is not None and mover in board.colours:
                return next(colour for colour in board.colours if colour != mover)
        return f"Player {side + 1}"

    def verdict(self, outcome: Outcome) -> str:
        why = "" if outcome.termination is Termination.RULES else f" ({outcome.termination.value})"
        why = f" ({outcome.reason})" if outcome.reason else why
        if outcome.winner is None:
            return f"The game is a draw{why}."
        by = f" by {abs(outcome.utility)}" if self.session.game.max_utility > 1 and not why else ""
        return f"{self.side_name(outcome.winner)} has won{by}{why}."

    # ---- people -------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        game = self.session.game
        text = self.read(f"{self.side_name(self.session.side())} to move (? for help): ").strip()
        if not text:
            return
        try:
            move = game.read_move(self.session.state, text)
        except InputError as error:
            word = text.lower()
            command = self._commands.get(self._shortcuts.get(word, word))
            if command is None:
                self.say(str(error))
            else:
                command()
            return
        self.session.play(move)
        self.show()

    def _show_moves(self) -> None:
        game, state = self.session.game, self.session.state
        self.say(" ".join(game.show_move(state, move) for move in self.session.legal_moves()))

    def _show_list(self) -> None:
        self.say(self._list(len(self.session.moves)) or "no move yet")

    def _list(self, turns: int) -> str:
        """The last moves, numbered in pairs where players alternate."""
        shown = self.session.shown_moves()
        if not has_hook(self.session.game, "to_move"):
            pairs = [" ".join(shown[i : i + 2]) for i in range(0, len(shown), 2)]
            shown = [f"{number}. {pair}" for number, pair in enumerate(pairs, start=1)]
        return ("... " if len(shown) > turns else "") + "  ".join(shown[-turns:])

    def _undo(self) -> None:
        """Back to where a human was last to move."""
        session = self.session
        turns = [ply for ply in range(len(session.moves)) if self.players[session.side(ply)] is None]
        if not turns:
            self.say("There is nothing to take back.")
            return
        session.undo(len(session.moves) - turns[-1])
        self.show()

    def _redo(self) -> None:
        if not self.session.redo():
            self.say("There is nothing to play again.")
            return
        while self.session.undone and self.players[self.session.side()] is not None:
            self.session.redo()
        self.show()

    def _hint(self) -> None:
        session = self.session
        who = adviser(session.game, session.state)
        if who not in self._advisers:
            self._advisers[who] = make_adviser(who, session.game)
        choice = self._watch(self._advisers[who].start(session.state, session.history), "looking")
        self.say(f"hint: {self._in_words(choice)}" + (" (exact)" if who == EXACT else ""))

    def _leave(self) -> None:
        raise Leave

    # ---- programs -----------------------------------------------------------------------------------------------

    def _let_play(self, player: Player) -> None:
        begin, session = time.perf_counter(), self.session
        thinking = start(player, session.game, session.state, session.history)
        choice = self._watch(thinking, f"{player.name} thinks")
        name, words = self.side_name(session.side()), self._in_words(choice)
        session.play(choice.move)
        self.say(f"{name} ({player.name}) plays {words}, {time.perf_counter() - begin:.1f} s")
        self.show()

    def _watch(self, thinking: Thinking, what: str) -> Choice:
        """Wait with a line that tells how far a player is; Ctrl-C ends its thinking first."""
        try:
            with self.console.status(what) as status:
                while not thinking.done:
                    if (live := thinking.live()).depth:
                        status.update(Text(f"{what}: {self._progress(live)}"))
                    time.sleep(0.02)
        except KeyboardInterrupt:
            thinking.stop()
            raise
        return Choice.of(thinking.result())

    def _progress(self, live: Progress) -> str:
        score = live.score.show(self.session.game.pawn) if live.score else "..."
        return f"depth {live.depth}, {score}, {_amount(live.nodes)} nodes, {self._line(live.pv, most=8)}"

    def _in_words(self, choice: Choice) -> str:
        """A move with what was thought of it."""
        words = [self._line((choice.move,))]
        if choice.score is not None:
            words.append(choice.score.show(self.session.game.pawn))
        if choice.depth:
            words.append(f"depth {choice.depth}, {_amount(choice.nodes)} nodes")
        if len(choice.pv) > 1:
            words.append("line " + self._line(choice.pv, most=8))
        return ", ".join(words)

    def _line(self, moves: tuple[int, ...], most: int = 1) -> str:
        return " ".join(show_line(self.session.game, self.session.state, moves[:most]))


def _amount(number: int) -> str:
    """A count that is easy to read.

    >>> _amount(950), _amount(12_345), _amount(3_456_000)
    ('950', '12 k', '3.5 M')
    """
    if number < 10_000:
        return str(number)
    return f"{number / 1000:.0f} k" if number < 1_000_000 else f"{number / 1e6:.1f} M"
