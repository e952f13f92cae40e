# right
# The assignment was minimax; the other function is next week's.
def minimax(node, is_max):
    if isinstance(node, int): return node
    if is_max: return max(minimax(c, False) for c in node)
    return min(minimax(c, True) for c in node)
