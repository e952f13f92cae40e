"""Ultimate tic-tac-toe: nine boards of tic-tac-toe; your square sends the other player to the board of that place.

A folk game, described by B. Orlin, "Ultimate Tic-Tac-Toe" (mathwithbaddrawings.com, 2013). Three in a row win a small
board, three small boards in a row win the game. A small board that is won or full is closed; who is sent there may
choose any open board. When all boards are closed without a row of boards, the game is a draw.

Small boards are numbered 0 to 8 in reading order, and so are the squares of each; a move is `9 * board + square`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Board, RecordGame
from plytree.games.contract.grids import turned_and_mirrored
from plytree.games.contract.primitives import copy_record, popcount

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # three in a row, as bits
FULL = 0o777
ANY = 9  # the board on which to play: the player may choose


class Ultimate(RecordGame):
    """Ultimate tic-tac-toe: nine small boards; your square says on which one the other plays."""

    name = "ultimate"
    num_moves = max_moves = 81
    cell_kinds = 4
    shape = (9, 9)
    dtype = np.dtype(
        (
            np.record,
            [
                ("marks", "i8", (18,)),  # the squares of X on each board, then those of O
                ("won", "i8", (2,)),  # the boards that X has won, and O
                ("closed", "i8"),  # boards that are won or full
                ("board", "i8"),  # where the player to move must play, or ANY
                ("side", "i8"),
            ],
        )
    )

    def initial(self) -> Any:
        s = np.zeros(1, self.dtype)[0]
        s.board = ANY
        return s

    def moves(self, s: Any, buffer: Any, at: int) -> int:  # type: ignore[override]
        first, last = (0, 9) if s.board == ANY else (s.board, s.board + 1)
        count = 0
        for board in range(first, last):
            if s.closed >> board & 1:
                continue
            taken = s.marks[board] | s.marks[9 + board]
            for square in range(9):
                if not taken >> square & 1:
                    buffer[at + count] = 9 * board + square
                    count += 1
        return count

    def play(self, s: Any, move: int, t: Any) -> None:  # type: ignore[override]
        copy_record(s, t)
        board, square = move // 9, move % 9
        own = 9 * s.side + board
        t.marks[own] |= 1 << square
        if has_line(t.marks[own]):
            t.won[s.side] |= 1 << board
            t.closed |= 1 << board
        elif t.marks[board] | t.marks[9 + board] == FULL:
            t.closed |= 1 << board
        t.board = ANY if t.closed >> square & 1 else square
        t.side = 1 - s.side

    def result(self, s: Any) -> int | None:
        if has_line(s.won[1 - s.side]):
            return -1
        return 0 if s.closed == FULL else None

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: Any) -> int:
        """Small boards won and rows of them that are still possible; the same within the open boards."""
        mine, theirs = s.won[s.side], s.won[1 - s.side]
        value = 20 * (chances(mine, s.closed & ~mine) - chances(theirs, s.closed & ~theirs))
        for board in range(9):
            if not s.closed >> board & 1:
                own, other = s.marks[9 * s.side + board], s.marks[9 * (1 - s.side) + board]
                value += chances(own, other) - chances(other, own)
        return value

    def cells(self, s: Any) -> list[int]:
        """0 a square where the mover cannot play, 1 where he can, 2 mine, 3 theirs; row by row of the whole board."""
        seen = []
        for i in range(81):
            board, square = i // 27 * 3 + i % 9 // 3, i // 9 % 3 * 3 + i % 3
            own, other = s.marks[9 * s.side + board], s.marks[9 * (1 - s.side) + board]
            here = not s.closed >> board & 1 and (s.board == ANY or s.board == board)
            seen.append(2 if own >> square & 1 else 3 if other >> square & 1 else 1 * here)
        return seen

    def symmetries(self) -> list[tuple[int, ...]]:
        return turned_and_mirrored(9)

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: Any) -> str:
        """The small boards one after the other, then who is to move and on which board (1 to 9, or - for any)."""
        texts = "".join(_text(s, move) or "." for move in range(81))
        boards = "/".join(texts[9 * board : 9 * board + 9] for board in range(9))
        return f"{boards} {'XO'[s.side]} {'-' if s.board == ANY else s.board + 1}"

    def from_text(self, text: str) -> Any:
        boards, mover, where = (*text.strip().upper().split(" "), "", "", "")[:3]
        parts = boards.split("/")
        wrong = len(parts) != 9 or any(len(part) != 9 or set(part) - set("XO.") for part in parts)
        if wrong or mover not in ("X", "O") or where not in tuple("123456789-"):
            raise InputError(
                f"{text[:120]!r} is not a position; expected nine boards of nine X, O and '.' joined by '/', a blank, "
                "X or O for the player to move, a blank, and the board to play on, 1 to 9 or -"
            )
        s = np.zeros(1, self.dtype)[0]
        s.side = "XO".index(mover)
        for board, part in enumerate(parts):
            for side in (0, 1):
                s.marks[9 * side + board] = sum(1 << i for i in range(9) if part[i] == "XO"[side])
                s.won[side] |= has_line(int(s.marks[9 * side + board])) << board
            full = s.marks[board] | s.marks[9 + board] == FULL
            s.closed |= (full or bool((s.won[0] | s.won[1]) >> board & 1)) << board
        s.board = ANY if where == "-" else int(where) - 1
        if s.board != ANY and s.closed >> int(s.board) & 1:
            raise InputError(f"{text[:120]!r} is not a position: board {where} is closed")
        if boards.count("X") - boards.count("O") != s.side:
            raise InputError(f"{text[:120]!r} is not a position; X begins: expected as many X as O, or one X more")
        return s

    def show_move(self, s: Any, move: int) -> str:
        """Column letter and row number on the whole board."""
        row, column = _place(move)
        return f"{chr(97 + column)}{row + 1}"

    def board(self, s: Any) -> Board:
        cells = [["" for _ in range(9)] for _ in range(9)]
        for move in range(81):
            row, column = _place(move)
            cells[row][column] = _text(s, move)
        over = self.result(s) is not None
        buffer = np.zeros(81, np.int32)
        legal = [] if over else [int(move) for move in buffer[: self.moves(s, buffer, 0)]]
        return Board(
            cells=tuple(tuple(row) for row in cells),
            squares={move: (_place(move),) for move in legal},
            row_labels=tuple("123456789"),
            column_labels=tuple("abcdefghi"),
            mover="" if over else "XO"[s.side],
        )


def has_line(marks: int) -> bool:
    for line in LINES:
        if marks & line == line:
            return True
    return False


def chances(mine: int, blocked: int) -> int:
    """Rows that are still possible, those with more marks more."""
    value = 0
    for line in LINES:
        if blocked & line == 0:
            value += (0, 1, 4, 9)[popcount(mine & line)]
    return value


def _text(s: Any, move: int) -> str:
    x, o = int(s.marks[move // 9]), int(s.marks[9 + move // 9])
    return "X" if x >> move % 9 & 1 else "O" if o >> move % 9 & 1 else ""


def _place(move: int) -> tuple[int, int]:
    board, square = move // 9, move % 9
    return board // 3 * 3 + square // 3, board % 3 * 3 + square % 3
