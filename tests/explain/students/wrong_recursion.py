"""Wrong: calls itself with the node instead of the child."""


def minimax(node, maximizing):
    if isinstance(node, int):
        return node
    if maximizing:
        return max(minimax(node, False) for child in node)
    return min(minimax(node, True) for child in node)
