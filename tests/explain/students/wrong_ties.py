"""Wrong: `>=` lets a child that was only proved to be no better take over the best move."""

from math import inf


def alphabeta(node, maximizing, alpha=-inf, beta=inf):
    if isinstance(node, int):
        return node, None
    move = None
    if maximizing:
        for number, child in enumerate(node):
            value, _ = alphabeta(child, False, alpha, beta)
            if value >= alpha:
                alpha, move = value, number
            if alpha >= beta:
                break
        return alpha, move
    for number, child in enumerate(node):
        value, _ = alphabeta(child, True, alpha, beta)
        if value <= beta:
            beta, move = value, number
        if alpha >= beta:
            break
    return beta, move
