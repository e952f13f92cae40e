# right
tree = {'A': ['B', 'C'], 'B': ['D', 'E'], 'C': ['F', 'G'], 'D': 3, 'E': 5, 'F': 2, 'G': 9}
def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or not isinstance(tree[node], list):
        return tree[node]
    if maximizing:
        v = float('-inf')
        for c in tree[node]:
            v = max(v, alphabeta(c, depth - 1, alpha, beta, False))
            alpha = max(alpha, v)
            if beta <= alpha:
                print("Pruned at", node)
                break
        return v
    v = float('inf')
    for c in tree[node]:
        v = min(v, alphabeta(c, depth - 1, alpha, beta, True))
        beta = min(beta, v)
        if beta <= alpha:
            break
    return v
print(alphabeta('A', 3, float('-inf'), float('inf'), True))
