# right
"""Connect Four on a numpy array whose row 0 is the floor, in a pygame window."""
import math
import sys

import numpy as np
import pygame

ROWS, COLUMNS = 6, 7
EMPTY, HUMAN_PIECE, AI_PIECE = 0, 1, 2
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def create_board():
    return np.zeros((ROWS, COLUMNS))


def open_columns(board):
    return [c for c in range(COLUMNS) if board[ROWS - 1, c] == EMPTY]


def dropped(board, column, piece):
    after = board.copy()
    after[int(np.count_nonzero(board[:, column])), column] = piece
    return after


def has_four(board, piece):
    own = {(r, c) for r, c in zip(*np.where(board == piece))}
    return any(all((r + k * dr, c + k * dc) in own for k in range(4)) for r, c in own for dr, dc in STEPS)


def heuristic(board):
    return 3 * int(np.sum(board[:, 3] == AI_PIECE) - np.sum(board[:, 3] == HUMAN_PIECE))


def minimax(board, depth, alpha, beta, maximizingPlayer):
    if has_four(board, AI_PIECE):
        return None, 10**12
    if has_four(board, HUMAN_PIECE):
        return None, -(10**12)
    columns = open_columns(board)
    if not columns:
        return None, 0
    if depth == 0:
        return None, heuristic(board)
    choice, value = columns[0], -math.inf if maximizingPlayer else math.inf
    for column in columns:
        after = dropped(board, column, AI_PIECE if maximizingPlayer else HUMAN_PIECE)
        score = minimax(after, depth - 1, alpha, beta, not maximizingPlayer)[1]
        if maximizingPlayer and score > value:
            choice, value = column, score
            alpha = max(alpha, value)
        elif not maximizingPlayer and score < value:
            choice, value = column, score
            beta = min(beta, value)
        if beta <= alpha:
            break
    return choice, value


pygame.init()
window = pygame.display.set_mode((COLUMNS * 90, (ROWS + 1) * 90))
board = create_board()
playing = True
while playing:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            sys.exit()
