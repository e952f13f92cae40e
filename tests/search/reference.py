"""Plain minimax over a game to a fixed depth: the oracle, never optimised. Values as core.py has them."""

from plytree.games.contract.game import has_hook
from plytree.search.compile.memory import WIN


def minimax(game, state, depth, ply=0):
    """(value for the player to move, the first move that reaches it or None)."""
    outcome = game.result(state)
    if outcome is not None:
        return outcome * (WIN - ply) if game.max_utility == 1 else outcome, None
    if depth == 0:
        return game.evaluate(state) if has_hook(game, "evaluate") else 0, None
    best, best_move = None, None
    for move in game.moves(state):
        after = game.play(state, move)
        value, _ = minimax(game, after, depth - 1, ply + 1)
        if not has_hook(game, "to_move") or game.to_move(after) != game.to_move(state):
            value = -value
        if best is None or value > best:
            best, best_move = value, move
    return best, best_move


def is_proven(game, state, depth):
    """Does every line end within the depth?"""
    if game.result(state) is not None:
        return True
    return depth > 0 and all(is_proven(game, game.play(state, move), depth - 1) for move in game.moves(state))
