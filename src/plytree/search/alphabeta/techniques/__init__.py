"""What makes the search selective, one file for each technique, under the name that the field knows it by.

A technique is one or two small functions that answer a question of `negamax` or `quiesce`: may this state, or this
move, be left out or searched less deeply? Only negamax searches; a technique decides. Each begins with what it needs of
the game, so that it leaves no trace in the search of a game that has it not (compile/specialise.py).
"""
