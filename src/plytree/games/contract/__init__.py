"""What a game is: the contract, games over records, and small helpers for authors of games."""
