# right
class Node:
    def __init__(self, value=None, children=None):
        self.value = value
        self.children = children or []
def minimax(node, maximizing):
    """returns the leaf that will be reached"""
    if not node.children:
        return node
    found = [minimax(c, not maximizing) for c in node.children]
    return max(found, key=lambda n: n.value) if maximizing else min(found, key=lambda n: n.value)
