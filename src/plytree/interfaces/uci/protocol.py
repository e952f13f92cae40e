"""The Universal Chess Interface: lines in, lines out, over a Session and a player.

`Protocol.handle` takes one line at a time and never waits for a search: searches answer from a thread of their own.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from plytree.errors import InputError, MachineError
from plytree.interfaces.uci.go import Go, show_info
from plytree.interfaces.uci.options import OPTIONS, nodes_for
from plytree.search.limits import Limits

if TYPE_CHECKING:
    from plytree.matches.session import Session
    from plytree.players.thinking import Thinking

START = "startpos"


class Protocol:
    """One conversation with a chess interface. `write` sends a line to it."""

    def __init__(self, write: Callable[[str], None], mode: str = "best"):
        self._send, self._mode = write, mode
        self._writing = threading.Lock()
        self.options: dict[str, Any] = {option.name: option.default for option in OPTIONS}
        self._player: Any = None
        self._position: tuple[str, tuple[str, ...]] = (START, ())
        self._session: Any = None  # the game so far
        self._answer: Answer | None = None
        self._ready: threading.Thread | None = None
        self._book: Any = None
        self._chance = random.Random()
        self._failure: Exception | None = None

    def write(self, line: str) -> None:
        with self._writing:
            self._send(line)

    # ---- commands ------------------------------------------------------------------------------------------------

    def handle(self, line: str) -> bool:
        """Obey one line; False if the conversation is over. Words before a known command are skipped, as agreed."""
        words = line.split()
        while words and words[0] not in COMMANDS:
            del words[0]
        if not words:
            return True
        if words[0] == "quit":
            self.close()
            return False
        try:
            COMMANDS[words[0]](self, words[1:])
        except InputError as error:
            self.write(f"info string {error}")
        except Exception as error:  # an interface cannot see a traceback; it can show this line
            self.write(f"info string {type(error).__name__}: {error}")
        return True

    def close(self) -> None:
        self._end_search()

    def _uci(self, words: Sequence[str]) -> None:
        from plytree import __version__

        self.write(f"id name plytree {__version__}")
        self.write("id author the plytree authors")
        for option in OPTIONS:
            self.write(option.declaration())
        self.write("uciok")
        self._get_ready()  # not before: loading the compiler would keep the answer waiting

    def _isready(self, words: Sequence[str]) -> None:
        if self._answer is None or not self._answer.running:
            self._await_ready()
        self.write("readyok")

    def _ucinewgame(self, words: Sequence[str]) -> None:
        self._end_search()
        self._await_ready()
        self._player.new_game(0)

    def _setoption(self, words: Sequence[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        option = next((o for o in OPTIONS if o.name.lower() == name.strip().lower()), None)
        if option is None:
            raise InputError(f"there is no option {name.strip()!r}")
        try:
            read = option.read(value.strip())
        except ValueError as error:
            raise InputError(f"option {option.name} cannot be {value.strip()!r}; {error}") from None
        self._end_search()
        self._await_ready()
        if option.kind == "button":
            self._player.new_game(0)
        elif self.options[option.name] != read:
            self.options[option.name] = read
            if option.name in ("Hash", "Threads"):
                self._player = self._new_player()
            elif option.name.startswith("Syzygy"):
                self._tell(self._player)
            elif option.name in ("OwnBook", "BookFile"):
                self._open_book()

    def _position_command(self, words: Sequence[str]) -> None:
        self._end_search()
        self._await_ready()
        at = list(words).index("moves") if "moves" in words else len(words)
        kind, setup, moves = words[:1], " ".join(words[1:at]), tuple(words[at + 1 :])
        if kind == [START]:
            base = START
        elif kind == ["fen"]:
            base = setup
        else:
            raise InputError(f"{' '.join(words)!r} is not a position; expected startpos or fen, then moves")
        self._set_position(base, moves)

    def _go(self, words: Sequence[str]) -> None:
        self._end_search()
        self._await_ready()
        go = Go.read(words)
        session = self._session
        wanted = [read_move(session, text) for text in go.moves]
        black = session.position_text().split()[1] == "b"
        limits = go.limits(int(black), self.options["Move Overhead"] / 1000)
        if self.options["UCI_LimitStrength"]:
            most = nodes_for(self.options["UCI_Elo"])
            limits = Limits(
                seconds=limits.seconds, depth=limits.depth, nodes=min(limits.nodes or most, most), clock=limits.clock
            )
        # while pondering the clock is the opponent's: only stop and ponderhit end it
        free = Limits(depth=limits.depth, nodes=limits.nodes)
        thinking = self._from_book(go) or self._player.start(
            session.state,
            session.history,
            free if go.ponder else limits,
            moves=wanted or None,
            multipv=self.options["MultiPV"],
        )
        self._answer = Answer(thinking, go, limits, session, self.write)

    def _stop(self, words: Sequence[str]) -> None:
        if self._answer is not None:
            self._answer.stop()

    def _ponderhit(self, words: Sequence[str]) -> None:
        if self._answer is not None:
            self._answer.ponderhit()

    # ---- what the commands share ------------------------------------------------------------------------------------

    def _get_ready(self) -> threading.Thread:
        if self._ready is None:
            self._ready = threading.Thread(target=self._prepare, daemon=True)
            self._ready.start()
        return self._ready

    def _await_ready(self) -> None:
        self._get_ready().join()
        if self._failure is not None:
            raise self._failure

    def _prepare(self) -> None:
        """Load the game and get the player's native code, from disk or from the compiler."""
        from plytree.games.catalog import load_game
        from plytree.matches.session import Session

        self._session = Session(load_game("chess"), referee=False)
        try:
            self._player = self._new_player()
        except (InputError, MachineError) as error:  # native code was insisted on
            self._failure = error

    def _new_player(self) -> Any:
        from plytree.players.player import make_player

        game = self._session.game
        spec = f"engine:threads={self.options['Threads']},hash={self.options['Hash']},mode={self._mode}"
        player = make_player(spec, game)
        self._tell(player)
        first = player.start(game.initial(), (), Limits(depth=1))  # waits for native code
        first.result()
        if first.note:
            self.write(f"info string {first.note}")
        return player

    def _tell(self, player: Any) -> None:
        """Give the player the tables that the options name; it goes on without those that cannot be read."""
        from plytree.solvers.known import known

        path, fifty = self.options["SyzygyPath"], self.options["Syzygy50MoveRule"]
        try:
            player.engine.knowledge = known(self._session.game, syzygy=path, fifty=fifty)
        except InputError as error:
            self.write(f"info string {error}")

    def _open_book(self) -> None:
        """Open the book that the options name; without one that cannot be read it goes on searching."""
        from plytree.players.opening_book import book_of

        self._book = None
        if self.options["OwnBook"]:
            try:
                self._book = book_of(self._session.game, self.options["BookFile"])
            except InputError as error:
                self.write(f"info string {error}")

    def _from_book(self, go: Go) -> Thinking | None:
        """A move from the book, unless somebody wants to see a search."""
        if self._book is None or go.moves or go.infinite or go.ponder or self.options["MultiPV"] > 1:
            return None
        from plytree.players.thinking import settled

        session = self._session
        found = None if session.outcome is not None else self._book.choose(session.state, self._chance)
        return None if found is None else settled(found, session.game, session.state, session.history)

    def _end_search(self) -> None:
        if self._answer is not None:
            self._answer.stop()
            self._answer.join()
            self._answer = None

    def _set_position(self, base: str, moves: tuple[str, ...]) -> None:
        """Play the moves; those that the last position had too are not played again."""
        old_base, old_moves = self._position
        game, known = self._session.game, 0
        if base == old_base:
            while known < min(len(moves), len(old_moves)) and moves[known] == old_moves[known]:
                known += 1
            session = self._session.branch(known)
        else:
            session = type(self._session)(game, None if base == START else game.from_text(base), referee=False)
        for text in moves[known:]:
            session.play(read_move(session, text))
        self._position, self._session = (base, moves), session


def read_move(session: Session, text: str) -> int:
    """The legal move that a text in the protocol's notation means."""
    from plytree.games.chess.notation import uci

    for move in session.game.moves(session.state):
        if uci(move) == text.lower():
            return int(move)
    raise InputError(f"{text!r} is not a legal move in {session.position_text()}")


class Answer:
    """The answer to one `go`: info lines while the player thinks, and the best move at the end."""

    def __init__(self, thinking: Thinking, go: Go, limits: Limits, session: Session, write: Callable[[str], None]):
        self._thinking, self._go, self._limits, self._write = thinking, go, limits, write
        self._lost = session.game.result(session.state) == -1
        self._may_answer = threading.Event()  # not before stop or ponderhit, if told so
        if not (go.infinite or go.ponder):
            self._may_answer.set()
        self._thread = threading.Thread(target=self._report, daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        self._may_answer.set()
        self._thinking.stop()

    def ponderhit(self) -> None:
        """The move pondered on was played: now the own clock runs."""
        from plytree.search.clock import budget

        if not self._go.ponder or self._may_answer.is_set():
            return
        time = budget(self._limits)
        share = time.soft if time.soft is not None else time.hard
        if share is not None:
            timer = threading.Timer(share, self._thinking.stop)
            timer.daemon = True
            timer.start()
        self._may_answer.set()

    def join(self) -> None:
        self._thread.join()

    def _report(self) -> None:
        from plytree.games.chess.notation import uci

        best = "(none)"
        try:
            for iteration in self._thinking.iterations():
                lines = iteration.lines or ((0, iteration.score, iteration.pv),)
                for place, (_, score, pv) in enumerate(lines, start=1):
                    if score is not None:
                        self._write(show_info(iteration, score, pv, uci, place))
                self._stop_at_mate(iteration.score)
            found = self._thinking.result()
            if found.move is None:
                self._write(f"info depth 0 score {'mate' if self._lost else 'cp'} 0")
            else:
                best = uci(found.move)
                if len(found.pv) > 1:
                    best += f" ponder {uci(found.pv[1])}"
        except Exception as error:  # whatever happens, the interface gets its answer
            self._write(f"info string {type(error).__name__}: {error}")
        self._may_answer.wait()
        self._write(f"bestmove {best}")

    def _stop_at_mate(self, score: Any) -> None:
        wanted = self._go.mate_plies
        if wanted is not None and score.plies is not None and score.kind == "win" and score.plies <= wanted:
            self._thinking.stop()


COMMANDS: dict[str, Any] = {
    "uci": Protocol._uci,
    "isready": Protocol._isready,
    "ucinewgame": Protocol._ucinewgame,
    "setoption": Protocol._setoption,
    "position": Protocol._position_command,
    "go": Protocol._go,
    "stop": Protocol._stop,
    "ponderhit": Protocol._ponderhit,
    "quit": None,
    "debug": lambda protocol, words: None,
    "register": lambda protocol, words: None,
}
