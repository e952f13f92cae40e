# wrong wrong-bound
def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list): return node
    if maximizing:
        v = float("-inf")
        for c in node:
            v = max(v, alphabeta(c, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha >= beta: break
        return v
    v = float("inf")
    for c in node:
        v = min(v, alphabeta(c, alpha, beta, True))
        alpha = min(alpha, v)
        if alpha >= beta: break
    return v
