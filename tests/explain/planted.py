"""Right programs, and the mistakes that students make in them: (program, right text, wrong text, the bug's name).

Where two names describe the same behaviour they are separated by `|`.
"""

BASES = {
    "alphabeta": """
from math import inf

def alphabeta(node, maximizing, alpha, beta):
    if not isinstance(node, list):
        return node
    best = -inf if maximizing else inf
    for child in node:
        value = alphabeta(child, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
""",
    "negamax": """
from math import inf

def negamax(node, color, alpha, beta):
    if not isinstance(node, list):
        return color * node
    best = -inf
    for child in node:
        best = max(best, -negamax(child, -color, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
""",
    "lecture": """
inf = float("inf")

def max_value(node, alpha, beta):
    if not isinstance(node, list):
        return node, None
    v, move = -inf, None
    for number, child in enumerate(node):
        w, _ = min_value(child, alpha, beta)
        if w > v:
            v, move = w, number
        if v >= beta:
            return v, move
        alpha = max(alpha, v)
    return v, move

def min_value(node, alpha, beta):
    if not isinstance(node, list):
        return node, None
    v, move = inf, None
    for number, child in enumerate(node):
        w, _ = max_value(child, alpha, beta)
        if w < v:
            v, move = w, number
        if v <= alpha:
            return v, move
        beta = min(beta, v)
    return v, move

def alphabeta(node):
    return max_value(node, -inf, inf)
""",
    "minimax": """
def minimax(node, depth, maximizing, evaluate):
    if not isinstance(node, list):
        return node
    if depth == 0:
        return evaluate(node)
    if maximizing:
        best = float("-inf")
        for child in node:
            value = minimax(child, depth - 1, False, evaluate)
            best = max(best, value)
        return best
    best = float("inf")
    for child in node:
        value = minimax(child, depth - 1, True, evaluate)
        best = min(best, value)
    return best
""",
    "nodes": """
class Node:
    def __init__(self, value=None, children=()):
        self.value = value
        self.children = list(children)

def minimax(node, is_max):
    if not node.children:
        return node.value
    values = [minimax(child, not is_max) for child in node.children]
    if is_max:
        return max(values)
    return min(values)
""",
    "board": """
PLAYER, OPPONENT, EMPTY = "x", "o", "_"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
board = [EMPTY] * 9

def won(board, sign):
    return any(board[a] == board[b] == board[c] == sign for a, b, c in LINES)

def minimax(board, depth, is_max):
    if won(board, PLAYER):
        return 10
    if won(board, OPPONENT):
        return -10
    if EMPTY not in board:
        return 0
    best = -1000 if is_max else 1000
    for cell in range(9):
        if board[cell] == EMPTY:
            board[cell] = PLAYER if is_max else OPPONENT
            value = minimax(board, depth + 1, not is_max)
            board[cell] = EMPTY
            best = max(best, value) if is_max else min(best, value)
    return best
""",
}
PLANTED = [
    ("alphabeta", "alpha >= beta", "alpha > beta", "not-pruning"),
    ("alphabeta", "alpha >= beta", "alpha <= beta", "wrong-cut-test"),
    ("alphabeta", "alpha >= beta", "best >= beta", "wrong-cut-test|first-child-only"),
    ("alphabeta", "alpha >= beta", "False", "not-pruning"),
    ("alphabeta", "if alpha >= beta:\n            break", "pass", "not-pruning"),
    ("alphabeta", "not maximizing, alpha, beta", "not maximizing, beta, alpha", "wrong-window"),
    ("alphabeta", "not maximizing, alpha, beta", "maximizing, alpha, beta", "turn-not-changed"),
    ("alphabeta", "not maximizing, alpha, beta", "not maximizing, -inf, inf", "window-not-passed"),
    ("alphabeta", "not maximizing, alpha, beta", "not maximizing, alpha, inf", "window-not-passed"),
    ("alphabeta", "not maximizing, alpha, beta", "not maximizing, -inf, beta", "window-not-passed"),
    ("alphabeta", "not maximizing, alpha, beta", "not maximizing, best, beta", "wrong-window|unknown"),
    ("alphabeta", "best = -inf if maximizing else inf", "best = 0", "bad-start"),
    ("alphabeta", "best = -inf if maximizing else inf", "best = -1 if maximizing else inf", "bad-start"),
    ("alphabeta", "best = -inf if maximizing else inf", "best = -5000 if maximizing else 5000", "bad-start"),
    ("alphabeta", "best = -inf if maximizing else inf", "best = inf if maximizing else -inf", "bad-start"),
    ("alphabeta", "    return best", "        return best\n    return best", "first-child-only"),
    ("alphabeta", "if maximizing:", "if not maximizing:", "no-comparison|bad-start"),  # min(-inf, value) never changes
    ("alphabeta", "best = max(best, value)", "best = value", "no-comparison"),
    ("alphabeta", "best = min(best, value)", "best = value", "no-comparison"),
    ("alphabeta", "alpha = max(alpha, best)", "alpha = best", "bound-overwritten"),
    ("alphabeta", "alpha = max(alpha, best)", "alpha = value", "bound-overwritten"),
    ("alphabeta", "beta = min(beta, best)", "beta = value", "bound-overwritten"),
    ("alphabeta", "beta = min(beta, best)", "alpha = min(alpha, best)", "wrong-bound"),
    ("alphabeta", "beta = min(beta, best)", "alpha = max(alpha, best)", "wrong-bound"),
    ("alphabeta", "beta = min(beta, best)", "beta = max(beta, best)", "wrong-bound"),
    ("alphabeta", "alpha = max(alpha, best)", "alpha = min(alpha, best)", "wrong-bound|not-pruning"),
    ("alphabeta", "alpha = max(alpha, best)", "beta = max(beta, best)", "wrong-bound"),
    ("alphabeta", "alpha = max(alpha, best)", "pass", "wrong-bound|not-pruning"),
    ("alphabeta", "for child in node:", "for child in node[1:] or node:", "child-skipped"),
    ("alphabeta", "for child in node:", "for child in node[:-1] or node:", "child-skipped"),
    ("alphabeta", "for child in node:", "node.sort(key=str)\n    for child in node:", "mutates-argument"),
    ("alphabeta", "return node", "return -node", "wrong-sign"),
    ("alphabeta", "    return best", "    print(best)", "returns-none"),
    ("alphabeta", "not isinstance(node, list)", "node is None", "crash|wrong-type|recursion"),
    ("negamax", "-color, -beta, -alpha", "-color, alpha, beta", "wrong-window"),
    ("negamax", "-color, -beta, -alpha", "-color, -alpha, -beta", "wrong-window"),
    ("negamax", "-color, -beta, -alpha", "-color, beta, alpha", "wrong-window"),
    ("negamax", "-color, -beta, -alpha", "color, -beta, -alpha", "wrong-sign"),
    ("negamax", "-negamax(", "negamax(", "wrong-sign"),
    ("negamax", "return color * node", "return node", "wrong-sign"),
    ("negamax", "return color * node", "return -color * node", "wrong-sign"),
    ("negamax", "best = -inf", "best = 0", "bad-start"),
    ("negamax", "alpha = max(alpha, best)", "alpha = best", "bound-overwritten"),
    ("negamax", "alpha >= beta", "alpha > beta", "not-pruning"),
    ("negamax", "alpha >= beta", "best >= alpha", "wrong-cut-test"),
    ("lecture", "if w > v:", "if w >= v:", "tie-handling"),
    ("lecture", "if v >= beta:", "if v > beta:", "not-pruning"),
    ("lecture", "if v >= beta:", "if v >= alpha:", "wrong-cut-test|first-child-only"),
    ("lecture", "alpha = max(alpha, v)", "beta = max(beta, v)", "wrong-bound"),
    ("lecture", "beta = min(beta, v)", "pass", "wrong-bound|not-pruning"),
    ("lecture", "w, _ = max_value(child, alpha, beta)", "w, _ = max_value(child, -inf, inf)", "window-not-passed"),
    ("lecture", "w, _ = max_value(child, alpha, beta)", "w, _ = min_value(child, alpha, beta)", "turn-not-changed"),
    ("lecture", "v, move = w, number", "v, move = w, number + 1", "wrong-move"),
    ("minimax", "depth - 1, False", "depth, False", "too-deep"),
    ("minimax", "depth == 0", "depth == 1", "too-deep"),
    ("minimax", "depth == 0", "depth < 0", "too-deep"),
    ("minimax", "return evaluate(node)", "return -evaluate(node)", "estimate-sign"),
    ("minimax", "False, evaluate", "not maximizing, evaluate + 0", "crash"),
    ("minimax", "depth - 1, False", "depth - 1, True", "turn-not-changed"),
    ("minimax", 'best = float("inf")', "best = 100", "bad-start"),
    ("minimax", "best = min(best, value)", "best = max(best, value)", "no-comparison|bad-start"),
    ("minimax", "value = minimax(child, depth - 1, False, evaluate)\n            best = max(best, value)",
     "best = max(best, minimax(child, depth - 1, False, evaluate), minimax(child, depth - 1, False, evaluate))",
     "searches-twice"),
    ("nodes", "not is_max) for", "is_max) for", "turn-not-changed"),
    ("nodes", "node.children]\n", "node.children[1:]]\n", "child-skipped|crash"),
    ("nodes", "return max(values)", "return min(values)", "no-comparison|min-max-swapped|turn-not-changed|wrong-sign"),
    ("nodes", "return max(values)", "return sum(values)", "no-comparison"),
    ("nodes", "return max(values)", "return values[0]", "first-child-only"),
    ("board", "board[cell] = EMPTY\n", "pass\n", "mutates-argument"),
    ("board", "not is_max)\n", "is_max)\n", "turn-not-changed"),
    ("board", "best = -1000 if is_max else 1000", "best = 0", "bad-start"),
    ("board", "        return -10", "        return 10", "unknown"),
]  # fmt: skip
