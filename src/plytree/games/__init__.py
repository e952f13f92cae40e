"""Rules. `contract` says what a game is; `placing`, `moving`, `counting` and `chess` are the shelf of games, `trees`
hand-written ones; `doctor` looks for faults in a game; `catalog` finds a game by its name or in a file."""
