# right
class Node:
    def __init__(self, name, children=None, value=None):
        self.name, self.children, self.value = name, children or [], value
def evaluate(node, max_turn):
    if not node.children:
        return
    for c in node.children:
        evaluate(c, not max_turn)
    vals = [c.value for c in node.children]
    node.value = max(vals) if max_turn else min(vals)
def minimax(root):
    evaluate(root, True)
    return root.value
