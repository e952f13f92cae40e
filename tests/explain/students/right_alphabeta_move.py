"""Right: fail-soft alpha-beta in the lecture's two functions, value and move."""

from math import inf


def alphabeta(node, maximizing, alpha=-inf, beta=inf):
    return max_value(node, alpha, beta) if maximizing else min_value(node, alpha, beta)


def max_value(node, alpha, beta):
    if type(node) is not list:
        return node, None
    best, move = -inf, None
    for number, child in enumerate(node):
        value, _ = min_value(child, alpha, beta)
        if value > best:
            best, move = value, number
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best, move


def min_value(node, alpha, beta):
    if type(node) is not list:
        return node, None
    best, move = inf, None
    for number, child in enumerate(node):
        value, _ = max_value(child, alpha, beta)
        if value < best:
            best, move = value, number
        if best <= alpha:
            break
        beta = min(beta, best)
    return best, move
