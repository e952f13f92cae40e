# right
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class GameNode:
    score: int | None = None
    children: list[GameNode] = field(default_factory=list)
def alphabeta(node: GameNode, alpha: float = float("-inf"), beta: float = float("inf"), maximising: bool = True) -> float:
    if not node.children:
        return node.score
    for child in node.children:
        score = alphabeta(child, alpha, beta, not maximising)
        if maximising:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return alpha if maximising else beta
