# right
"""Draughts: the position is a board object that knows its pieces and their moves; answers (value, board after the move)."""
from copy import deepcopy

import pygame

RED, WHITE = (200, 30, 30), (240, 240, 240)


def boards_after(position, colour):
    for piece in position.get_all_pieces(colour):
        for square, captured in position.get_valid_moves(piece).items():
            board = deepcopy(position)
            board.move(board.get_piece(piece.row, piece.col), *square)
            if captured:
                board.remove(captured)
            yield board


def minimax(position, depth, max_player, game):
    if depth == 0 or position.winner() is not None:
        return position.evaluate(), position
    best = None
    for board in boards_after(position, WHITE if max_player else RED):
        value, _ = minimax(board, depth - 1, not max_player, game)
        if best is None or (value > best[0] if max_player else value < best[0]):
            best = (value, board)
    return best
