"""Two players, no chance, nothing hidden: anything else is refused at first sight, and can do no harm in a search."""

from __future__ import annotations

from pathlib import Path

import pytest

from plytree import Engine, Game, GameError, Limits, load_game
from plytree.search.levelwise.engine import ParallelTree
from plytree.search.montecarlo.engine import MonteCarlo

THREE = """
from plytree import Game

class Three(Game[int]):
    num_moves = max_moves = 3
    def initial(self): return 12
    def moves(self, s): return [m for m in (1, 2) if m <= s]
    def play(self, s, move): return s - move
    def result(self, s): return -1 if s == 0 else None
    def to_move(self, s): return (12 - s) % 3
"""


class Round(Game[int]):
    """Whoever takes the last of 12 stones wins; player number 2 has his first turn after three of them are gone."""

    num_moves = max_moves = 3
    third = 2

    def initial(self) -> int:
        return 12

    def moves(self, s: int) -> list[int]:
        return [m for m in (1, 2) if m <= s]

    def play(self, s: int, move: int) -> int:
        return s - move

    def result(self, s: int) -> int | None:
        return -1 if s == 0 else None

    def to_move(self, s: int) -> int:
        return s % 2 if s > 9 else self.third


class Chance(Round):
    third = -1


class Far(Round):
    third = 2**40


@pytest.mark.parametrize("mode", ["python", "native"])
@pytest.mark.parametrize("game", [Round, Chance, Far])
def test_a_search_stops_where_nobody_it_knows_is_to_move(game: type[Round], mode: str) -> None:
    if mode == "native" and game is not Far:
        pytest.skip("one compile is enough: the check is the same source")
    with pytest.raises(
        GameError, match=r"to_move.* other than 0 and 1; plytree plays games of two players, with no chance"
    ):
        Engine(game(), mode=mode).search(limits=Limits(depth=8))  # type: ignore[arg-type]


@pytest.mark.parametrize("searcher", [MonteCarlo, ParallelTree])
def test_other_searches_too(searcher: type) -> None:
    with pytest.raises(GameError, match="to_move"):
        searcher(Far(), mode="python").search(limits=Limits(seconds=2.0))


def test_the_first_look_refuses_it(tmp_path: Path) -> None:
    file = tmp_path / "three.py"
    file.write_text(THREE)
    with pytest.raises(GameError, match=r"to_move\(\) gave 2; expected 0 or 1: plytree plays games of two players"):
        load_game(str(file))
    file.write_text(
        THREE.replace("(12 - s) % 3", "s % 2").replace("s - move", "s - 1 - __import__('time').time_ns() % 9")
    )
    with pytest.raises(GameError, match=r"play\(\) answered"):
        load_game(str(file))
