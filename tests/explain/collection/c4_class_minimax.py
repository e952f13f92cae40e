# right
import random
class ConnectFour:
    def __init__(self):
        self.rows = 6
        self.cols = 7
        self.board = [[0] * 7 for _ in range(6)]
    def valid(self): return [c for c in range(7) if self.board[0][c] == 0]
    def drop(self, col, piece):
        for r in reversed(range(6)):
            if self.board[r][col] == 0:
                self.board[r][col] = piece
                return
    def undo(self, col):
        for r in range(6):
            if self.board[r][col] != 0:
                self.board[r][col] = 0
                return
    def wins(self, p):
        b = self.board
        for r in range(6):
            for c in range(7):
                if c <= 3 and all(b[r][c+i] == p for i in range(4)): return True
                if r <= 2 and all(b[r+i][c] == p for i in range(4)): return True
                if r <= 2 and c <= 3 and all(b[r+i][c+i] == p for i in range(4)): return True
                if r <= 2 and c >= 3 and all(b[r+i][c-i] == p for i in range(4)): return True
        return False
    def minimax(self, depth, alpha, beta, maximizing):
        if self.wins(2): return None, 1000000
        if self.wins(1): return None, -1000000
        if not self.valid(): return None, 0
        if depth == 0: return None, random.randint(-5, 5)
        best_col = random.choice(self.valid())
        if maximizing:
            value = -float("inf")
            for col in self.valid():
                self.drop(col, 2)
                new = self.minimax(depth - 1, alpha, beta, False)[1]
                self.undo(col)
                if new > value: value, best_col = new, col
                alpha = max(alpha, value)
                if alpha >= beta: break
        else:
            value = float("inf")
            for col in self.valid():
                self.drop(col, 1)
                new = self.minimax(depth - 1, alpha, beta, True)[1]
                self.undo(col)
                if new < value: value, best_col = new, col
                beta = min(beta, value)
                if alpha >= beta: break
        return best_col, value
