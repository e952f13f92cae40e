# right
"""Value and move for whoever is to move; game.utility is asked for him."""
def minimax_search(game, state):
    me = game.to_move(state)

    def best(state, mine):
        if game.is_terminal(state):
            return game.utility(state, me), None
        found = [(best(game.result(state, a), not mine)[0], a) for a in game.actions(state)]
        return (max if mine else min)(found, key=lambda pair: pair[0])

    return best(state, True)
