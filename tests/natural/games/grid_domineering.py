"""Domineering on four by four squares: tuples of tuples of bools; who cannot place his domino loses."""

from plytree import Game

SIZE = 4


def covered(board, squares):
    """The board with these squares taken."""
    return tuple(tuple(cell or (r, c) in squares for c, cell in enumerate(row)) for r, row in enumerate(board))


def dominoes(board, vertical):
    dr, dc = (1, 0) if vertical else (0, 1)
    for r in range(SIZE - dr):
        for c in range(SIZE - dc):
            if not board[r][c] and not board[r + dr][c + dc]:
                yield (r, c), (r + dr, c + dc)


class Domineering(Game):
    """A state is (board, is it vertical's turn?); a move is the pair of squares."""

    max_moves = 12

    def initial(self):
        return tuple(tuple(False for _ in range(SIZE)) for _ in range(SIZE)), True

    def moves(self, s):
        board, vertical = s
        yield from dominoes(board, vertical)

    def play(self, s, move):
        board, vertical = s
        return covered(board, move), not vertical

    def result(self, s):
        return None if any(dominoes(*s)) else -1

    def evaluate(self, s):
        board, vertical = s
        return len(list(dominoes(board, vertical))) - len(list(dominoes(board, not vertical)))
