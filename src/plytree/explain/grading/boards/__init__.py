"""Programs that play a game of their own, tic-tac-toe or Connect Four, on their own board."""
