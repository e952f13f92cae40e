"""The play page: a board ready to play, who sits where, and the search as it thinks."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from nicegui import Client, background_tasks, ui
from nicegui.events import KeyEventArguments

from plytree.errors import InputError
from plytree.interfaces.web import layout
from plytree.interfaces.web.board_panel import BoardPanel
from plytree.interfaces.web.controls import Controls
from plytree.interfaces.web.hint_giver import HintGiver
from plytree.interfaces.web.movelist import MoveList
from plytree.interfaces.web.opponents import Opponent
from plytree.interfaces.web.review_panel import ReviewPanel
from plytree.interfaces.web.seats import read_seat
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.thinking_panel import ThinkingPanel
from plytree.interfaces.web.visit import Phase, Visit
from plytree.interfaces.web.widgets import button, label

GONE_SECONDS = 4.0  # a connection may break for so long without ending a search
SIGNS = {"win": "▲", "draw": "▬", "estimate": "▬", "loss": "▼"}
SHORTCUTS = "Keys: 1–9 move · U undo · R redo · N new game · F flip · H hints · S stop"


class PlayPage:
    """One visitor's play page. It lives as long as the visitor's connection."""

    def __init__(self, services: Services, visit: Visit, visitor: str):
        self.services, self.visit, self.visitor = services, visit, visitor
        self.opponent = Opponent(services, visitor)
        self.hints = HintGiver(services, visit, visitor, self._hints_changed, self._trouble)
        self._task: asyncio.Task[None] | None = None
        self._buttons: dict[str, ui.button] = {}
        self._connected = False  # a page that nobody looks at makes no work
        self._build()
        self.refresh()

    # ---- what is on the page ---------------------------------------------------------------------------------------

    def _build(self) -> None:
        with ui.element("div").classes("play"):
            with ui.element("div").classes("stack board-side"):
                with ui.element("div").classes("status").props('role="status" aria-live="polite"'):
                    self.token = ui.element("span").classes("token none")
                    self.status = label(name="status")
                    self.spinner = ui.spinner(size="1.2em")
                self.spoken = label(name="spoken", classes="only-spoken").props('aria-live="polite"')
                self.panel = BoardPanel(self.visit, self._on_move)
                self.place = self.panel.frame
                self.legend = label(name="legend", classes="quiet small legend")
                self.move_buttons = ui.element("div").classes("buttons")
                self._build_buttons()
                ui.label(SHORTCUTS).classes("quiet small gt-sm")
            with ui.element("div").classes("stack"):
                self.controls = Controls(self.services, self.visit, self._on_settings)
                self.thinking = ThinkingPanel()
                self.review = ReviewPanel(self.services, self.visit, self.visitor, self._jump)
                self.move_list = MoveList(self.visit, self._jump, self._set_up)
        ui.keyboard(self._on_key, repeating=False, ignore=["input", "select", "textarea"])
        self.ticker = ui.timer(0.15, self._tick, active=False)

    def _build_buttons(self) -> None:
        with ui.element("div").classes("buttons").props('role="toolbar" aria-label="Game"'):
            for name, text, icon, action in (
                ("stop", "Stop: move now", "front_hand", self._stop),
                ("go", "Computer, move", "play_arrow", self._go),
                ("undo", "Undo", "undo", self._undo),
                ("redo", "Redo", "redo", self._redo),
                ("hints", "Hints", "lightbulb", self.hints.toggle),
                ("new", "New game", "refresh", self._restart),
                ("flip", "Flip", "swap_horiz", self._flip),
                ("resign", "Resign", "flag", self._resign),
            ):
                self._buttons[name] = button(text, action, name=name, icon=icon)
        self._buttons["stop"].classes("primary")
        self._buttons["go"].classes("primary")

    def refresh(self) -> None:
        """Draw what the visit holds; what goes wrong in a game of one's own is told, and the page lives on."""
        try:
            self._draw()
        except Exception as error:  # rules may fail in any way
            self.panel.tell(error)

    def _trouble(self, error: Exception) -> None:
        with self.place:
            self.panel.tell(error)

    def _draw(self) -> None:
        visit, session = self.visit, self.visit.session
        phase = visit.phase
        active, marks = phase is Phase.HUMAN, self.hints.marks()
        labels = {move: visit.game.show_move(session.state, move) for move in session.legal_moves()}
        board = self.panel.show(labels, active=active, marks=marks)
        placed = {move for move, squares in board.squares.items() if squares} if board is not None else set()
        free = {move: text for move, text in labels.items() if move not in placed} if active else {}
        self._show_move_buttons(free, marks)
        self._show_status(phase)
        self._buttons["stop"].set_visibility(phase is Phase.COMPUTER)
        self._buttons["go"].set_visibility(phase is Phase.PAUSED)
        self._buttons["undo"].set_enabled(visit.can_undo)
        self._buttons["redo"].set_enabled(bool(session.undone))
        self._buttons["resign"].set_enabled(phase is not Phase.OVER and any(s.human for s in visit.seats))
        self._buttons["hints"].classes(add="on" if self.hints.on else "", remove="" if self.hints.on else "on")
        self.legend.text = self.hints.legend()
        self.review.refresh(phase is Phase.OVER)
        self.move_list.refresh()
        self.controls.refresh()
        if (best := self.hints.best()) is not None:
            self.panel.value(best, session.side())
        ui.run_javascript(f"plytree.address({json.dumps(visit.query())})")

    def _show_move_buttons(self, moves: dict[int, str], marks: Mapping[int, Mapping[str, Any]]) -> None:
        """Moves that no square stands for; with hints, each says what it is worth."""
        self.move_buttons.clear()
        self.move_buttons.set_visibility(bool(moves))
        with self.move_buttons:
            for move, text in moves.items():
                made = button(text, lambda move=move: self._on_move(move), name=f"move-{text}")
                if (hint := marks.get(move)) is not None:
                    with made:
                        look = f"move-hint {hint['kind']}" + (" best" if hint["best"] else "")
                        ui.label(f"{SIGNS[hint['kind']]} {hint['text']}").classes(look)

    def _show_status(self, phase: Phase, place: int = 0) -> None:
        visit = self.visit
        side = visit.session.side()
        name, seat = visit.side_names()[side], visit.seats[side]
        outcome = visit.session.outcome
        self.spinner.set_visibility(phase is Phase.COMPUTER)
        board = visit.board()
        known = outcome is None and board is not None and board.mover in board.colours
        index = board.colours.index(board.mover) if board is not None and known else 0
        self.token.classes(remove="p0 p1 none", add=f"p{index} style-{board.style}" if board and known else "none")
        if outcome is not None:
            self.status.text = visit.outcome_words(outcome)
        elif phase is Phase.HUMAN:
            alone = not visit.seats[1 - side].human
            self.status.text = f"Your move ({name})" if alone else f"{name} to move"
        elif phase is Phase.PAUSED:
            self.status.text = f"{name} to move: {seat.show()} waits"
        elif place:
            self.status.text = f"{seat.show()} ({name}) waits for a free processor: place {place} in the queue"
        else:
            self.status.text = f"{seat.show()} thinks ({name})"

    # ---- what the visitor does -------------------------------------------------------------------------------------

    def _on_move(self, move: object) -> None:
        try:
            self.visit.move(move)
        except InputError:
            return  # a click that came too late: the board it was meant for is gone
        except Exception as error:
            self.panel.tell(error)
            return
        self._changed()

    def _on_settings(self, new_game: bool) -> None:
        self._abandon()
        if new_game:
            self.thinking.begin()
            self.review.clear()
        self._changed()

    def _jump(self, ply: int) -> None:
        self._abandon()
        self.visit.jump(ply)
        self._changed()

    def _set_up(self, position: str) -> None:
        try:
            self.visit.set_up(position)
        except InputError as error:
            ui.notify(str(error), type="warning")
            return
        self._abandon()
        self._changed()

    def _undo(self) -> None:
        self._abandon()
        self.visit.undo()
        self._changed()

    def _redo(self) -> None:
        self._abandon()
        self.visit.redo()
        self._changed()

    def _restart(self) -> None:
        self._abandon()
        self.review.clear()
        self.visit.restart()
        self._changed()

    def _resign(self) -> None:
        if self.visit.phase is not Phase.OVER:
            self._abandon()
            self.visit.resign()
            self._changed()

    def _flip(self) -> None:
        self.visit.flipped = not self.visit.flipped
        self.refresh()

    def _go(self) -> None:
        self.visit.paused = False
        self._changed()

    def _stop(self) -> None:
        """Make the computer move at once; where computers play each other, also pause the game."""
        if not any(seat.human for seat in self.visit.seats):
            self.visit.paused = True
        self.opponent.stop()

    def _on_key(self, event: KeyEventArguments) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        name = str(event.key.name).lower()
        actions = {
            "h": self.hints.toggle, "u": self._undo, "r": self._redo, "n": self._restart, "f": self._flip,
            "s": self._stop, "arrowleft": self._undo, "arrowright": self._redo,
        }  # fmt: skip
        if name in actions:
            actions[name]()
            return
        session = self.visit.session
        for move in session.legal_moves():
            if self.visit.game.show_move(session.state, move).lower() == name:
                self._on_move(move)
                return

    def _hints_changed(self) -> None:
        with self.place:
            self.refresh()

    # ---- the computer's turn ---------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self.refresh()
        self._continue()

    def _continue(self) -> None:
        """Let the computer think if it is its turn and somebody looks."""
        if self._connected and self.visit.phase is Phase.COMPUTER and self._task is None:
            self._task = background_tasks.create(self._think(), name="think")

    def _abandon(self) -> None:
        """Forget a search whose answer nobody waits for any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.opponent.stop()
        self.ticker.deactivate()

    async def _think(self) -> None:
        visit, task = self.visit, asyncio.current_task()
        try:
            self.thinking.begin()
            self.ticker.activate()
            move = await self.opponent.choose(visit, lambda place: self._show_status(visit.phase, place))
            self.ticker.deactivate()
            self._tick(final=True)
            who = visit.side_names()[visit.session.side()]
            visit.answer(move)
            self.spoken.text = f"{who} plays {visit.session.shown_moves()[-1]}"
        except InputError as error:
            visit.paused = True
            with self.place:
                ui.notify(str(error), type="warning")
        except Exception as error:  # the rules or the player failed: the page says how, and waits
            visit.paused = True
            with self.place:
                self.refresh()
                self.panel.tell(error)
            return
        finally:
            self.ticker.deactivate()
            if self._task is task:
                self._task = None
        with self.place:
            self._changed()

    def _tick(self, final: bool = False) -> None:
        """Show where the search stands."""
        seen = self.opponent.seen()
        if seen is None:
            return
        state, progress, note = seen
        who = self.visit.side_names()[progress.side]
        show = self.thinking.finish if final else self.thinking.show
        show(self.visit.game, state, progress, who, note)
        if progress.score is not None:
            self.panel.value(progress.score, progress.side)

    def connect(self) -> None:
        """The page's socket is there, for the first time or again: now somebody looks."""
        self._connected = True
        with self.place:
            if self.visit.phase is Phase.PAUSED:  # it may have been told so while nobody looked
                self.refresh()
            self._continue()

    async def rest_unless_back(self, client: Client) -> None:
        """The connection ended: unless it is soon there again, nobody waits for the search."""
        await asyncio.sleep(GONE_SECONDS)
        if not client.has_socket_connection:
            self._connected = False
            if self._task is not None:
                self._abandon()
                self.visit.paused = True

    def close(self) -> None:
        """The visitor went away."""
        self._abandon()
        self.hints.close()
        self.review.clear()


def visit_from_query(services: Services, query: dict[str, str]) -> tuple[Visit, str]:
    """The visit that an address asks for, and a sentence about what in it could not be used."""
    complaint = ""
    name = query.get("game", services.default_game)
    try:
        game = services.game(name)
    except InputError as error:
        complaint, name, query = str(error), services.default_game, {}
        game = services.game(name)
    visit = Visit(name, game)
    try:
        seats = [read_seat(query[key]) if key in query else visit.seats[i] for i, key in enumerate(("first", "second"))]
        visit.seats = seats
        seconds = float(query.get("time", "1"))
        visit.seconds = services.limit_seconds(seconds) if math.isfinite(seconds) else 1.0
        visit.flipped = query.get("flipped") == "1"
        visit.set_up(query.get("position", ""), query.get("moves", ""))
    except ValueError as error:
        complaint = complaint or str(error)
    return visit, complaint


def register(services: Services) -> None:
    """Put the play page at `/`."""

    @ui.page("/", dark=None)
    def play_page(request: Request, client: Client) -> None:
        visit, complaint = visit_from_query(services, dict(request.query_params))
        with layout.page("/", ""):
            page = PlayPage(services, visit, visitor=client.id)
        client.on_connect(page.connect)
        client.on_delete(page.close)
        client.on_disconnect(lambda: background_tasks.create(page.rest_unless_back(client), name="rest"))
        if complaint:
            ui.notify(complaint, type="warning")
