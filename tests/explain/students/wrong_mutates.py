"""Wrong: takes the children out of the tree while it walks over them."""


def minimax(tree, is_max):
    if not isinstance(tree, list):
        return tree
    values = []
    while tree:
        values.append(minimax(tree.pop(), not is_max))
    return max(values) if is_max else min(values)
