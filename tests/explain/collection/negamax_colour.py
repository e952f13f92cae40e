# right
def negamax(node, depth, alpha, beta, color):
    if depth == 0 or not isinstance(node, list):
        return color * node
    value = -float("inf")
    for child in node:
        value = max(value, -negamax(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta: break
    return value
