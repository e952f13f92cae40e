"""The board in the browser: any game's picture (games/contract/game.py Board), drawn by board.js as SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from plytree.games.contract.game import Board, Square


class BoardView(ui.element, component="board.js"):
    """Draws a picture and tells which legal move the visitor chose: by click, by keyboard, by two clicks."""

    def __init__(self, on_move: Callable[[object], None]) -> None:
        super().__init__()
        self._props["picture"] = {}
        self._props["hints"] = {}
        self._props["active"] = self._props["flipped"] = False
        self.on("move", lambda event: on_move(_argument(event)))

    def show(
        self,
        board: Board,
        labels: Mapping[int, str],
        *,
        active: bool,
        last: Sequence[Square] = (),
        check: Sequence[Square] = (),
        flipped: bool = False,
        hints: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        """Draw a position. `labels`: how people write each legal move; `hints`: text, kind and rank of a move."""
        self._props["picture"] = {**picture(board, labels, last), "check": [list(square) for square in check]}
        self._props["active"], self._props["flipped"] = active, flipped
        self._props["hints"] = {str(move): dict(hint) for move, hint in (hints or {}).items()}
        self.update()


def picture(board: Board, labels: Mapping[int, str], last: Sequence[Square]) -> dict[str, Any]:
    """A Board as JSON, with each cell's owner: 0, 1, or -1 for nobody's."""
    colours = list(board.colours)
    return {
        "cells": [list(row) for row in board.cells],
        "owners": [[board.owner(cell) for cell in row] for row in board.cells],
        "marks": [[board.mark(cell) for cell in row] for row in board.cells],
        "style": board.style,
        "edges": [[list(one), list(two)] for one, two in board.edges],
        "moves": [
            {"id": int(move), "label": labels.get(move, str(move)), "squares": [list(square) for square in squares]}
            for move, squares in board.squares.items()
            if squares
        ],
        "line": [list(square) for square in board.line],
        "last": [list(square) for square in last],
        "rowLabels": list(board.row_labels),
        "columnLabels": list(board.column_labels),
        "mover": colours.index(board.mover) if board.mover in colours else -1,
    }


def _argument(event: GenericEventArguments) -> object:
    """What the browser sent: untrusted."""
    return event.args
