# right
"""A game object beside its states; the search hands back the action."""
import numpy as np


def alpha_beta_search(state, game):
    me = game.to_move(state)

    def value(state, alpha, beta, mine):
        if game.terminal_test(state):
            return game.utility(state, me)
        best = -np.inf if mine else np.inf
        for action in game.actions(state):
            found = value(game.result(state, action), alpha, beta, not mine)
            if mine:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    chosen, alpha = None, -np.inf
    for action in game.actions(state):
        found = value(game.result(state, action), alpha, np.inf, False)
        if chosen is None or found > alpha:
            chosen, alpha = action, found
    return chosen
