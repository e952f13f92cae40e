# right
def minimax(node, depth, maximizing):
    if depth == 0 or not isinstance(node, list):
        return None, node
    best_move = None
    best = -9e15 if maximizing else 9e15
    for i in range(len(node)):
        _, v = minimax(node[i], depth - 1, not maximizing)
        if (maximizing and v > best) or (not maximizing and v < best):
            best, best_move = v, i
    return best_move, best
