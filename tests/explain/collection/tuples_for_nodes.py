# right
def minimax(tree, maximize=True):
    if not isinstance(tree, tuple):
        return tree
    return (max if maximize else min)(minimax(t, not maximize) for t in tree)
assert minimax(((3, 5), (2, 9))) == 3
