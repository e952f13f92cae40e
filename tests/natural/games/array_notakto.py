"""Notakto on two boards: both players write crosses; a board with three in a row is dead; who kills the last loses."""

import numpy as np

from plytree import Game

BOARDS = 2


def is_dead(board):
    if board[0, 0] and board[1, 1] and board[2, 2] or board[0, 2] and board[1, 1] and board[2, 0]:
        return True
    return any(board[i].all() or board[:, i].all() for i in range(3))


class Notakto(Game[np.ndarray]):
    num_moves = max_moves = 9 * BOARDS

    def initial(self):
        return np.zeros((BOARDS, 3, 3), dtype=bool)

    def moves(self, s):
        for b in range(BOARDS):
            if not is_dead(s[b]):
                for r in range(3):
                    for c in range(3):
                        if not s[b, r, c]:
                            yield 9 * b + 3 * r + c

    def play(self, s, move):
        board, cell = divmod(move, 9)
        after = s.copy()
        after[board, cell // 3, cell % 3] = True
        return after

    def result(self, s):
        return 1 if all(is_dead(board) for board in s) else None
