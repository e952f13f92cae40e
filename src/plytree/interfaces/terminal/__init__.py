"""Playing in the terminal: the board as text, and the table at which people and programs sit."""
