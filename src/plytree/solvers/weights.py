"""The weights by which the solver tries moves: how good a square is, and what threats are worth.

They change only how long a proof takes, never its result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# for each player: a threat on an odd row, on an even row, a move under one's own threat, a move that forces
THREATS = ((30, 30, -20, 0), (30, 30, -20, 0))


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


def weight_words(width: int, height: int) -> Any:
    """The weights as the compiled search reads them: 64 squares, then four numbers for each player."""
    words = np.zeros(72, np.int64)
    for (column, row), lines in lines_through(width, height).items():
        words[column * (height + 1) + row] = lines
    words[64:] = np.ravel(THREATS)
    return words
