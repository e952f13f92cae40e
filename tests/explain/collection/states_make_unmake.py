# right
inf = float("infinity")
from easyAI import TwoPlayerGame, AI_Player
def minimax(state, depth, maximizing):
    """our own, on states with possible_moves, make_move, unmake_move"""
    if depth == 0 or state.is_over():
        return state.scoring()
    best = -inf if maximizing else inf
    for m in state.possible_moves():
        state.make_move(m)
        v = minimax(state, depth - 1, not maximizing)
        state.unmake_move(m)
        best = max(best, v) if maximizing else min(best, v)
    return best
