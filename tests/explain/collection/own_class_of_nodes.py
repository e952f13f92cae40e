# right
from math import inf
class TreeNode:
    def __init__(self, name, value=None):
        self.name = name
        self.value = value
        self.children = []
    def add_child(self, node):
        self.children.append(node)
    def is_leaf(self):
        return len(self.children) == 0
def alpha_beta(node, alpha=-inf, beta=inf, is_maximizing=True):
    if node.is_leaf():
        return node.value
    if is_maximizing:
        value = -inf
        for child in node.children:
            value = max(value, alpha_beta(child, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta: break
        return value
    value = inf
    for child in node.children:
        value = min(value, alpha_beta(child, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta: break
    return value
if __name__ == "__main__":
    root = TreeNode("A"); b = TreeNode("B"); root.add_child(b); b.add_child(TreeNode("D", 3))
    print(alpha_beta(root))
