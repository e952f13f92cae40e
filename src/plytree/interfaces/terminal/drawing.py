"""A board as text, in colours where the terminal has them, in plain letters where it has not."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from plytree.games.contract.game import Board, Square

PIECES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
SIGNS = "●○"  # the two players' stones: also a copy without colours tells them apart
PLAYERS = {"stones": ("black", "bold bright_white")}  # how the two sides are coloured; else red and yellow
GROUND = {"drop": "on rgb(20,50,110)", "stones": "on rgb(0,80,40)"}
DISCS = ("drop", "stones", "hex", "points")
DARK, LIGHT = "on rgb(90,110,140)", "on rgb(130,150,175)"


def draw(
    board: Board, *, last: Collection[Square] = (), labels: Mapping[Square, str] | None = None, colours: bool = True
) -> Text:
    """The board in lines of text. `last`: the squares of the last move, marked; `labels`: texts for empty squares."""
    width = max(3, *(len(cell) + 2 for row in board.cells for cell in row))
    wires = _wires(board) if board.style == "points" else {}
    margin = max((len(label) for label in board.row_labels), default=0)
    picture = Text()
    for row, cells in enumerate(board.cells):
        label = board.row_labels[row] if row < len(board.row_labels) else ""
        picture.append(f" {label:>{margin}} ", "dim")
        if board.style == "hex":
            picture.append(" " * ((width + 1) // 2 * row))
        for column, cell in enumerate(cells):
            square = (row, column)
            if square in wires:
                picture.append(wires[square] * width if wires[square] == "─" else wires[square].center(width), "dim")
                continue
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
        below = (width + 1) // 2 * (len(board.cells) - 1) if board.style == "hex" else 0  # the last row stands there
        picture.append(
            " " * (margin + 2 + below) + "".join(label.center(width) for label in board.column_labels), "dim"
        )
        picture.append("\n")
    return picture


def _cell(board: Board, square: Square, cell: str, hint: str) -> tuple[str, str]:
    """What stands in a square, and how it is coloured."""
    owner, mark = board.owner(cell), board.mark(cell)
    if board.style == "chess":
        ground = LIGHT if sum(square) % 2 == 0 else DARK
        return PIECES.get(cell, cell or " "), f"{'bold white' if cell.isupper() else 'black'} {ground}"
    ground = GROUND.get(board.style, "")
    if not cell:
        return hint or "·", f"dim {ground}"
    one, two = PLAYERS.get(board.style, ("bold bright_red", "bold bright_yellow"))
    colour = (one, two, "")[owner]
    disc = board.style in DISCS and owner >= 0
    return (f"{SIGNS[owner]}{mark}" if disc else cell), f"{colour} {ground}"


def _wires(board: Board) -> dict[Square, str]:
    """Squares of a board of points on which nobody can stand: a piece of a line, or nothing."""
    places = {square for edge in board.edges for square in edge}
    wires = {(r, c): " " for r, row in enumerate(board.cells) for c in range(len(row)) if (r, c) not in places}
    for (r1, c1), (r2, c2) in board.edges:
        steps = max(abs(r2 - r1), abs(c2 - c1))
        shape = "─" if r1 == r2 else "│" if c1 == c2 else "╲" if (r2 - r1) * (c2 - c1) > 0 else "╱"
        for i in range(1, steps):
            wires[r1 + (r2 - r1) * i // steps, c1 + (c2 - c1) * i // steps] = shape
    return wires
