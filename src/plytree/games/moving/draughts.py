"""English draughts (checkers): jump when you can, crown on the last row, who cannot move has lost.

Rules of the World Checkers Draughts Federation (wcdf.net/rules.htm): Black moves first; men move and jump forward,
kings both ways; a jump must be taken, any one of several, and goes on as long as it can; a man that reaches the last
row is crowned and its move ends. A game is a draw after 40 moves of each side without a capture or a man's move, and
when a position comes up for the third time.

Bits are the 32 dark squares with a gap after every second row, so that the four ways are four shifts for all squares
and a step off the board falls into a gap. Beside them the numbers that people use:

       32  33  34  35            1   2   3   4     Black, moving down
     27  28  29  30     (31)   5   6   7   8
       23  24  25  26            9  10  11  12     ways: 0 up left (+4)     1 up right (+5)
     18  19  20  21     (22)  13  14  15  16             2 down right (-4)  3 down left (-5)
       14  15  16  17           17  18  19  20
      9  10  11  12     (13)  21  22  23  24
        5   6   7   8           25  26  27  28
      0   1   2   3      (4)  29  30  31  32       White, moving up

A move is `from + 36 * way + 144 * path`: path 0 is a step, or a jump over one man. A jump over several men has way for
its first man, and is number `path` of those that begin so, in the order in which `jump` finds them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.bits import mix
from plytree.games.contract.game import Board, Game, Square
from plytree.games.contract.primitives import lowest, popcount

SQUARES = tuple(i for i in range(36) if i % 9 != 4)  # bits, row by row from the bottom
NUMBERS = {29 - 4 * (k // 4) + k % 4: square for k, square in enumerate(SQUARES)}  # as people call them
NAMES = {square: str(number) for number, square in NUMBERS.items()}
PLACES = {square: (7 - k // 4, 2 * (k % 4) + k // 4 % 2) for k, square in enumerate(SQUARES)}  # row and column
BOARD = sum(1 << square for square in SQUARES)
WHITE_MEN, BLACK_MEN = sum(1 << i for i in SQUARES[:12]), sum(1 << i for i in SQUARES[20:])
LAST_ROWS = sum(1 << i for i in SQUARES[:4] + SQUARES[28:])
CENTRE = sum(1 << i for i in (10, 11, 15, 16, 19, 20, 24, 25))
UP, DOWN = (4, 5, 0, 0), (0, 0, 4, 5)  # a step is a shift to the left and one to the right, and one of them is 0
DRAWN = 80  # plies without a capture or a man's move
PATHS = 32  # no jump has more ways to go on
MAN, KING, ADVANCED, HOME = 100, 140, 3, 8  # worth in evaluate()


class State(NamedTuple):
    mine: int  # bit i: the player to move has a man or king on square i
    theirs: int
    kings: int  # of both
    black: int  # 1 if Black is to move
    clock: int  # plies since the last capture or man's move


class Draughts(Game[State]):
    """English draughts: jump when you can, crown on the last row, who cannot move has lost."""

    name = "draughts"
    num_moves = 144 * PATHS
    max_moves = 64
    cell_kinds = 5
    shape = (8, 4)

    def initial(self) -> State:
        return State(BLACK_MEN, WHITE_MEN, 0, 1, 0)

    def moves(self, s: State) -> list[int]:
        legal = []
        empty = BOARD & ~(s.mine | s.theirs)
        for way in range(4):
            jumpers = movers(s, way) & step(s.theirs & step(empty, way ^ 2), way ^ 2)
            while jumpers:
                square = lowest(jumpers)
                jumpers &= jumpers - 1
                more = self.jump(s, square, way, 0).number
                if more == 0:
                    legal.append(square + 36 * way)
                for path in range(more):
                    legal.append(square + 36 * way + 144 * (path + 1))
        if len(legal) > 0:
            return legal
        for way in range(4):
            walkers = movers(s, way) & step(empty, way ^ 2)
            while walkers:
                square = lowest(walkers)
                walkers &= walkers - 1
                legal.append(square + 36 * way)
        return legal

    def play(self, s: State, move: int) -> State:
        man, way = 1 << move % 36, move // 36 % 4
        goal, taken = step(man, way), 0
        if goal & s.theirs:
            goal, taken = step(goal, way), goal
        if move >= 144:
            jump = self.jump(s, move % 36, way, move // 144)
            goal, taken = jump.goal, jump.taken
        kings, clock = s.kings & ~taken, s.clock + 1
        if kings & man:
            kings ^= man | goal
        else:
            kings |= goal & LAST_ROWS
            clock = 0
        if taken:
            clock = 0
        return State(s.theirs & ~taken, s.mine & ~man | goal, kings, 1 - s.black, clock)

    def result(self, s: State) -> int | None:
        empty = BOARD & ~(s.mine | s.theirs)
        for way in range(4):
            if movers(s, way) & step(empty | s.theirs & step(empty, way ^ 2), way ^ 2):
                return 0 if s.clock >= DRAWN else None
        return -1

    def jump(self, s: State, square: int, way: int, wanted: int) -> Jump:
        """The ways to go on after a first jump: how many, and where number `wanted` ends and what it takes.

        A walk through the tree of jumps: `trail` holds the ways gone, two bits each, so that a jump can be undone."""
        man = 1 << square
        taken = step(man, way)
        at = step(taken, way)
        crowned = s.kings & man == 0 and at & LAST_ROWS != 0
        first, last = (0, 4) if s.kings & man else (2, 4) if s.black else (0, 2)
        empty = BOARD & ~(s.mine | s.theirs) | man
        trail, length, count, at_end = 0, 0, 0, False
        found = Jump(0, at, taken, 0, 0)
        way = 4 if crowned else first
        while True:
            over = 0
            while way < last:
                over = step(at, way) & s.theirs & ~taken
                if step(over, way) & empty:
                    break
                way += 1
            if way < last:  # jump on
                taken |= over
                at = step(over, way)
                trail = trail << 2 | way
                length += 1
                at_end = True
                way = 4 if s.kings & man == 0 and at & LAST_ROWS else first
                continue
            if length == 0:
                return Jump(count, found.goal, found.taken, found.trail, found.length)
            if at_end:  # no jump was possible after the last one
                count += 1
                if count == wanted:
                    found = Jump(count, at, taken, trail, length)
            way = trail & 3  # take back the last jump, and try the next way
            trail >>= 2
            length -= 1
            over = step(at, way ^ 2)
            taken ^= over
            at = step(over, way ^ 2)
            at_end = False
            way += 1

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """Men, kings, men that have come forward, the centre, and men at home that keep the other from crowning."""
        mine, theirs = s.mine & ~s.kings, s.theirs & ~s.kings
        value = MAN * (popcount(mine) - popcount(theirs))
        value += KING * (popcount(s.mine & s.kings) - popcount(s.theirs & s.kings))
        value += ADVANCED * (popcount(s.mine & CENTRE) - popcount(s.theirs & CENTRE))
        white, black = (theirs, mine) if s.black else (mine, theirs)
        forward = 0
        for row in (5, 9, 14, 18, 23, 27):
            forward += popcount(white >> row) - popcount(black & (1 << row + 4) - 1)
        home = popcount(white & 0b1010) - popcount(black & 0b0101 << 32)
        ahead = ADVANCED * forward + HOME * home
        return value - ahead if s.black else value + ahead

    def in_check(self, s: State) -> bool:
        """A jump that must be taken: never the place to judge a position."""
        empty = BOARD & ~(s.mine | s.theirs)
        for way in range(4):
            if movers(s, way) & step(s.theirs & step(empty, way ^ 2), way ^ 2):
                return True
        return False

    def key(self, s: State) -> int:
        return mix(s.mine) ^ mix(s.theirs | 1 << 40) ^ mix(s.kings | 1 << 41 + s.black)

    def clock(self, s: State) -> int:
        return s.clock

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 my man, 2 my king, 3 their man, 4 their king; from the mover's home row on."""
        seen = []
        for k in range(32):
            square = SQUARES[31 - k] if s.black else SQUARES[k]
            king = s.kings >> square & 1
            seen.append((s.mine >> square & 1) * (1 + king) + (s.theirs >> square & 1) * (3 + king))
        return seen

    # ---- for people ---------------------------------------------------------------------------------------------

    def ending(self, states: Sequence[State]) -> tuple[int, str] | None:
        s = states[-1]
        result = self.result(s)
        if result is not None:
            return result, "no legal move" if result else "forty-move rule"
        same = sum(t[:4] == s[:4] for t in states[-1 - s.clock :])
        return (0, "threefold repetition") if same >= 3 else None

    def to_text(self, s: State) -> str:
        """As PDN's FEN: who moves, White's men, Black's men; then H and the clock if it is not 0."""
        white, black = (s.theirs, s.mine) if s.black else (s.mine, s.theirs)
        sides = [_listed(white, s.kings), _listed(black, s.kings)]
        clock = f":H{s.clock}" if s.clock else ""
        return f"{'WB'[s.black]}:W{sides[0]}:B{sides[1]}{clock}"

    def from_text(self, text: str) -> State:
        found = re.fullmatch(r"([WB]):W([K\d,]*):B([K\d,]*)(?::H(\d{1,2}))?", text.strip().upper(), re.ASCII)
        expected = "expected one like 'B:W21,22,K32:B1,K5' with squares from 1 to 32, each once"
        if not found:
            raise InputError(f"{text[:99]!r} is not a position of draughts; {expected}")
        sets = [0, 0]
        kings = 0
        for side in (0, 1):
            for man in found[2 + side].split(",") if found[2 + side] else []:
                square = NUMBERS.get(int(man.lstrip("K") or 0), -1) if re.fullmatch(r"K?\d+", man) else -1
                if square < 0 or (sets[0] | sets[1]) >> square & 1:
                    raise InputError(f"{text[:99]!r} is not a position of draughts: {man!r}; {expected}")
                sets[side] |= 1 << square
                kings |= (1 << square) * man.startswith("K")
        white, black = sets
        if white & ~kings & 0xF << 32 or black & ~kings & 0xF:
            raise InputError(f"{text[:99]!r} is not a position of draughts: a man on its last row is a king")
        clock = int(found[4] or 0)
        return State(black, white, kings, 1, clock) if found[1] == "B" else State(white, black, kings, 0, clock)

    def show_move(self, s: State, move: int) -> str:
        """`11-15`, or `22x15x8` with every square that is landed on."""
        way = self.squares_of(s, move)
        jumps = step(1 << move % 36, move // 36 % 4) & s.theirs
        return ("x" if jumps else "-").join(NAMES[square] for square in way)

    def squares_of(self, s: State, move: int) -> list[int]:
        """The squares that a move touches, from the first to the last."""
        square, way = move % 36, move // 36 % 4
        goal = step(1 << square, way)
        if not goal & s.theirs:
            return [square, lowest(goal)]
        landing = lowest(step(goal, way))
        squares, at = [square, landing], 1 << landing
        jump = self.jump(s, square, way, move // 144)
        for later in range(jump.length - 1, -1, -1):
            at = step(step(at, jump.trail >> 2 * later & 3), jump.trail >> 2 * later & 3)
            squares.append(lowest(at))
        return squares

    def board(self, s: State) -> Board:
        white = s.theirs if s.black else s.mine
        cells = [["" for _ in range(8)] for _ in range(8)]
        for square, (row, column) in PLACES.items():
            if (s.mine | s.theirs) >> square & 1:
                cells[row][column] = "BW"[white >> square & 1] + "K" * (s.kings >> square & 1)
        over = self.result(s) is not None
        return Board(
            cells=tuple(tuple(row) for row in cells),
            style="stones",
            squares={} if over else {move: self._shown(s, move) for move in self.moves(s)},
            row_labels=tuple("87654321"),
            column_labels=tuple("abcdefgh"),
            mover="" if over else "WB"[s.black],
            colours=("B", "W"),
        )

    def _shown(self, s: State, move: int) -> tuple[Square, ...]:
        return tuple(PLACES[square] for square in self.squares_of(s, move))


class Jump(NamedTuple):
    number: int  # of the ways to go on
    goal: int  # one bit
    taken: int
    trail: int  # the ways after the first, two bits each, the last one lowest
    length: int  # of the trail


def step(squares: int, way: int) -> int:
    """All squares moved one step; what leaves the board falls into a gap or above it."""
    return squares << UP[way] >> DOWN[way]


def movers(s: State, way: int) -> int:
    """The men of the player to move that may go this way."""
    return s.mine if (way >= 2) == (s.black == 1) else s.mine & s.kings


def _listed(men: int, kings: int) -> str:
    return ",".join("K" * (kings >> i & 1) + str(n) for n, i in sorted(NUMBERS.items()) if men >> i & 1)
