"""A picture of a position, from which terminal, browser and notebook all draw, and ways to make one in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Square = tuple[int, int]  # (row, column), row 0 at the top
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Board:
    """A picture of a position, from which terminal, browser and notebook all draw.

    `cells` holds one short text per square, "" for an empty one, row 0 on top. A text that is a player's colour, or
    begins with it ("XK": a king of X), is a man of that player. `squares` says which squares stand for a legal move:
    one to place a stone, two (from, to) to move a piece, none for a move that is a button (a pass). The last move is
    marked by looking up the move in the board before it. `grid` and `from_bits` make a board from numbered squares.
    """

    cells: tuple[tuple[str, ...], ...]
    style: str = "marks"  # "marks" X and O, "stones" discs, "drop" discs falling in columns, "chess" pieces, "text",
    #                       "hex" discs on six-sided cells, each row half a cell further to the right,
    #                       "points" discs where lines meet: only squares at the end of an edge are places
    squares: Mapping[int, tuple[Square, ...]] = field(default_factory=dict)
    line: tuple[Square, ...] = ()  # the winning line, if there is one
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    mover: str = ""  # who is to move, as the reader calls him: "X", "White"; "" where nobody is
    colours: tuple[str, ...] = ("X", "O")  # the cell texts of the two players; stones are drawn black, then white
    edges: tuple[tuple[Square, Square], ...] = ()  # of style "points": which squares a line joins

    def owner(self, cell: str) -> int:
        """Whose man a cell's text is: 0, 1, or -1 for nobody's.

        >>> board = Board(cells=(("X", "OK", "+", ""),))
        >>> [board.owner(cell) for cell in board.cells[0]]
        [0, 1, -1, -1]
        """
        if self.style == "chess" and len(cell) == 1 and cell.isascii() and cell.isalpha():
            return 0 if cell.isupper() else 1
        return next((i for i, colour in enumerate(self.colours) if colour and cell.startswith(colour)), -1)

    def mark(self, cell: str) -> str:
        """What stands on a man besides his colour: "K" for "XK"."""
        owner = self.owner(cell)
        return "" if owner < 0 else cell[len(self.colours[owner]) :]

    @classmethod
    def grid(
        cls,
        texts: Sequence[str],
        width: int,
        moves: Mapping[int, int | Sequence[int]] | None = None,
        line: Iterable[int] = (),
        *,
        upwards: bool = False,
        **others: Any,
    ) -> Board:
        """A board of numbered squares: `texts` in reading order, and for each move its square or squares.

        With `upwards` square 0 is a1, the lower left one, and numbers go up. Letters and numbers stand at the sides.

        >>> Board.grid(["X", "", "", "O"], 2, {7: 1, 8: (0, 2)}, style="stones").squares
        {7: ((0, 1),), 8: ((0, 0), (1, 0))}
        """
        height = len(texts) // width

        def at(i: int) -> Square:
            return (height - 1 - i // width if upwards else i // width), i % width

        rows = [tuple(texts[row * width : row * width + width]) for row in range(height)]
        numbers = tuple(str(row + 1) for row in range(height))
        labels = {"row_labels": numbers[::-1] if upwards else numbers, "column_labels": tuple(LETTERS[:width])}
        return cls(
            cells=tuple(rows[::-1] if upwards else rows),
            squares={
                move: tuple(at(i) for i in ((where,) if isinstance(where, int) else where))
                for move, where in (moves or {}).items()
            },
            line=tuple(at(i) for i in line),
            **{**labels, **others},
        )

    @classmethod
    def from_bits(
        cls, first: int, second: int, width: int, height: int, moves: Mapping[int, int | Sequence[int]], **others: Any
    ) -> Board:
        """A board from the sets of both players' men, bit i for square i; the rest as for `grid`."""
        one, two = others.get("colours", ("X", "O"))
        texts = [one if first >> i & 1 else two if second >> i & 1 else "" for i in range(width * height)]
        return cls.grid(texts, width, moves, **{"style": "stones", **others})
