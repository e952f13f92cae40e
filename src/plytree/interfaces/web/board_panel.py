"""The board and what stands around it: whose it is (value bar), what was taken, what is compiled, what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from plytree.games.contract.board import Board
from plytree.games.contract.game import game_name
from plytree.games.contract.state_text import state_text
from plytree.interfaces.cli.blame import game_fault
from plytree.interfaces.web.board import BoardView
from plytree.interfaces.web.thinking_panel import height
from plytree.interfaces.web.visit import Visit
from plytree.interfaces.web.widgets import label, named
from plytree.search.acquire import compilers
from plytree.search.score import Score

BANNER_SECONDS = 1.5  # between looks at the compilers


class BoardPanel:
    """Draws the position of a visit; where the game draws no board, its state in words and grids."""

    def __init__(self, visit: Visit, on_move: Callable[[object], None]):
        self.visit = visit
        self.banner = label(name="banner", classes="banner small")
        self.banner.props('role="status"').set_visibility(False)
        self.wrong = label(name="trouble", classes="trouble")
        self.wrong.props('role="alert"').set_visibility(False)
        self.frame = ui.element("div").classes("with-bar place").style("min-width: 0")
        with self.frame:
            bar = ui.element("div").classes("value-bar").props('role="img" aria-label="Value of the position"')
            self.bar = named(bar, "value-bar")
            with self.bar:
                self.share = ui.element("div").style("height: 50%")
            with ui.element("div").style("min-width: 0"):
                self.board = BoardView(on_move)
                self.text = named(ui.element("pre").classes("text-board"), "state")
        self.material = label(name="material", classes="material")
        self.timer = ui.timer(BANNER_SECONDS, self.look_at_compilers)

    def show(self, labels: Mapping[int, str], *, active: bool, marks: Mapping[int, Mapping[str, Any]]) -> Board | None:
        """Draw the position; the board, if there is one. `labels`: how people write each legal move."""
        visit = self.visit
        visit.trouble = None
        board = visit.board()
        self.board.set_visibility(board is not None)
        self.text.set_visibility(board is None)
        if board is not None:
            self.board.show(
                board, labels, active=active, last=visit.last_squares(), check=visit.threatened(),
                flipped=visit.flipped, hints=marks,
            )  # fmt: skip
        else:
            self.text.clear()
            with self.text:
                ui.label(state_text(visit.game, visit.session.state))
        self.material.text = visit.captured()
        self.tell(visit.trouble)
        return board

    def tell(self, error: Exception | None) -> None:
        """Say what went wrong in a game of one's own, with its file and line; the game stays usable."""
        self.wrong.set_visibility(error is not None)
        self.wrong.text = "" if error is None else game_fault(error) or f"{type(error).__name__}: {error}"

    def value(self, score: Score, side: int) -> None:
        """What the position is worth, as a bar: full is won for the side that began."""
        share = height(score if side == 0 else -score, self.visit.game.pawn)
        self.share.style(f"height: {50 + 50 * share:.1f}%")
        who = self.visit.side_names()[side]
        self.bar.props["aria-label"] = f"{who}: {score.show(self.visit.game.pawn)}"
        self.bar.update()

    def look_at_compilers(self) -> None:
        """While the game at the board is being compiled, say how far that is."""
        name = game_name(self.visit.game)
        found = next((each for each in compilers.under_way() if each.what == name and each.kind == "code"), None)
        self.banner.set_visibility(found is not None)
        if found is not None:
            self.banner.text = f"Compiling {name}: {found.fraction:.0%}. Until then it plays weakly."
