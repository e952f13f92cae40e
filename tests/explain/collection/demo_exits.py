# right
import sys
def minimax(node, is_max=True):
    if isinstance(node, (int, float)): return node
    f = max if is_max else min
    return f(minimax(c, not is_max) for c in node)
if len(sys.argv) < 2:
    print("usage: minimax.py FILE")
    exit(1)
