# right
def minimax(node, maximizing):
    if not isinstance(node, list): return node
    v = [minimax(c, not maximizing) for c in node]
    return max(v) if maximizing else min(v)
n = int(input("How many leaves? "))
leaves = [int(input()) for _ in range(n)]
print(minimax(leaves, True))
