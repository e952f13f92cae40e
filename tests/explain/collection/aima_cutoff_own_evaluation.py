# right
"""A depth limit and two functions that may be left out; then the program's own are taken."""
from collections import namedtuple
from utils import memoize

GameState = namedtuple("GameState", "to_move board moves")


def depth_limited_alphabeta(state, game, d=6, cutoff_test=None, eval_fn=None):
    me = game.to_move(state)
    stop = cutoff_test or (lambda s, depth: depth > d or game.terminal_test(s))
    worth = eval_fn or (lambda s: game.utility(s, me))

    def highest(s, alpha, beta, depth):
        if stop(s, depth):
            return worth(s)
        for a in game.actions(s):
            alpha = max(alpha, lowest(game.result(s, a), alpha, beta, depth + 1))
            if alpha >= beta:
                break
        return alpha

    def lowest(s, alpha, beta, depth):
        if stop(s, depth):
            return worth(s)
        for a in game.actions(s):
            beta = min(beta, highest(game.result(s, a), alpha, beta, depth + 1))
            if alpha >= beta:
                break
        return beta

    chosen, top = None, float("-inf")
    for a in game.actions(state):
        found = lowest(game.result(state, a), top, float("inf"), 1)
        if chosen is None or found > top:
            chosen, top = a, found
    return chosen


class Game:
    def actions(self, state):
        raise NotImplementedError
