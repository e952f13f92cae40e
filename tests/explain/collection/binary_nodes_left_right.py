# right
class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None
def minimax(root, is_max):
    if root.left is None and root.right is None:
        return root.value
    l = minimax(root.left, not is_max)
    r = minimax(root.right, not is_max)
    return max(l, r) if is_max else min(l, r)
