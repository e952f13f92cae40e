# right
"""Tic-tac-toe in functions: player, actions, result, winner, terminal, utility; minimax hands back the action."""
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def player(board):
    stones = sum(cell is not EMPTY for row in board for cell in row)
    return O if stones % 2 else X


def actions(board):
    return {(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is taken")
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in [*board, *map(list, zip(*board)), *diagonals]:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda action: value(result(board, action)))


def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    return pick(value(result(board, action)) for action in actions(board))
