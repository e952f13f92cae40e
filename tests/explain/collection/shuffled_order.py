# right
import random
def alphabeta(node, alpha, beta, maximizing):
    if isinstance(node, int): return node, None
    moves = list(range(len(node))); random.shuffle(moves)
    best, v = None, float("-inf") if maximizing else float("inf")
    for m in moves:
        s, _ = alphabeta(node[m], alpha, beta, not maximizing)
        if maximizing and s > v: v, best = s, m; alpha = max(alpha, v)
        if not maximizing and s < v: v, best = s, m; beta = min(beta, v)
        if alpha >= beta: break
    return v, best
