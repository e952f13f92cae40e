"""Wrong: the recursive call starts again with an open window."""

from math import inf


def alphabeta(node, maximizing, alpha, beta):
    if not isinstance(node, list):
        return node
    if maximizing:
        value = -inf
        for child in node:
            value = max(value, alphabeta(child, False, -inf, inf))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = inf
    for child in node:
        value = min(value, alphabeta(child, True, -inf, inf))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
