# right
def better(a, b, maxi):
    return max(a, b) if maxi else min(a, b)
def deeper(d): return d + 1
def is_leaf(b): return isinstance(b, int)
def alpha_beta(tree, a, b, maxi, d=0):
    if is_leaf(tree): return tree
    best = -10**12 if maxi else 10**12
    for t in tree:
        best = better(best, alpha_beta(t, a, b, not maxi, deeper(d)), maxi)
        if maxi: a = better(a, best, True)
        else: b = better(b, best, False)
        if a >= b: return best
    return best
