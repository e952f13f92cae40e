"""A board as text, in colours where the terminal has them, in plain letters where it has not."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from plytree.games.contract.game import Board, Square

PIECES = dict(zip("KQRBNPkqrbnp", "♚♛♜♝♞♟♚♛♜♝♞♟", strict=True))  # one shape for both sides, told apart by colour
PLAYERS = {"stones": ("black", "bold bright_white")}  # how the two sides are coloured; else red and yellow
GROUND = {"drop": "on rgb(20,50,110)", "stones": "on rgb(0,80,40)"}
DARK, LIGHT = "on rgb(90,110,140)", "on rgb(130,150,175)"


def draw(
    board: Board, *, last: Collection[Square] = (), labels: Mapping[Square, str] | None = None, colours: bool = True
) -> Text:
    """The board in lines of text. `last`: the squares of the last move, marked; `labels`: texts for empty squares."""
    width = max(3, *(len(cell) + 2 for row in board.cells for cell in row))
    margin = max((len(label) for label in board.row_labels), default=0)
    picture = Text()
    for row, cells in enumerate(board.cells):
        label = board.row_labels[row] if row < len(board.row_labels) else ""
        picture.append(f" {label:>{margin}} ", "dim")
        for column, cell in enumerate(cells):
            square = (row, column)
            hint = (labels or {}).get(square, "")
            shown, style = _cell(board, square, cell, hint) if colours else (cell or hint or ".", "")
            if colours and square in board.line:
                style += " reverse"
            text = shown.center(width)
            if square in last:
                text = f"[{shown}]".center(width)
            picture.append(text, style.strip())
        picture.append("\n")
    if board.column_labels:
        picture.append(" " * (margin + 2) + "".join(label.center(width) for label in board.column_labels), "dim")
        picture.append("\n")
    return picture


def _cell(board: Board, square: Square, cell: str, hint: str) -> tuple[str, str]:
    """What stands in a square, and how it is coloured."""
    first, second = board.colours
    if board.style == "chess":
        ground = LIGHT if sum(square) % 2 == 0 else DARK
        return PIECES.get(cell, cell or " "), f"{'bold white' if cell.isupper() else 'black'} {ground}"
    ground = GROUND.get(board.style, "")
    if not cell:
        return hint or "·", f"dim {ground}"
    one, two = PLAYERS.get(board.style, ("bold bright_red", "bold bright_yellow"))
    colour = one if cell == first else two if cell == second else ""
    return ("●" if board.style in GROUND and colour else cell), f"{colour} {ground}"
