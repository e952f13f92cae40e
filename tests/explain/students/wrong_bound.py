"""Wrong: the MIN branch was copied from the MAX branch and still updates alpha."""

from math import inf


def alphabeta(node, depth, alpha, beta, maximizingPlayer):
    if depth == 0 or not isinstance(node, list):
        return node
    if maximizingPlayer:
        value = -inf
        for child in node:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    else:
        value = inf
        for child in node:
            value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
