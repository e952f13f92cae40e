# right
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    scores = [minimax(child, not maximizing) for child in node]
    return max(scores) if maximizing else min(scores)
