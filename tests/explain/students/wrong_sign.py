"""Wrong: negamax without the minus before the recursive call."""

import math


def negamax(node, colour, alpha=-math.inf, beta=math.inf):
    if not isinstance(node, list):
        return colour * node
    best = -math.inf
    for child in node:
        best = max(best, negamax(child, -colour, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
