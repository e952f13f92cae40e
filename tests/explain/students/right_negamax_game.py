"""Right: fail-hard negamax with a depth limit, written against the methods of a game, value and move."""


def negamax(game, state, depth, alpha, beta):
    result = game.result(state)
    if result is not None:
        return result, None
    if depth == 0:
        return game.evaluate(state), None
    best_move = None
    for move in game.moves(state):
        value = -negamax(game, game.play(state, move), depth - 1, -beta, -alpha)[0]
        if value >= beta:
            return beta, move
        if value > alpha:
            alpha, best_move = value, move
    return alpha, best_move
