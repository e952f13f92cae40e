# right
from typing import List, Union, Tuple, Optional
Tree = Union[int, List["Tree"]]
def alpha_beta_pruning(tree: Tree, depth: int = 0, alpha: float = float("-inf"), beta: float = float("inf"), maximizing: bool = True, verbose: bool = False, path: Optional[list] = None) -> float:
    path = path or []
    if not isinstance(tree, list):
        return tree
    best = float("-inf") if maximizing else float("inf")
    for i, sub in enumerate(tree):
        val = alpha_beta_pruning(sub, depth + 1, alpha, beta, not maximizing, verbose, path + [i])
        if maximizing:
            best = max(best, val); alpha = max(alpha, best)
        else:
            best = min(best, val); beta = min(beta, best)
        if beta <= alpha:
            if verbose: print("pruned", path)
            break
    return best
