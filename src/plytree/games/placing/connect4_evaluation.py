"""What a Connect Four position is worth to a search that cannot see the end: all weights in one place.

Threats are empty squares that complete a four. Who wins a quiet game is settled by zugzwang: columns fill up in pairs,
so the first player comes to play the odd rows (1, 3, 5) and the second player the even ones. A threat on a row of one's
own is therefore worth much more. A stone is worth the number of fours that can run through its square.
"""

from __future__ import annotations

OWN_ROW = 120  # a threat on a row that zugzwang gives to its owner
OTHER_ROW = 40
LINE = 2  # a stone, for each four that can run through its square
WIN, BLOCK = 1000, 500  # promise of a move that makes a four, or that prevents one


def threats(stones: int, free: int, stride: int) -> int:
    """The free squares that complete four of these stones."""
    found = stones << 1 & stones << 2 & stones << 3
    for step in (stride - 1, stride, stride + 1):
        before, after = stones << step, stones >> step
        found |= before & stones << 2 * step & (stones << 3 * step | after)
        found |= after & stones >> 2 * step & (stones >> 3 * step | before)
    return found & free


def line_planes(width: int, height: int, connect: int) -> tuple[int, ...]:
    """Bit k of the number of lines through each square, as a board, for k = 0, 1, 2, ..."""
    lines = dict.fromkeys(((column, row) for column in range(width) for row in range(height)), 0)
    for column, row in tuple(lines):
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [(column + i * right, row + i * up) for i in range(connect)]
            if all(square in lines for square in line):
                for square in line:
                    lines[square] += 1
    bits = max(lines.values()).bit_length()
    return tuple(
        sum(1 << column * (height + 1) + row for (column, row), count in lines.items() if count >> k & 1)
        for k in range(max(bits, 1))
    )
