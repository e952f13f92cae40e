# right
def alphabeta(node, depth, alpha, beta, maximizingPlayer):
    if depth == 0 or not isinstance(node, list): return node
    if maximizingPlayer:
        value = -float('inf')
        for child in node:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if value >= beta: break
        return value
    else:
        value = float('inf')
        for child in node:
            value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
            beta = min(beta, value)
            if value <= alpha: break
        return value
with open("tree.txt") as f:
    tree = eval(f.read())
print(alphabeta(tree, 3, -1e9, 1e9, True))
