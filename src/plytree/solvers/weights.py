"""The weights by which the solver tries moves: how good a square is, and what threats are worth.

They change only how long a proof takes, never its result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
NOISE = 24
LINE = 4  # what each possible four through a square adds, on boards without a table

# 7 x 6, found by hill climbing on the number of nodes; the left four columns, top row first, the right ones mirror them
SQUARES = (
    ( 28,  30,  34,  32),
    ( -6,  18,  24,  42),
    ( 10,  28,  18,  36),
    (  0,  24,  12,  56),
    (  2,  24,  42,  56),
    (-22,   4,   8,  36),
)  # fmt: skip
# for each player: a threat on an odd row, on an even row, a move under one's own threat, a move that forces
THREATS = ((80, 124, -224, 56), (124, 116, -220, 44))


def lines_through(width: int, height: int) -> dict[tuple[int, int], int]:
    """How many possible fours each square (column, row) is part of."""
    count = {(column, row): 0 for column in range(width) for row in range(height)}
    for column, row in tuple(count):
        for right, up in DIRECTIONS:
            line = [(column + i * right, row + i * up) for i in range(4)]
            if all(square in count for square in line):
                for square in line:
                    count[square] += 1
    return count


def weight_words(width: int, height: int, disorder: int = 0) -> Any:
    """The weights as the compiled search reads them: 64 squares, then four numbers for each player.

    `disorder` above 0 is the seed of some noise on the squares.
    """
    words = np.zeros(72, np.int64)
    for (column, row), lines in lines_through(width, height).items():
        known = SQUARES[5 - row][min(column, 6 - column)] if (width, height) == (7, 6) else LINE * lines
        words[column * (height + 1) + row] = known
    if disorder:
        words[:64] += np.random.default_rng(disorder).integers(-NOISE, NOISE + 1, 64)
    words[64:] = np.ravel(THREATS)
    return words
