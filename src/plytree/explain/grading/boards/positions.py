"""Positions of tic-tac-toe and Connect Four with their exact values: what a board program is asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from plytree.explain.grading.trees import Tree
from plytree.games.contract.game import Game
from plytree.games.placing.connect4 import ConnectFour
from plytree.games.placing.tictactoe import TicTacToe

GAMES: dict[tuple[int, int], Game[Any]] = {(3, 3): TicTacToe(), (6, 7): ConnectFour()}
TITLES = {(3, 3): "tic-tac-toe", (6, 7): "Connect Four"}
EMPTY = {(3, 3): (2, 3, 3, 4, 4, 4, 5, 5, 6), (6, 7): (2, 3, 3, 4, 4, 5)}  # a plain minimax is quick, and sees the end


@dataclass(frozen=True)
class BoardCase:
    """A position that is not over: X is the player whom the program calls MAX, whatever sign he has."""

    shape: tuple[int, int]
    cells: str  # X, O and '.', from the top row down
    maximizing: bool
    moves: tuple[tuple[int, int], ...]  # each move (a cell, or a column) with its value for MAX
    positions: tuple[int, int]  # in the whole tree: all, and those that are not over
    watch: str = ""

    @property
    def value(self) -> int:
        values = [value for _, value in self.moves]
        return max(values) if self.maximizing else min(values)

    @property
    def best(self) -> set[int]:
        return {move for move, value in self.moves if value == self.value}

    @property
    def empty(self) -> int:
        return self.cells.count(".")

    @property
    def size(self) -> tuple[int, int, int]:
        return self.empty, self.positions[0], 0

    def draw(self) -> list[str]:
        rows, columns = self.shape
        return [" ".join(self.cells[row * columns : (row + 1) * columns]) for row in range(rows)]

    def tree(self) -> Tree:
        """The whole game from here as nested lists, values for MAX."""
        return unroll(self.shape, _state(self), 1 if self.maximizing else -1)


def _state(case: BoardCase) -> Any:
    """The game's own state: made from the cells, as both games keep bits for mover and opponent."""
    game = GAMES[case.shape]
    mine, theirs = ("X", "O") if case.maximizing else ("O", "X")
    bits = {mine: 0, theirs: 0}
    for at, cell in enumerate(case.cells):
        if cell != ".":
            bits[cell] |= 1 << _bit(case.shape, at)
    return type(game.initial())(bits[mine], bits[theirs])


def _bit(shape: tuple[int, int], at: int) -> int:
    """The bit of a cell in both games' states: in reading order, and column by column from below."""
    rows, columns = shape
    row, column = divmod(at, columns)
    return at if rows == 3 else column * (rows + 1) + rows - 1 - row


def unroll(shape: tuple[int, int], state: Any, sign: int) -> Tree:
    """The tree below a state; `sign` is 1 where MAX is to move."""
    game = GAMES[shape]
    result = game.result(state)
    if result is not None:
        return sign * result
    return [unroll(shape, game.play(state, move), -sign) for move in game.moves(state)]


@lru_cache(100_000)
def _value(shape: tuple[int, int], state: Any) -> tuple[int, int, int]:
    """For the player to move: the exact value by plain minimax; positions below, and those of them not over."""
    game = GAMES[shape]
    result = game.result(state)
    if result is not None:
        return result, 1, 0
    below = [_value(shape, game.play(state, move)) for move in game.moves(state)]
    return -min(value for value, _, _ in below), 1 + sum(b[1] for b in below), 1 + sum(b[2] for b in below)


@lru_cache(8)
def positions(shape: tuple[int, int], count: int, seed: int) -> Sequence[BoardCase]:
    """Different positions from random play in which X has begun; wins, draws and losses in turn as far as they come."""
    rng, game = random.Random(seed), GAMES[shape]
    found: dict[str, BoardCase] = {}
    by_value: dict[tuple[int, bool], int] = {}
    for _ in range(60 * count):
        case = _random_position(rng, game, shape)
        if case is None or case.cells in found:
            continue
        kind = (case.value, case.maximizing)
        if by_value.get(kind, 0) > count // 5:
            continue
        by_value[kind] = by_value.get(kind, 0) + 1
        found[case.cells] = case
        if len(found) == count:
            break
    return sorted(found.values(), key=lambda case: case.size)


def _random_position(rng: random.Random, game: Game[Any], shape: tuple[int, int]) -> BoardCase | None:
    """One that leaves a choice; None if the game was over before."""
    state, x_moves = game.initial(), True
    cells = shape[0] * shape[1]
    left = rng.choice(EMPTY[shape])
    for _ in range(cells - left):
        quiet = [m for m in game.moves(state) if game.result(game.play(state, m)) in (None, 0)]
        if not quiet:
            return None
        state, x_moves = game.play(state, rng.choice(quiet)), not x_moves
    if game.result(state) is not None or len(list(game.moves(state))) < 2:
        return None
    sign = 1 if x_moves else -1
    moves = tuple((move, -sign * _value(shape, game.play(state, move))[0]) for move in game.moves(state))
    letters = ".XO" if x_moves else ".OX"
    bits = [_bit(shape, at) for at in range(cells)]
    text = "".join(letters[(state.mine >> bit & 1) + 2 * (state.theirs >> bit & 1)] for bit in bits)
    return BoardCase(shape, text, x_moves, moves, _value(shape, state)[1:])


def other_begins(case: BoardCase) -> BoardCase:
    """The same position with the players exchanged: then O has begun."""
    cells = case.cells.translate(str.maketrans("XO", "OX"))
    moves = tuple((move, -value) for move, value in case.moves)
    return BoardCase(case.shape, cells, not case.maximizing, moves, case.positions, case.watch)
