# right
class TicTacToe:
    def __init__(self):
        self.board = [["-"] * 3 for _ in range(3)]
        self.human = "X"
        self.computer = "O"
        self.current_player = "X"
    def free(self):
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == "-"]
    def won(self, s):
        b = self.board
        return (any(all(b[r][c] == s for c in range(3)) for r in range(3))
                or any(all(b[r][c] == s for r in range(3)) for c in range(3))
                or all(b[i][i] == s for i in range(3)) or all(b[i][2 - i] == s for i in range(3)))
    def minimax(self, depth, alpha, beta, is_maximizing):
        if self.won(self.computer): return 10 - depth
        if self.won(self.human): return depth - 10
        if not self.free(): return 0
        if is_maximizing:
            best = -100
            for r, c in self.free():
                self.board[r][c] = self.computer
                best = max(best, self.minimax(depth + 1, alpha, beta, False))
                self.board[r][c] = "-"
                alpha = max(alpha, best)
                if beta <= alpha: break
            return best
        best = 100
        for r, c in self.free():
            self.board[r][c] = self.human
            best = min(best, self.minimax(depth + 1, alpha, beta, True))
            self.board[r][c] = "-"
            beta = min(beta, best)
            if beta <= alpha: break
        return best
    def play(self):
        while self.free():
            r, c = map(int, input("row col: ").split())
TicTacToe().play()
