# wrong unknown
def minimax(node, maximizing):
    if not isinstance(node, list): return node
    vals = [minimax(c, not maximizing) for c in node]
    return max(vals) if maximizing else min(vals)

def alpha_beta_pruning(node, alpha, beta, maximizing):
    return 42
