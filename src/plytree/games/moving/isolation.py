"""Isolation: step to a neighbouring tile, then take any free tile off the board; who cannot step has lost.

Invented by Bernd Kienitz (Lakeside Games, 1972), on a board of 8 x 6 tiles with the pawns in the middle of the short
sides. A turn is two moves: the step, then the tile. `isolation:5x5` is another board, columns x rows.

Tiles are bits in reading order. A move below the number of tiles is a step to that tile, one from there on takes away
tile `move - tiles`.
"""

from __future__ import annotations

from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.game import Board, Game
from plytree.games.contract.primitives import popcount
from plytree.games.contract.texts import bits_of, read_sizes, read_squares


class State(NamedTuple):
    tiles: int  # bit i: tile i is still there
    mine: int  # the tile on which the player to move stands
    theirs: int
    taking: int  # 1 if the mover has stepped and now takes a tile away
    white: int  # 1 if White is to move


class Isolation(Game[State]):
    """Isolation: step, then take away a tile; who cannot step has lost."""

    name = "isolation"
    cell_kinds = 4

    def __init__(self, width: int = 8, height: int = 6):
        if width < 2 or height < 1 or not 3 <= width * height <= 62:
            raise InputError(f"{width}x{height} is no board; expected two columns or more, and 3 to 62 tiles")
        self.width, self.height, self.shape = width, height, (height, width)
        self.tiles = width * height
        self.num_moves, self.max_moves = 2 * self.tiles, self.tiles
        self.full = (1 << self.tiles) - 1
        self.not_left = sum(1 << i for i in range(self.tiles) if i % width)
        self.not_right = sum(1 << i for i in range(self.tiles) if i % width < width - 1)

    def initial(self) -> State:
        row = self.height // 2
        return State(self.full, row * self.width, (self.height - 1 - row) * self.width + self.width - 1, 0, 1)

    def moves(self, s: State) -> list[int]:
        if s.taking:
            free = s.tiles & ~(1 << s.mine | 1 << s.theirs)
            return [self.tiles + tile for tile in range(self.tiles) if free >> tile & 1]
        steps = self.steps(s, s.mine)
        return [tile for tile in range(self.tiles) if steps >> tile & 1]

    def play(self, s: State, move: int) -> State:
        if s.taking:
            return State(s.tiles ^ 1 << move - self.tiles, s.theirs, s.mine, 0, 1 - s.white)
        return State(s.tiles, move, s.theirs, 1, s.white)

    def result(self, s: State) -> int | None:
        return -1 if s.taking == 0 and self.steps(s, s.mine) == 0 else None

    def steps(self, s: State, tile: int) -> int:
        """The free tiles around a tile."""
        row = 1 << tile
        row |= (row & self.not_left) >> 1 | (row & self.not_right) << 1
        return (row | row << self.width | row >> self.width) & s.tiles & ~(1 << s.mine | 1 << s.theirs)

    def to_move(self, s: State) -> int:
        return 1 - s.white

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """Where each can step, and from there once more."""
        return self.space(s, s.mine) - self.space(s, s.theirs)

    def space(self, s: State, tile: int) -> int:
        near = self.steps(s, tile)
        row = near | (near & self.not_left) >> 1 | (near & self.not_right) << 1
        far = (row | row << self.width | row >> self.width) & s.tiles
        return 4 * popcount(near) + popcount(far)

    def order(self, s: State, move: int) -> int:
        """Take tiles that the other player could step onto; step where there is most room."""
        if s.taking:
            return popcount(self.steps(s, s.theirs) & 1 << move - self.tiles) * 2 - 1
        return popcount(self.steps(s, move))

    def cells(self, s: State) -> list[int]:
        """0 gone, 1 a tile, 2 the mover, 3 the other player; seen from the mover's side of the board."""
        last = self.tiles - 1
        seen = []
        for i in range(self.tiles):
            tile = i if s.white else last - i
            seen.append((s.tiles >> tile & 1) + 1 * (tile == s.mine) + 2 * (tile == s.theirs))
        return seen

    # ---- for people ---------------------------------------------------------------------------------------------

    def to_text(self, s: State) -> str:
        """All tiles in reading order, # for one that is gone; who moves, in small letters if he takes a tile."""
        mover = "BW"[s.white]
        return "".join(text or "." for text in self._texts(s)) + " " + (mover.lower() if s.taking else mover)

    def from_text(self, text: str) -> State:
        squares, mover = read_squares(text, self.tiles, "WB#.", "WB")
        if squares.count("W") != 1 or squares.count("B") != 1:
            raise InputError(f"{text[:99]!r} is not a position; expected one W and one B")
        white, black = squares.index("W"), squares.index("B")
        taking, tiles = int(text.strip()[-1].islower()), self.full & ~bits_of(squares, "#")
        if taking and set(squares) <= set("WB#"):
            raise InputError(f"{text[:99]!r} is not a position; expected a tile that can be taken")
        return State(tiles, white, black, taking, 1) if mover == "W" else State(tiles, black, white, taking, 0)

    def show_move(self, s: State, move: int) -> str:
        """`c3` to step, `xc3` to take a tile away."""
        tile = move % self.tiles
        return f"{'x' if move >= self.tiles else ''}{chr(97 + tile % self.width)}{tile // self.width + 1}"

    def board(self, s: State) -> Board:
        over = self.result(s) is not None
        moves = {} if over else {move: move % self.tiles for move in self.moves(s)}
        mover = "" if over else "BW"[s.white]
        return Board.grid(self._texts(s), self.width, moves, style="stones", mover=mover, colours=("B", "W"))

    def _texts(self, s: State) -> list[str]:
        white, black = (s.mine, s.theirs) if s.white else (s.theirs, s.mine)
        gone = ["" if s.tiles >> i & 1 else "#" for i in range(self.tiles)]
        return ["W" if i == white else "B" if i == black else text for i, text in enumerate(gone)]

    @classmethod
    def from_spec(cls, parameters: str) -> Isolation:
        return cls(*read_sizes(parameters, "8x6", 8, 6))
