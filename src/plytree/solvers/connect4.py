"""Exact scores of Connect Four positions, on any board with width x (height + 1) <= 64.

    solver = Solver()
    solver.solve(state)      # 18: the player to move wins with his 4th stone (22 - 18)
    solver.analyse(state)    # {column: score of playing there}

A score is 0 for a draw; n > 0 if the player to move wins, and n = 1 is a win with the very last stone he could have,
n = 2 one stone earlier; -n if he loses that way.
"""

from __future__ import annotations

import mmap
import threading
from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.numbers import megabytes, whole
from plytree.search.score import Score
from plytree.search.searcher import MOST_THREADS
from plytree.solvers.book import shipped
from plytree.solvers.native import solve_function
from plytree.solvers.weights import weight_words

NODES, STOP = 0, 4  # places in a context
LIMIT = 32  # beyond any score
FINISHED = -99  # what the kernel says of a finished game
MIRROR_UNTIL = 10  # stones up to which a position and its mirror image share a table entry
MOST_SQUARES = 42  # of a board that is solved from its start
MEGABYTE = 1 << 20
HUGE_PAGE = 2 * MEGABYTE
# (most empty squares, megabytes): what stays in the processor's cache is worth more than a few forgotten positions
TABLES = ((22, 0.25), (31, 0.5), (33, 1), (35, 4), (38, 16), (64, 64))


class ScoreTable:
    """Memory for table entries, on huge pages where the system has them."""

    def __init__(self, megabytes: float, key_bits: int):
        bits = max(1, int(megabytes * MEGABYTE / 16).bit_length() - 1)  # buckets of 16 bytes
        bits = min(max(bits, key_bits - 46), key_bits)  # the rest of the key must fit into an entry
        size = 16 << bits
        self.memory = mmap.mmap(-1, size + HUGE_PAGE)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self.memory.madvise(mmap.MADV_HUGEPAGE)
        words = np.frombuffer(self.memory, np.uint64)
        first = -words.ctypes.data % HUGE_PAGE // 8
        self.words = words[first : first + size // 8]
        self.address, self.shift = self.words.ctypes.data, key_bits - bits


class Desk:
    """What threads work with: one table for all, and for each a context that the compiled search reads and writes."""

    def __init__(self, table: ScoreTable, weights: Sequence[Any]):
        words = [(0, table.address, table.shift, MIRROR_UNTIL, 0, own.ctypes.data) for own in weights]
        self.table, self.words = table, np.array(words, np.uint64)
        self.addresses = [int(row.ctypes.data) for row in self.words]
        self.first = self.addresses[0]


class Solver:
    """Solves positions of one board size. What it finds stays in its tables and helps with later positions.

    `table_mb`: one table of this size; None chooses a size that suits the position. `threads` search together. `book`:
    early positions are looked up in the book that comes with plytree, where there is one for the board.
    """

    def __init__(
        self, width: int = 7, height: int = 6, table_mb: float | None = None, threads: int = 1, book: bool = True
    ):
        self.game = ConnectFour(width, height)
        whole(threads, "threads", "a number of threads", 1, MOST_THREADS)
        if table_mb is not None:
            megabytes(table_mb)
        self.threads, self.table_mb = threads, table_mb
        self.cells = width * height
        self._last: Desk | None = None  # where the last search counted its nodes
        self._counted = 0  # nodes of searches before it for the same answer
        self._function: Any = None  # loaded or compiled when it is first needed
        self._by_size: dict[float, Desk] = {}
        self._desks: list[Desk | None] = [None] * (self.cells + 1)  # by stones on the board
        # Helpers of the first thread try moves in other orders: what they find on their way shortens its way
        self._weights = [weight_words(width, height, disorder=thread) for thread in range(threads)]
        self.book = shipped(width, height) if book else None
        self._book_plies = self.book.plies if self.book else -1

    @property
    def nodes(self) -> int:
        """Searched for the last answer."""
        return self._counted + (int(self._last.words[:, NODES].sum()) if self._last else 0)

    def solve(self, state: State, weak: bool = False) -> int:
        """The exact score for the player to move; with `weak` only its sign: 1 won, 0 drawn, -1 lost."""
        self._counted = 0
        return self._solve(state, -1, 1) if weak else self._solve(state, -LIMIT, LIMIT)

    def analyse(self, state: State, weak: bool = False) -> dict[int, int]:
        """The exact score of each legal move, for the player to move."""
        self._check(state)
        self._last, self._counted = None, 0
        limit, scores = 1 if weak else LIMIT, {}
        for move in self.game.moves(state):
            scores[move] = self._after(state, move, -limit, limit)
            self._counted, self._last = self.nodes, None
        return scores

    def score_of(self, state: State, move: int) -> int:
        """The exact score of one move, for the player who makes it."""
        return self._after(state, move, -LIMIT, LIMIT)

    def keeps(self, state: State, move: int, score: int) -> bool:
        """Does a move keep this score, or more? Much less work than its exact score."""
        return self._after(state, move, score - 1, score) >= score

    def best_moves(self, state: State) -> tuple[int, list[int]]:
        """The exact score, and the moves that keep it."""
        score = self.solve(state)
        return score, [move for move in self.game.moves(state) if self.keeps(state, move, score)]

    def clear(self) -> None:
        """Forget everything."""
        for desk in self._by_size.values():
            desk.table.words[:] = 0

    def _check(self, state: State) -> None:
        if self.game.result(state) is not None:
            raise InputError(
                f"{self.game.to_text(state)!r} is a finished game; expected a position with a move to make"
            )

    def _after(self, state: State, move: int, low: int, high: int) -> int:
        child = self.game.play(state, move)
        result = self.game.result(child)
        if result is None:
            return -self._solve(child, -high, -low)
        exact = 0 if result == 0 else (self.cells + 1 - (state.mine | state.theirs).bit_count()) // 2
        return max(low, min(high, exact))

    def _solve(self, state: State, low: int, high: int) -> int:
        """The score if it lies within low..high, else the end that it lies beyond."""
        mine, theirs = state
        mask = mine | theirs
        stones = mask.bit_count()
        if stones <= self._book_plies and self.book is not None:
            known = self.book.look_up(state)
            if known is not None:
                self._last = None
                return max(low, min(high, known))
        self._last = desk = self._desks[stones] or self._furnish(stones)
        if self.threads > 1:
            score = self._search_together(desk, (mine, mask, low, high))
        else:
            score = self._function(mine, mask, low, high, desk.first)
        if score == FINISHED:
            self._check(state)
        return score

    def _search_together(self, desk: Desk, arguments: tuple[Any, ...]) -> int:
        """All threads solve the same position with one table; the first to finish stops the others."""
        scores: list[int] = []
        desk.words[:, STOP] = 0

        def work(thread: int) -> None:
            score = int(self._function(*arguments, desk.addresses[thread]))
            if not desk.words[thread, STOP]:
                scores.append(score)
                desk.words[:, STOP] = 1

        helpers = [threading.Thread(target=work, args=(thread,)) for thread in range(1, self.threads)]
        for helper in helpers:
            helper.start()
        work(0)
        for helper in helpers:
            helper.join()
        return scores[0]

    def _furnish(self, stones: int) -> Desk:
        """Memory for positions with so many stones; positions that need the same size share it."""
        empty = self.cells - stones
        size = self.table_mb or next(megabytes for most, megabytes in TABLES if empty <= most)
        if size not in self._by_size:
            table = ScoreTable(size, self.game.width * self.game.stride)
            self._by_size[size] = Desk(table, self._weights)
        self._function = solve_function(self.game.width, self.game.height)
        self._desks[stones] = self._by_size[size]
        return self._by_size[size]


def can_solve(game: Game[Any]) -> TypeGuard[ConnectFour]:
    """Does the solver know the game at all? Early positions may still take it long."""
    return isinstance(game, ConnectFour) and game.connect == 4 and game.width * game.height <= MOST_SQUARES


def to_score(value: int, state: State, cells: int = 42) -> Score:
    """A solver's score of an unfinished state as a win or loss in so many plies; `cells`: squares of the board.

    >>> to_score(18, ConnectFour().from_text("4455")), to_score(-15, ConnectFour().from_text("44455554221"))
    (Score(kind=<Kind.WIN: 'win'>, plies=3, value=None), Score(kind=<Kind.LOSS: 'loss'>, plies=2, value=None))
    """
    if value == 0:
        return Score.draw()
    stones = (state.mine | state.theirs).bit_count()
    before = cells + 1 - 2 * abs(value)  # stones on the board before the winning one, or one less
    winner_moves_at = stones if value > 0 else stones + 1
    plies = before - (before - winner_moves_at) % 2 - stones + 1
    return Score.win(plies) if value > 0 else Score.loss(plies)
