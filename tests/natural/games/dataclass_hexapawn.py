"""Hexapawn on four files and four ranks: a frozen dataclass, a move is a pair of squares."""

from dataclasses import dataclass, replace

from plytree import Game

SIZE = 4


@dataclass(frozen=True)
class Position:
    rows: tuple[str, ...]  # the top row first
    white_to_move: bool = True

    def pawns(self, colour):
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell == colour:
                    yield r, c


class Hexapawn(Game[Position]):
    max_moves = 12

    def initial(self):
        return Position(("b" * SIZE,) + ("." * SIZE,) * (SIZE - 2) + ("w" * SIZE,))

    def moves(self, s):
        own, enemy, step = ("w", "b", -1) if s.white_to_move else ("b", "w", 1)
        for r, c in s.pawns(own):
            ahead = r + step
            if not 0 <= ahead < SIZE:
                continue
            if s.rows[ahead][c] == ".":
                yield (r, c), (ahead, c)
            for side in (c - 1, c + 1):
                if 0 <= side < SIZE and s.rows[ahead][side] == enemy:
                    yield (r, c), (ahead, side)

    def play(self, s, move):
        (r, c), (to_r, to_c) = move
        rows = [list(row) for row in s.rows]
        rows[to_r][to_c] = rows[r][c]
        rows[r][c] = "."
        return replace(s, rows=tuple("".join(row) for row in rows), white_to_move=not s.white_to_move)

    def result(self, s):
        if "w" in s.rows[0]:
            return 1 if s.white_to_move else -1
        if "b" in s.rows[-1]:
            return -1 if s.white_to_move else 1
        if not any(True for _ in self.moves(s)):
            return -1
        return None

    def evaluate(self, s):
        white = sum(row.count("w") for row in s.rows)
        black = sum(row.count("b") for row in s.rows)
        return white - black if s.white_to_move else black - white
