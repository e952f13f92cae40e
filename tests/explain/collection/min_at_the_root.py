# right
def min_value(node):
    if isinstance(node, int): return node
    return min(max_node(c) for c in node)
def max_node(node):
    if isinstance(node, int): return node
    return max(min_value(c) for c in node)
def solve_minimax(tree):
    """MIN begins in our exercise"""
    return min_value(tree)
