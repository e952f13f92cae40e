"""Connect Three on five columns and four rows: an enum for the players, None for an empty cell."""

from enum import Enum
from typing import NamedTuple, Optional

from plytree import Game

WIDTH, HEIGHT, LENGTH = 5, 4, 3


class Player(Enum):
    RED = "red"
    YELLOW = "yellow"

    @property
    def other(self):
        return Player.YELLOW if self is Player.RED else Player.RED


class State(NamedTuple):
    grid: tuple[tuple[Optional[Player], ...], ...]  # row 0 at the bottom
    player: Player
    winner: Optional[Player] = None


class ConnectThree(Game[State]):
    num_moves = max_moves = WIDTH

    def initial(self):
        return State(((None,) * WIDTH,) * HEIGHT, Player.RED)

    def moves(self, s):
        return [c for c in range(WIDTH) if s.grid[HEIGHT - 1][c] is None]

    def play(self, s, move):
        r = 0
        while s.grid[r][move] is not None:
            r += 1
        row = s.grid[r][:move] + (s.player,) + s.grid[r][move + 1 :]
        grid = s.grid[:r] + (row,) + s.grid[r + 1 :]
        winner = s.player if self.connects(grid, r, move) else None
        return State(grid, s.player.other, winner)

    def connects(self, grid, r, c):
        colour = grid[r][c]
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            count = 1
            for sign in (1, -1):
                y, x = r + sign * dr, c + sign * dc
                while 0 <= y < HEIGHT and 0 <= x < WIDTH and grid[y][x] == colour:
                    count += 1
                    y, x = y + sign * dr, x + sign * dc
            if count >= LENGTH:
                return True
        return False

    def result(self, s):
        if s.winner is not None:
            return 1 if s.winner is s.player else -1
        if all(cell is not None for row in s.grid for cell in row):
            return 0
        return None
