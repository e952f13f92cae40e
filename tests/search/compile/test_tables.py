"""`tables`: too big to be constants of native code, so each game of a class keeps its own, at their own address."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from plytree import Engine, Game, Limits
from plytree.errors import GameError

WEIGHTS = np.dtype([("worth", np.int64, (40,))], align=True)


class Climb(Game[int]):
    """Add 1 or 2 to a number until somebody has made 30. How good a number is, the tables say."""

    num_moves = max_moves = 2

    def __init__(self, worth: int, layout: Any = WEIGHTS):
        array = np.zeros(1, layout)
        array["worth"] = worth
        self.tables = array.view(np.recarray)[0]

    def initial(self) -> int:
        return 0

    def moves(self, s: int) -> list[int]:
        return [0, 1]

    def play(self, s: int, move: int) -> int:
        return s + 1 + move

    def result(self, s: int) -> int | None:
        return -1 if s >= 30 else None

    def evaluate(self, s: int) -> int:
        return int(self.tables.worth[s])


def score(engine: Engine[int]) -> int | None:
    engine.clear()
    found = engine.search(limits=Limits(depth=2)).score
    assert found is not None
    return found.value


def test_two_games_of_one_class_keep_their_own_weights():
    low, high = Climb(7), Climb(500)
    engines = [Engine(game, mode="native") for game in (low, high)]
    assert [engine.mode_now for engine in engines] == ["native", "native"], engines[0].note
    assert [score(engine) for engine in engines] == [7, 500]
    low.tables.worth[:] = 8  # in place, under an engine that lives
    assert [score(engine) for engine in engines] == [8, 500]
    for game in (copy.copy(high), pickle.loads(pickle.dumps(high))):
        engine = Engine(game, mode="native")
        assert score(engine) == 500
        game.tables.worth[:] = 9
        assert score(engine) == 9


def test_tables_may_be_replaced_by_such_of_the_same_layout_only():
    game = Climb(7)
    engine = Engine(game, mode="native")
    game.tables = Climb(33).tables
    assert score(engine) == 33
    game.tables = np.zeros(1, np.dtype([("worth", np.int64, (10,))])).view(np.recarray)[0]
    with pytest.raises(GameError, match="80 bytes; expected the fields it had before, 320 bytes"):
        score(engine)


def test_what_is_no_record_is_refused_with_a_sentence():
    game = Climb(7)
    game.tables = [1, 2, 3]  # type: ignore[assignment]
    with pytest.raises(GameError, match=r"Climb\.tables is a list; expected one record of a numpy array"):
        Engine(game, mode="native")
