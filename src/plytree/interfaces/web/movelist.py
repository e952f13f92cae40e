"""The moves played, with a way back to each, and the position as text."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from plytree.interfaces.web.layout import heading
from plytree.interfaces.web.table import Table


class MoveList:
    """Moves as buttons (those taken back stay, dimmed, until another is played) and the position to copy or paste."""

    def __init__(self, table: Table, on_jump: Callable[[int], None], on_position: Callable[[str], None]):
        self.table, self.on_jump = table, on_jump
        self._shown: list[str] = []
        with ui.element("section").classes("card stack").props('aria-label="Moves and position"'):
            heading("Moves")
            self.moves = ui.element("div").classes("moves").mark("moves")
            self.position = ui.input("Position").props("outlined dense").classes("w-full position").mark("position")
            self.position.on("keydown.enter", lambda: on_position(self.position.value or ""))
            with self.position.add_slot("append"):
                ui.button(icon="input", on_click=lambda: on_position(self.position.value or "")).props(
                    'flat dense round size=sm aria-label="Set up this position"'
                ).tooltip("Set up this position").mark("set-position")
            copy = ui.button("Copy link", icon="link", color=None).props("flat dense no-caps size=sm").mark("copy-link")
            copy.on("click", js_handler="() => navigator.clipboard.writeText(location.href)")

    def refresh(self) -> None:
        session = self.table.session
        shown, future = session.shown_moves(), session.undone
        state = session.state
        for move in future:
            shown.append(self.table.game.show_move(state, move))
            state = self.table.game.play(state, move)
        now = len(session.moves)
        self.moves.clear()
        with self.moves:
            self._button("Start", 0, now)
            for ply, text in enumerate(shown, start=1):
                self._button(text, ply, now)
        self.position.value = session.position_text()

    def _button(self, text: str, ply: int, now: int) -> None:
        button = (
            ui.button(text, on_click=lambda: self.on_jump(ply), color=None)
            .props("flat dense no-caps")
            .mark(f"ply-{ply}")
        )
        if ply == now:
            button.classes("now").props('aria-current="step"')
        elif ply > now:
            button.classes("undone")
