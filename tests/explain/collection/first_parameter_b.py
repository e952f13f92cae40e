# right
def alphabeta(b, alpha, beta, maximizing):
    if type(b) is int: return b
    if maximizing:
        m = float("-inf")
        for c in b:
            m = max(m, alphabeta(c, alpha, beta, False))
            alpha = max(alpha, m)
            if alpha >= beta: break
        return m
    m = float("inf")
    for c in b:
        m = min(m, alphabeta(c, alpha, beta, True))
        beta = min(beta, m)
        if alpha >= beta: break
    return m
