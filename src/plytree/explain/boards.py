"""Boards as small SVG pictures: thumbnails in a trace, and what a notebook shows."""

from __future__ import annotations

from html import escape

from plytree.games.contract.game import Board

CSS = """
.b-frame{fill:#fdfdfd;stroke:#8a8f98;stroke-width:.06}
.b-grid{stroke:#b9bec7;stroke-width:.04;fill:none}
.b-first{fill:#0072b2;stroke:#0072b2}
.b-second{fill:#e69f00;stroke:#e69f00}
.b-mark{fill:none;stroke-width:.13;stroke-linecap:round}
.b-disc{stroke-width:.04}
.b-ring{fill:none;stroke:#fdfdfd;stroke-width:.09}
.b-dark{fill:#c9d6e2}
.b-text{fill:#1b1f24;text-anchor:middle;font:.62px sans-serif}
.b-piece{fill:#1b1f24;text-anchor:middle;font:.82px "DejaVu Sans","Segoe UI Symbol",sans-serif}
.b-line{stroke:#d55e00;stroke-width:.16;stroke-linecap:round;fill:none}
"""
CHESS_PIECES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def board_size(board: Board, cell: float) -> tuple[float, float]:
    """Width and height of the picture for squares of this size."""
    return max(len(row) for row in board.cells) * cell, len(board.cells) * cell


def board_group(board: Board, cell: float, x: float = 0.0, y: float = 0.0) -> str:
    """The board as an SVG group with its upper left corner at (x, y); needs CSS from this module around it.

    The two players differ in shape as well as in colour: crosses and rings, full discs and discs with a ring.
    """
    rows, columns = len(board.cells), max(len(row) for row in board.cells)
    parts = [f'<rect class="b-frame" width="{columns}" height="{rows}"/>']
    if board.style == "chess":
        dark = "".join(f"M{c} {r}h1v1h-1z" for r in range(rows) for c in range(columns) if (r + c) % 2)
        parts.append(f'<path class="b-dark" d="{dark}"/>')
    elif board.style == "points":
        wires = "".join(f"M{a + 0.5} {b + 0.5}L{c + 0.5} {d + 0.5}" for (b, a), (d, c) in board.edges)
        parts.append(f'<path class="b-grid" d="{wires}"/>')
    else:
        grid = "".join(f"M{c} 0v{rows}" for c in range(1, columns)) + "".join(
            f"M0 {r}h{columns}" for r in range(1, rows)
        )
        parts.append(f'<path class="b-grid" d="{grid}"/>')
    parts.extend(_pieces(board))
    if len(board.line) > 1:
        points = " ".join(f"{c + 0.5:g},{r + 0.5:g}" for r, c in (min(board.line), max(board.line)))
        parts.append(f'<polyline class="b-line" points="{points}"/>')
    return f'<g class="b" transform="translate({x:.1f} {y:.1f}) scale({cell:g})">{"".join(parts)}</g>'


def board_svg(board: Board, cell: float = 40.0) -> str:
    """A board alone, as a whole SVG document."""
    width, height = board_size(board, cell)
    margin = cell * 0.15
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plytree-board" role="img" aria-label="board" '
        f'width="{width + 2 * margin:g}" height="{height + 2 * margin:g}" '
        f'viewBox="{-margin:g} {-margin:g} {width + 2 * margin:g} {height + 2 * margin:g}">'
        f"<style>{CSS}</style>{board_group(board, cell)}</svg>"
    )


def _pieces(board: Board) -> list[str]:
    shapes: dict[str, str] = {}
    texts: list[str] = []
    for r, row in enumerate(board.cells):
        for c, cell in enumerate(row):
            if not cell:
                continue
            side = ("b-first", "b-second", "")[board.owner(cell)]
            if board.style == "chess" or board.style == "text" or not side:
                style = "b-piece" if cell in CHESS_PIECES else "b-text"
                shown = CHESS_PIECES.get(cell, cell)
                texts.append(f'<text class="{style}" x="{c + 0.5:g}" y="{r + 0.78:g}">{escape(shown)}</text>')
            elif board.style == "marks" and side == "b-first":
                d = f"M{c + 0.25:g} {r + 0.25:g}l.5 .5m0 -.5l-.5 .5"
                shapes[f"{side} b-mark"] = shapes.get(f"{side} b-mark", "") + d
            elif board.style == "marks":
                shapes[f"{side} b-mark"] = shapes.get(f"{side} b-mark", "") + _circle(c, r, 0.27)
            else:
                shapes[f"{side} b-disc"] = shapes.get(f"{side} b-disc", "") + _circle(c, r, 0.4)
                if side == "b-second":
                    shapes["b-ring"] = shapes.get("b-ring", "") + _circle(c, r, 0.22)
                if board.mark(cell):
                    texts.append(
                        f'<text class="b-text" x="{c + 0.5:g}" y="{r + 0.72:g}">{escape(board.mark(cell))}</text>'
                    )
    return [f'<path class="{name}" d="{d}"/>' for name, d in shapes.items()] + texts


def _circle(column: int, row: int, radius: float) -> str:
    arc = f"a{radius} {radius} 0 1 0 "
    return f"M{column + 0.5 - radius:g} {row + 0.5:g}{arc}{2 * radius:g} 0{arc}{-2 * radius:g} 0z"
