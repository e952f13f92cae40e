# wrong
def minimax(node, maximizing):
    if not isinstance(node, list):
        return node
    print "visiting", node
    return max(minimax(c, not maximizing) for c in node)
