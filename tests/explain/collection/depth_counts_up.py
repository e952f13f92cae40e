# right
def minimax(tree, depth=0):
    """MAX moves at even depths."""
    if isinstance(tree, int):
        return tree
    values = []
    for sub in tree:
        values.append(minimax(sub, depth + 1))
    if depth % 2 == 0:
        return max(values)
    else:
        return min(values)
print(minimax([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
