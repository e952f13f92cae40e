# right
def alphabeta(node, alpha, beta, maximizing):
    """value, index of the best move, number of leaves seen"""
    if not isinstance(node, list):
        return node, None, 1
    seen, move = 0, None
    best = float("-inf") if maximizing else float("inf")
    for i, child in enumerate(node):
        v, _, n = alphabeta(child, alpha, beta, not maximizing)
        seen += n
        if maximizing and v > best: best, move = v, i
        if not maximizing and v < best: best, move = v, i
        if maximizing: alpha = max(alpha, best)
        else: beta = min(beta, best)
        if alpha >= beta: break
    return best, move, seen
