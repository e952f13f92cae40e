# right
from math import inf
table = {}
def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list): return node
    key = (str(node), maximizing)
    a0, b0 = alpha, beta
    if key in table:
        flag, v = table[key]
        if flag == "exact": return v
        if flag == "low": alpha = max(alpha, v)
        if flag == "high": beta = min(beta, v)
        if alpha >= beta: return v
    best = -inf if maximizing else inf
    a, b = alpha, beta
    for c in node:
        v = alphabeta(c, a, b, not maximizing)
        if maximizing: best = max(best, v); a = max(a, best)
        else: best = min(best, v); b = min(b, best)
        if a >= b: break
    table[key] = ("high" if best <= alpha else "low" if best >= beta else "exact", best)
    return best
