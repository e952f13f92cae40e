"""Looks for what breaks a search in a game: `plytree check`."""
