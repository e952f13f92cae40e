"""Playing in the terminal: the board as text, and the game that people and programs play."""
