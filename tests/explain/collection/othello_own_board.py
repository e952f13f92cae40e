# ungradable
import numpy as np
DIRS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
def new_board():
    b = np.zeros((8, 8), dtype=int); b[3, 3] = b[4, 4] = 1; b[3, 4] = b[4, 3] = -1
    return b
def flips(b, r, c, p):
    if b[r, c]: return []
    out = []
    for dr, dc in DIRS:
        line, y, x = [], r + dr, c + dc
        while 0 <= y < 8 and 0 <= x < 8 and b[y, x] == -p:
            line.append((y, x)); y += dr; x += dc
        if 0 <= y < 8 and 0 <= x < 8 and b[y, x] == p: out += line
    return out
def moves(b, p): return [(r, c) for r in range(8) for c in range(8) if flips(b, r, c, p)]
def alphabeta(board, depth, alpha, beta, player):
    ms = moves(board, player)
    if depth == 0 or not ms: return int(board.sum()) * player, None
    best = None
    for m in ms:
        nb = board.copy()
        for y, x in flips(board, *m, player): nb[y, x] = player
        nb[m] = player
        v = -alphabeta(nb, depth - 1, -beta, -alpha, -player)[0]
        if v > alpha: alpha, best = v, m
        if alpha >= beta: break
    return alpha, best
