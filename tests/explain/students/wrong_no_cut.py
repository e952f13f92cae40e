"""Wrong: keeps alpha and beta with care and never stops."""

from math import inf


def alphabeta(node, alpha, beta, maximizing):
    if isinstance(node, int):
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best
