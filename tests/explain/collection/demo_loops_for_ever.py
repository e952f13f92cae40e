# right
import time
def negamax(node, color):
    if not isinstance(node, list): return color * node
    return max(-negamax(c, -color) for c in node)
while True:
    time.sleep(0.1)
