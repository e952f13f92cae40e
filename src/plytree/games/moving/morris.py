"""Nine Men's Morris, and its smaller kin with six and three men.

Rules as in R. Gasser, "Solving Nine Men's Morris" (1996), who proved it a draw: put down your men in turn, then move
them along the lines to a neighbouring point. Three in a row along a line are a mill: whoever closes one takes a man of
the other player, one that is not in a mill unless all are. With three men left a player may jump to any point. Who has
fewer than three men, or cannot move, has lost. A draw: fifty moves of each side without a mill, or a position that
comes up three times. A turn that closes a mill is two moves.

`morris:6` is played on two squares, without jumping. `morris:3` is three men's morris: three men each on nine points,
diagonals included, and a mill wins at once.

Points are bits in reading order. A move below n * n is `from * n + to`; then n to put a man down; then n to take one.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from plytree.errors import InputError
from plytree.games.contract.bits import mix
from plytree.games.contract.game import Board, Game
from plytree.games.contract.primitives import popcount

SIDES = {  # where the points are, in rows and columns
    9: "x..x..x/.x.x.x./..xxx../xxx.xxx/..xxx../.x.x.x./x..x..x",
    6: "x.x.x/.xxx./xx.xx/.xxx./x.x.x",
    3: "xxx/xxx/xxx",
}
DRAWN = 100  # plies without a mill


class State(NamedTuple):
    mine: int  # bit i: the player to move has a man on point i
    theirs: int
    my_hand: int  # men that are still to be put down
    their_hand: int
    taking: int  # 1 if the mover has closed a mill and now takes a man
    white: int  # 1 if White is to move
    clock: int  # plies since a man was put down or taken


class Morris(Game[State]):
    """Nine Men's Morris: close mills, take men; also with six and with three men."""

    name = "morris"
    cell_kinds = 3

    def __init__(self, men: int = 9):
        if men not in SIDES:
            raise InputError(f"{men!r} men cannot be played with; expected 9, 6 or 3")
        self.men = men
        rows = SIDES[men].split("/")
        self.places = tuple((r, c) for r, row in enumerate(rows) for c, point in enumerate(row) if point == "x")
        self.points = n = len(self.places)
        self.mills, self.near = _lines(self.places, men)
        self.jumping = men == 9
        self.num_moves, self.max_moves = n * n + 2 * n, max(3 * n, 4 * men)
        self.ends = tuple((i, j) for i in range(n) for j in range(i) if self.near[i] >> j & 1)

    def initial(self) -> State:
        return State(0, 0, self.men, self.men, 0, 1, 0)

    def moves(self, s: State) -> list[int]:
        n = self.points
        legal = []
        free = (1 << n) - 1 & ~(s.mine | s.theirs)
        if s.taking:
            loose = self.loose(s.theirs)
            targets = loose if loose else s.theirs
            for point in range(n):
                if targets >> point & 1:
                    legal.append(n * n + n + point)
            return legal
        if s.my_hand:
            for point in range(n):
                if free >> point & 1:
                    legal.append(n * n + point)
            return legal
        jumps = self.jumping and popcount(s.mine) == 3
        for man in range(n):
            if s.mine >> man & 1:
                goals = free if jumps else free & self.near[man]
                for goal in range(n):
                    if goals >> goal & 1:
                        legal.append(n * man + goal)
        return legal

    def play(self, s: State, move: int) -> State:
        n = self.points
        if s.taking:
            theirs = s.theirs ^ 1 << move - n * n - n
            return State(theirs, s.mine, s.their_hand, s.my_hand, 0, 1 - s.white, 0)
        if move >= n * n:
            point, mine, hand, clock = move - n * n, s.mine, s.my_hand - 1, 0
        else:
            point, mine, hand, clock = move % n, s.mine ^ 1 << move // n, 0, s.clock + 1
        mine |= 1 << point
        if self.in_mill(mine, point):
            return State(mine, s.theirs, hand, s.their_hand, 1, s.white, clock)
        return State(s.theirs, mine, s.their_hand, hand, 0, 1 - s.white, clock)

    def result(self, s: State) -> int | None:
        if s.taking:
            return 1 if self.men == 3 else None
        if s.my_hand:
            return None if s.mine | s.theirs != (1 << self.points) - 1 else -1
        if popcount(s.mine) < 3:
            return -1
        if not (self.jumping and popcount(s.mine) == 3) and self.steps(s.mine, s.mine | s.theirs) == 0:
            return -1
        return 0 if s.clock >= DRAWN else None

    def in_mill(self, men: int, point: int) -> bool:
        for mill in self.mills:
            if mill >> point & 1 and men & mill == mill:
                return True
        return False

    def loose(self, men: int) -> int:
        """The men that are in no mill."""
        closed = 0
        for mill in self.mills:
            if men & mill == mill:
                closed |= mill
        return men & ~closed

    def steps(self, men: int, taken: int) -> int:
        """How many steps along a line these men have."""
        count = 0
        for point in range(self.points):
            if men >> point & 1:
                count += popcount(self.near[point] & ~taken)
        return count

    def to_move(self, s: State) -> int:
        return 1 - s.white

    # ---- for the search -----------------------------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """Men, mills, lines on which a mill needs one more man, and steps."""
        taken = s.mine | s.theirs
        value = 30 * (popcount(s.mine) + s.my_hand - popcount(s.theirs) - s.their_hand)
        value += self.steps(s.mine, taken) - self.steps(s.theirs, taken) + 25 * s.taking
        for mill in self.mills:
            mine, theirs = popcount(s.mine & mill), popcount(s.theirs & mill)
            if theirs == 0:
                value += 5 * (mine >= 2)
            elif mine == 0:
                value -= 5 * (theirs >= 2)
        return value

    def key(self, s: State) -> int:
        hands = s.my_hand | s.their_hand << 4 | s.taking << 8 | s.white << 9
        return mix(s.mine | s.theirs << 24) ^ mix(hands | 1 << 50)

    def clock(self, s: State) -> int:
        return s.clock

    def cells(self, s: State) -> list[int]:
        """0 empty, 1 mine, 2 theirs, for each point in reading order."""
        return [(s.mine >> i & 1) + 2 * (s.theirs >> i & 1) for i in range(self.points)]

    # ---- for people ---------------------------------------------------------------------------------------------

    def ending(self, states: list[State]) -> tuple[int, str] | None:  # type: ignore[override]
        s = states[-1]
        result = self.result(s)
        if result is not None:
            return (
                result,
                "a mill" if s.taking else "fifty-move rule" if result == 0 else "fewer than three men, or no move",
            )
        same = sum(t[:-1] == s[:-1] for t in states[-1 - s.clock :])
        return (0, "threefold repetition") if same >= 3 else None

    def to_text(self, s: State) -> str:
        """The points in reading order, W and B; who moves, in small letters if he takes a man; men in White's and
        Black's hand; plies without a mill: `........................ W 9 9 0`."""
        white, black = (s.mine, s.theirs) if s.white else (s.theirs, s.mine)
        points = "".join("W" if white >> i & 1 else "B" if black >> i & 1 else "." for i in range(self.points))
        hands = (s.my_hand, s.their_hand) if s.white else (s.their_hand, s.my_hand)
        mover = "BW"[s.white].lower() if s.taking else "BW"[s.white]
        return f"{points} {mover} {hands[0]} {hands[1]} {s.clock}"

    def from_text(self, text: str) -> State:
        points, mover, *numbers = (*text.strip().split(" "), "")[:-1] if text.count(" ") == 4 else ("", "")
        points = points.upper()
        right = len(points) == self.points and not set(points) - set("WB.") and mover in ("W", "B", "w", "b")
        if not right or not all(n.isdecimal() and n.isascii() and len(n) < 4 for n in numbers):
            raise InputError(f"{text[:99]!r} is not a position; expected one like {self.to_text(self.initial())!r}")
        white, black = (sum(1 << i for i in range(self.points) if points[i] == colour) for colour in "WB")
        hands, clock = [int(n) for n in numbers[:2]], int(numbers[2])
        if max(white.bit_count() + hands[0], black.bit_count() + hands[1]) > self.men or clock > DRAWN:
            raise InputError(f"{text[:99]!r} is not a position; expected at most {self.men} men each")
        mine, theirs, hand, other = white, black, *hands
        if mover in "bB":
            mine, theirs, hand, other = black, white, hands[1], hands[0]
        if mover.islower() and (theirs == 0 or self.loose(mine) == mine):
            raise InputError(f"{text[:99]!r} is not a position; expected a mill, and a man to take")
        return State(mine, theirs, hand, other, int(mover.islower()), int(mover in "wW"), clock)

    def _name(self, point: int) -> str:
        row, column = self.places[point]
        return f"{chr(97 + column)}{self.places[-1][0] + 1 - row}"

    def show_move(self, s: State, move: int) -> str:
        """`a1` to put a man down, `a1-d1` to move one, `xa1` to take one."""
        n = self.points
        if move >= n * n:
            return ("x" if move >= n * n + n else "") + self._name((move - n * n) % n)
        return f"{self._name(move // n)}-{self._name(move % n)}"

    def board(self, s: State) -> Board:
        n, over = self.points, self.result(s) is not None
        size = self.places[-1][0] + 1
        cells = [["" for _ in range(size)] for _ in range(size)]
        white, black = (s.mine, s.theirs) if s.white else (s.theirs, s.mine)
        for i, (row, column) in enumerate(self.places):
            cells[row][column] = "W" if white >> i & 1 else "B" if black >> i & 1 else ""
        return Board(
            cells=tuple(tuple(row) for row in cells),
            style="points",
            squares={}
            if over
            else {
                move: (self.places[(move - n * n) % n],)
                if move >= n * n
                else (self.places[move // n], self.places[move % n])
                for move in self.moves(s)
            },
            row_labels=tuple(str(row) for row in range(size, 0, -1)),
            column_labels=tuple("abcdefg"[:size]),
            mover="" if over else "BW"[s.white],
            colours=("B", "W"),
            edges=tuple((self.places[i], self.places[j]) for i, j in self.ends),
        )

    @classmethod
    def from_spec(cls, parameters: str) -> Morris:
        if parameters not in ("", "9", "6", "3"):
            raise InputError(f"{parameters[:40]!r} men cannot be played with; expected morris:9, morris:6 or morris:3")
        return cls(int(parameters or 9))


def _lines(places: tuple[tuple[int, int], ...], men: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The mills, and the neighbours of each point, as sets: three points in a row or column with lines between them.

    The middle row and column of a board with a hole fall into two lines each."""
    size = places[-1][0] + 1
    groups: list[list[int]] = []
    for k in range(size):
        for axis in (0, 1):
            points = sorted((i for i, place in enumerate(places) if place[axis] == k), key=lambda i: places[i])
            groups += [points] if len(points) == 3 else [points[: len(points) // 2], points[len(points) // 2 :]]
    if men == 3:
        groups += [[0, 4, 8], [2, 4, 6]]
    near = [0] * len(places)
    for group in groups:
        for one, two in itertools.pairwise(group):
            near[one] |= 1 << two
            near[two] |= 1 << one
    return tuple(sum(1 << i for i in group) for group in groups if len(group) == 3), tuple(near)
