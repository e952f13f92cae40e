"""Wrong: tests the depth one level too late."""


def minimax(node, depth, maximizing, evaluate):
    if not isinstance(node, list):
        return node
    if depth < 0:
        return evaluate(node)
    values = [minimax(child, depth - 1, not maximizing, evaluate) for child in node]
    return max(values) if maximizing else min(values)
