# right
"""Negamax on a game that makes and takes back moves; the scoring is handed over and speaks for the player to move."""
inf = float("infinity")


def negamax(game, depth, origDepth, scoring, alpha=-inf, beta=inf):
    if depth == 0 or game.is_over():
        return scoring(game)
    top = -inf
    for move in list(game.possible_moves()):
        game.make_move(move)
        game.switch_player()
        score = -negamax(game, depth - 1, origDepth, scoring, -beta, -alpha)
        game.switch_player()
        game.unmake_move(move)
        if score > top:
            top = score
            if depth == origDepth:
                game.ai_move = move
        alpha = max(alpha, top)
        if alpha >= beta:
            break
    return top
