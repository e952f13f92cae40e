# right
class Node:
    def __init__(self, data):
        self.leaf = not isinstance(data, list)
        self.data = data
        self.kids = [] if self.leaf else [Node(d) for d in data]
def search(node, maximizing):
    if node.leaf: return node.data
    vs = [search(k, not maximizing) for k in node.kids]
    return max(vs) if maximizing else min(vs)
def minimax(tree, maximizing=True):
    return search(Node(tree), maximizing)
