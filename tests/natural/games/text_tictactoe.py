"""Tic-tac-toe: the position is a text of nine letters, X begins."""

from plytree import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TextTicTacToe(Game[str]):
    num_moves = max_moves = 9

    def initial(self):
        return "." * 9

    def moves(self, s):
        return [i for i, cell in enumerate(s) if cell == "."]

    def play(self, s, move):
        mark = "X" if s.count("X") == s.count("O") else "O"
        return s[:move] + mark + s[move + 1 :]

    def result(self, s):
        for mark in "XO":
            if any(all(s[i] == mark for i in line) for line in LINES):
                return -1
        return None if "." in s else 0
