# right
def actions(s): return range(len(s))
def result(s, a): return s[a]
def terminal(s): return not isinstance(s, list)
def alphabeta(s, alpha, beta, maximizing):
    if terminal(s): return s
    v = float("-inf") if maximizing else float("inf")
    for a in actions(s):
        x = alphabeta(result(s, a), alpha, beta, not maximizing)
        if maximizing:
            v = max(v, x)
            alpha = max(alpha, v)
        else:
            v = min(v, x)
            beta = min(beta, v)
        if beta <= alpha: break
    return v
