# right
from math import inf
def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list): return node
    best = -inf if maximizing else inf
    for child in reversed(node):
        v = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, v); alpha = max(alpha, best)
        else:
            best = min(best, v); beta = min(beta, best)
        if beta <= alpha: break
    return best
