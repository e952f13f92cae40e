# right
import numpy as np
import random
import pygame
import sys
import math
BLUE = (0,0,255)
ROW_COUNT = 6
COLUMN_COUNT = 7
PLAYER = 0
AI = 1
EMPTY = 0
PLAYER_PIECE = 1
AI_PIECE = 2
WINDOW_LENGTH = 4
def create_board():
    return np.zeros((ROW_COUNT, COLUMN_COUNT))
def drop_piece(board, row, col, piece):
    board[row][col] = piece
def is_valid_location(board, col):
    return board[ROW_COUNT-1][col] == 0
def get_next_open_row(board, col):
    for r in range(ROW_COUNT):
        if board[r][col] == 0:
            return r
def winning_move(board, piece):
    for c in range(COLUMN_COUNT-3):
        for r in range(ROW_COUNT):
            if all(board[r][c+i] == piece for i in range(4)): return True
    for c in range(COLUMN_COUNT):
        for r in range(ROW_COUNT-3):
            if all(board[r+i][c] == piece for i in range(4)): return True
    for c in range(COLUMN_COUNT-3):
        for r in range(ROW_COUNT-3):
            if all(board[r+i][c+i] == piece for i in range(4)): return True
    for c in range(COLUMN_COUNT-3):
        for r in range(3, ROW_COUNT):
            if all(board[r-i][c+i] == piece for i in range(4)): return True
    return False
def score_position(board, piece):
    center = [int(i) for i in list(board[:, COLUMN_COUNT//2])]
    return center.count(piece) * 3
def get_valid_locations(board):
    return [c for c in range(COLUMN_COUNT) if is_valid_location(board, c)]
def is_terminal_node(board):
    return winning_move(board, PLAYER_PIECE) or winning_move(board, AI_PIECE) or len(get_valid_locations(board)) == 0
def minimax(board, depth, alpha, beta, maximizingPlayer):
    valid_locations = get_valid_locations(board)
    is_terminal = is_terminal_node(board)
    if depth == 0 or is_terminal:
        if is_terminal:
            if winning_move(board, AI_PIECE): return (None, 100000000000000)
            elif winning_move(board, PLAYER_PIECE): return (None, -10000000000000)
            else: return (None, 0)
        else:
            return (None, score_position(board, AI_PIECE))
    if maximizingPlayer:
        value = -math.inf
        column = random.choice(valid_locations)
        for col in valid_locations:
            row = get_next_open_row(board, col)
            b = board.copy()
            drop_piece(b, row, col, AI_PIECE)
            new = minimax(b, depth-1, alpha, beta, False)[1]
            if new > value: value = new; column = col
            alpha = max(alpha, value)
            if alpha >= beta: break
        return column, value
    else:
        value = math.inf
        column = random.choice(valid_locations)
        for col in valid_locations:
            row = get_next_open_row(board, col)
            b = board.copy()
            drop_piece(b, row, col, PLAYER_PIECE)
            new = minimax(b, depth-1, alpha, beta, True)[1]
            if new < value: value = new; column = col
            beta = min(beta, value)
            if alpha >= beta: break
        return column, value
board = create_board()
pygame.init()
screen = pygame.display.set_mode((700, 700))
game_over = False
turn = random.randint(PLAYER, AI)
while not game_over:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            sys.exit()
