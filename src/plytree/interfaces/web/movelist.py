"""The moves played, with a way back to each, and the position as text."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from nicegui import ui
from nicegui.events import GenericEventArguments

from plytree.errors import InputError
from plytree.games.contract.game import game_name
from plytree.interfaces.web.lesson import DEEPEST, WIDEST
from plytree.interfaces.web.visit import Visit
from plytree.interfaces.web.widgets import button, card, label, named
from plytree.matches.pgn import read_pgn, session_pgn
from plytree.matches.session import show_line


class MoveList:
    """Moves as buttons (those taken back stay, dimmed, until another is played) and the position to copy or paste."""

    def __init__(self, visit: Visit, on_jump: Callable[[int], None], on_position: Callable[[str], None]):
        self.visit, self.on_jump = visit, on_jump
        self._texts: list[str] = []
        self._buttons: list[ui.button] = []
        self._looks: dict[int, str] = {}  # of buttons, by element id
        with card("Moves"):
            self.opening = label(name="opening", classes="quiet small")
            self.moves = named(ui.element("div").classes("moves"), "moves")
            self.position = named(ui.input("Position").props("outlined dense").classes("w-full position"), "position")
            self.position.on("keydown.enter", lambda: on_position(self.position.value or ""))
            with self.position.add_slot("append"):
                set_up = button("", lambda: on_position(self.position.value or ""), name="set-position", icon="input")
                set_up.props('dense round size=sm aria-label="Set up this position"').tooltip("Set up this position")
            with ui.element("div").classes("buttons"):
                copy = button("Copy link", name="copy-link", icon="link", small=True)
                copy.on("click", self._copied, js_handler="async () => emit(await plytree.copyLink())")
                self.pgn = button("PGN", self._download_pgn, name="pgn", icon="download", small=True)
                self.open_pgn = button("Open PGN", self._ask_pgn, name="open-pgn", icon="upload", small=True)
                button("Explain this position", self._explain, name="explain-position", icon="account_tree", small=True)

    @staticmethod
    def _copied(event: GenericEventArguments) -> None:
        if event.args is True:
            ui.notify("The link to this game is copied.", type="positive")
        else:
            ui.notify("The browser does not let pages copy: take the link from the address bar.", type="warning")

    def _explain(self) -> None:
        """Ask how deep and wide, then show the tree."""
        with ui.dialog() as dialog, ui.card():
            ui.label("Explain this position").classes("title")
            depth = named(ui.number("Plies", value=2, min=1, max=DEEPEST, step=1), "explain-depth")
            width = named(
                ui.number("Moves of each position (0: all)", value=self._usual_width(), min=0, max=WIDEST, step=1),
                "explain-width",
            )

            def go() -> None:
                text = self.visit.session.position_text()
                query = {"game": self.visit.name, "position": text, "depth": int(depth.value or 2)}
                ui.navigate.to("/explain?" + urlencode({**query, "width": int(width.value or 0)}))

            button("Explain", go, name="explain-go", icon="account_tree").classes("primary")
        dialog.open()

    def _usual_width(self) -> int:
        """So many moves of each position as can be looked at."""
        return 0 if len(self.visit.session.legal_moves()) <= 9 else 4

    def _download_pgn(self) -> None:
        names = {"White": self.visit.seats[0].show(), "Black": self.visit.seats[1].show()}
        if self.visit.side_names()[0] == "Black":
            names = {"White": names["Black"], "Black": names["White"]}
        ui.download(session_pgn(self.visit.session, names.items()).encode(), "plytree.pgn")

    def _ask_pgn(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("w-full"):
            ui.label("Open a game").classes("title")
            text = named(ui.textarea("PGN").props("outlined").classes("w-full position"), "pgn-text")

            def take() -> None:
                try:
                    self.visit.take(read_pgn(self.visit.game, str(text.value or "")))
                except InputError as error:
                    ui.notify(str(error), type="warning")
                    return
                dialog.close()
                self.on_jump(len(self.visit.session.moves))

            button("Open", take, name="pgn-take", icon="upload").classes("primary")
        dialog.open()

    def refresh(self) -> None:
        chess = game_name(self.visit.game) == "chess"
        self.pgn.set_visibility(chess)
        self.open_pgn.set_visibility(chess)
        session = self.visit.session
        taken_back = show_line(self.visit.game, session.state, session.undone)
        self._show(["Start", *session.shown_moves(), *taken_back], len(session.moves))
        self.position.value = session.position_text()
        self.opening.text = session.opening
        self.opening.set_visibility(bool(session.opening))

    def _show(self, texts: list[str], now: int) -> None:
        """Bring the buttons up to date; a move more costs one button more."""
        common = next((i for i, (a, b) in enumerate(zip(self._texts, texts, strict=False)) if a != b), None)
        common = min(len(self._texts), len(texts)) if common is None else common
        for gone in self._buttons[common:]:
            gone.delete()
        del self._buttons[common:]
        with self.moves:
            self._buttons += [self._button(texts[ply], ply) for ply in range(common, len(texts))]
        self._texts = texts
        for ply, shown in enumerate(self._buttons):
            look = "now" if ply == now else "undone" if ply > now else ""
            if look != self._looks.get(shown.id, ""):
                shown.classes(remove="now undone", add=look)
                self._looks[shown.id] = look

    def _button(self, text: str, ply: int) -> ui.button:
        return button(text, lambda: self.on_jump(ply), name=f"ply-{ply}").props("dense")
