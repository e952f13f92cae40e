"""What to tell people about a position or a game: hints and reviews, exact where a solver can say it."""
