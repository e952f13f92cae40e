# right
"""Tic Tac Toe Player"""
import math, copy
X = "X"
O = "O"
EMPTY = None

def initial_state():
    return [[EMPTY]*3 for _ in range(3)]

def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O

def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}

def result(board, action):
    if action not in actions(board):
        raise ValueError("bad")
    b = copy.deepcopy(board)
    b[action[0]][action[1]] = player(board)
    return b

def winner(board):
    lines = [[(i, j) for j in range(3)] for i in range(3)] + [[(i, j) for i in range(3)] for j in range(3)]
    lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    for line in lines:
        v = {board[i][j] for i, j in line}
        if len(v) == 1 and v != {EMPTY}:
            return v.pop()
    return None

def terminal(board):
    return winner(board) is not None or not actions(board)

def utility(board):
    w = winner(board)
    return 1 if w == X else -1 if w == O else 0

def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))

def max_value(board):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for a in actions(board):
        v = max(v, min_value(result(board, a)))
    return v

def min_value(board):
    if terminal(board):
        return utility(board)
    v = math.inf
    for a in actions(board):
        v = min(v, max_value(result(board, a)))
    return v
