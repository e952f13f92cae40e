"""Methods that list moves, rewritten to fill a buffer: the same moves in the same order, or left alone."""

import pytest

from plytree import load_game
from plytree.search.compile.memory import FAULT_BAD_MOVE, FAULT_MANY_MOVES
from plytree.search.compile.moves_into import filling

MAX_MOVES, NUM_MOVES, AT = 12, 20, 3


class Comprehension:
    def moves(self, s):
        return [m + k for m in range(s) if m % 2 for k in (0, 10) if m + k < 15]


class Appending:
    def moves(self, s):
        found = []
        for m in range(s):
            if m == 3:
                continue
            found.append(m)
        if not found:
            found.append(19)
        if len(found) > 5:
            return found
        found.extend([15, 16])
        return found


class Yielding:
    def moves(self, s):
        if s == 0:
            yield 7
            return
        for m in range(s):
            if m != 2:
                yield m
        yield from (17, 18)


class Ranging:
    def moves(self, s):
        return range(s)


class Literal:
    def moves(self, s):
        if s > 3:
            return [1, s]
        return [0]


class Annotated:
    def moves(self, s: int, /) -> list[int]:
        out: list[int] = [m for m in range(s)]
        return out


class Replacing:
    def moves(self, s):
        found = [0 for _ in range(s)]
        for i in range(s):
            found[s - 1 - i] = i if i % 2 else 11
        if s:
            found[-1] = 12
        return found


class Outside:
    def moves(self, s):
        found = [0, 1]
        found[s] = 1
        return found


class Unpacking:
    def moves(self, s):
        found = [1, 2]
        found[0], found[1] = 3, 4
        return found


class Sorting:
    def moves(self, s):
        return sorted(range(s), reverse=True)


class Reading:
    def moves(self, s):
        found = [m for m in range(s)]
        found.sort()
        return found


class Guarding:
    def moves(self, s):
        try:
            return [s]
        except KeyError:
            return []


def fill(method, owner, state):
    buffer = [None] * (AT + MAX_MOVES)
    count = filling(method, MAX_MOVES, NUM_MOVES)(owner, state, buffer, AT)
    return buffer[AT : AT + count] if count >= 0 else -count


@pytest.mark.parametrize("kind", [Comprehension, Appending, Yielding, Ranging, Literal, Annotated, Replacing, Sorting])
@pytest.mark.parametrize("state", range(10))
def test_the_buffer_holds_what_the_method_would_list(kind, state):
    assert fill(kind.moves, kind(), state) == list(kind().moves(state))


@pytest.mark.parametrize("kind", [Reading, Guarding, Unpacking])
def test_what_is_not_understood_is_left_alone(kind):
    assert filling(kind.moves, MAX_MOVES, NUM_MOVES) is None


def test_too_many_moves_and_moves_out_of_range_are_told():
    assert fill(Ranging.moves, Ranging(), MAX_MOVES + 1) == FAULT_MANY_MOVES
    assert fill(Literal.moves, Literal(), NUM_MOVES) == FAULT_BAD_MOVE
    assert [fill(Outside.moves, Outside(), place) for place in (1, 2, -3)] == [[0, 1], FAULT_BAD_MOVE, FAULT_BAD_MOVE]


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello", "nim", "dots"])
def test_every_built_in_game_is_rewritten(name):
    assert filling(type(load_game(name)).moves, 64, 64) is not None
