# right
def best(values, player):
    return max(values) if player == 1 else min(values)
def minimax(state, player=1):
    if not isinstance(state, list):
        return state
    return best([minimax(s, 3 - player) for s in state], player)
