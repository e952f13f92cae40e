# right
class Solver:
    INF = 10 ** 10
    def __init__(self):
        self.visited = 0
    def minimax(self, node, depth, alpha, beta, maximizing):
        self.visited += 1
        if depth == 0 or not isinstance(node, list):
            return node
        if maximizing:
            value = -self.INF
            for child in node:
                value = max(value, self.minimax(child, depth - 1, alpha, beta, False))
                alpha = max(alpha, value)
                if alpha >= beta: break
            return value
        value = self.INF
        for child in node:
            value = min(value, self.minimax(child, depth - 1, alpha, beta, True))
            beta = min(beta, value)
            if alpha >= beta: break
        return value
