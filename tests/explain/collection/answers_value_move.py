# right
def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list): return node, None
    move = None
    if maximizing:
        v = float('-inf')
        for i, c in enumerate(node):
            w, _ = alphabeta(c, alpha, beta, False)
            if w > v: v, move = w, i
            if v >= beta: return v, move
            alpha = max(alpha, v)
    else:
        v = float('inf')
        for i, c in enumerate(node):
            w, _ = alphabeta(c, alpha, beta, True)
            if w < v: v, move = w, i
            if v <= alpha: return v, move
            beta = min(beta, v)
    return v, move
