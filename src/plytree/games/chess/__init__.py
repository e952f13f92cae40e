"""Chess."""

from plytree.games.chess.game import Chess

__all__ = ["Chess"]
