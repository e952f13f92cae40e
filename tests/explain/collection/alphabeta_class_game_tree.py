# right
"""Two classes: nodes with names, and a searcher that hands back the best child of the root."""
INFINITE = float("inf")


class GameNode:
    def __init__(self, name, value=0, parent=None):
        self.name = name
        self.value = value
        self.parent = parent
        self.children = []

    def addChild(self, node):
        self.children.append(node)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def alpha_beta_search(self, node):
        best, alpha = None, -INFINITE
        for child in node.children:
            value = self.minimum(child, alpha, INFINITE)
            if best is None or value > alpha:
                best, alpha = child, value
        return best

    def maximum(self, node, alpha, beta):
        if not node.children:
            return node.value
        value = -INFINITE
        for child in node.children:
            value = max(value, self.minimum(child, max(alpha, value), beta))
            if value >= beta:
                break
        return value

    def minimum(self, node, alpha, beta):
        if not node.children:
            return node.value
        value = INFINITE
        for child in node.children:
            value = min(value, self.maximum(child, alpha, min(beta, value)))
            if value <= alpha:
                break
        return value
