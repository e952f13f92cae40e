"""Three Men's Morris: place three men each, then slide along the lines; a draw after thirty plies."""

from typing import NamedTuple

from plytree import Game

NEIGHBOURS = {
    0: (1, 3, 4), 1: (0, 2, 4), 2: (1, 4, 5), 3: (0, 4, 6), 4: (0, 1, 2, 3, 5, 6, 7, 8),
    5: (2, 4, 8), 6: (3, 4, 7), 7: (4, 6, 8), 8: (4, 5, 7),
}  # fmt: skip
MILLS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WORTH = {"W": 1, "B": -1, "-": 0}


class Position(NamedTuple):
    board: str
    turn: str
    plies: int


class ThreeMensMorris(Game[Position]):
    """A move is (from, to); from is None while men are placed."""

    max_moves = 24

    def initial(self):
        return Position("---------", "W", 0)

    def moves(self, s):
        if s.plies < 6:
            for to, man in enumerate(s.board):
                if man == "-":
                    yield (None, to)
            return
        for start in range(9):
            if s.board[start] == s.turn:
                for to in NEIGHBOURS[start]:
                    if s.board[to] == "-":
                        yield (start, to)

    def play(self, s, move):
        start, to = move
        cells = list(s.board)
        if start is not None:
            cells[start] = "-"
        cells[to] = s.turn
        return Position("".join(cells), {"W": "B", "B": "W"}[s.turn], s.plies + 1)

    def result(self, s):
        for a, b, c in MILLS:
            if s.board[a] != "-" and s.board[a] == s.board[b] == s.board[c]:
                return 1 if s.board[a] == s.turn else -1
        if s.plies >= 30:
            return 0
        return None if len(list(self.moves(s))) > 0 else -1

    def evaluate(self, s):
        lead = sum(WORTH[man] for man in s.board[4])
        return lead if s.turn == "W" else -lead
