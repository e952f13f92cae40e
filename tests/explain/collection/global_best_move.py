# right
best_move = None
def minimax(node, depth, is_max, top=True):
    global best_move
    if depth == 0 or not isinstance(node, list):
        return node
    best = None
    for i, c in enumerate(node):
        v = minimax(c, depth - 1, not is_max, False)
        if best is None or (v > best if is_max else v < best):
            best = v
            if top: best_move = i
    return best
