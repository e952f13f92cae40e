# right
from copy import deepcopy
class Board:
    def __init__(self):
        self.squares = [[None] * 3 for _ in range(3)]
        self.turn = "X"
    def moves(self): return [(r, c) for r in range(3) for c in range(3) if self.squares[r][c] is None]
    def play(self, r, c):
        self.squares[r][c] = self.turn
        self.turn = "O" if self.turn == "X" else "X"
    def won(self, s):
        q = self.squares
        lines = q + [list(x) for x in zip(*q)] + [[q[i][i] for i in range(3)], [q[i][2-i] for i in range(3)]]
        return [s] * 3 in lines
class AI:
    def __init__(self, symbol="X"):
        self.symbol = symbol
        self.other = "O" if symbol == "X" else "X"
    def minimax(self, board, alpha=-2, beta=2):
        if board.won(self.symbol): return 1, None
        if board.won(self.other): return -1, None
        if not board.moves(): return 0, None
        best_move = None
        if board.turn == self.symbol:
            best = -2
            for m in board.moves():
                b = deepcopy(board); b.play(*m)
                v, _ = self.minimax(b, alpha, beta)
                if v > best: best, best_move = v, m
                alpha = max(alpha, best)
                if alpha >= beta: break
        else:
            best = 2
            for m in board.moves():
                b = deepcopy(board); b.play(*m)
                v, _ = self.minimax(b, alpha, beta)
                if v < best: best, best_move = v, m
                beta = min(beta, best)
                if alpha >= beta: break
        return best, best_move
