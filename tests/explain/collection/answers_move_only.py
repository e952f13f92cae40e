# right
def value(node, mx):
    if not isinstance(node, list): return node
    vs = [value(c, not mx) for c in node]
    return max(vs) if mx else min(vs)
def minimax_decision(node):
    best, where = None, None
    for i, child in enumerate(node):
        v = value(child, False)
        if best is None or v > best:
            best, where = v, i
    return where
