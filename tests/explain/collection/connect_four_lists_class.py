# right
class Board:
    ROWS, COLS = 6, 7
    def __init__(self):
        self.grid = [["." for _ in range(7)] for _ in range(6)]
    def moves(self): return [c for c in (3, 2, 4, 1, 5, 0, 6) if self.grid[0][c] == "."]
    def drop(self, c, s):
        for r in range(5, -1, -1):
            if self.grid[r][c] == ".":
                self.grid[r][c] = s
                return r
    def undo(self, c):
        for r in range(6):
            if self.grid[r][c] != ".":
                self.grid[r][c] = "."
                return
    def has_won(self, s):
        g = self.grid
        for r in range(6):
            for c in range(7):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if all(0 <= r + i*dr < 6 and 0 <= c + i*dc < 7 and g[r + i*dr][c + i*dc] == s for i in range(4)):
                        return True
        return False
def alphabeta(board, depth, alpha, beta, maximizing):
    if board.has_won("X"): return 1000 + depth, None
    if board.has_won("O"): return -1000 - depth, None
    if not board.moves() or depth == 0: return 0, None
    best, best_col = (-10**6 if maximizing else 10**6), None
    for c in board.moves():
        board.drop(c, "X" if maximizing else "O")
        v, _ = alphabeta(board, depth - 1, alpha, beta, not maximizing)
        board.undo(c)
        if maximizing and v > best: best, best_col = v, c
        if not maximizing and v < best: best, best_col = v, c
        if maximizing: alpha = max(alpha, best)
        else: beta = min(beta, best)
        if alpha >= beta: break
    return best, best_col
