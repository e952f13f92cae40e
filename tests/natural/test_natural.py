"""Games in natural Python, each in a style of its own: native code does what Python does."""

import re
from pathlib import Path

import pytest

from plytree import Engine, Game, Limits
from plytree.games.catalog import load_game
from plytree.games.contract.named_moves import completed
from plytree.search.acquire.diagnose import native_verdict, obstacle
from plytree.search.acquire.verify import first_difference
from plytree.search.acquire.wording import reason
from plytree.search.compile.native_kernel import NativeKernel
from plytree.search.score import Kind

GAMES = sorted((Path(__file__).parent / "games").glob("*.py"))
POSITIONS = 1000


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_native_code_does_what_python_does(file):
    game = load_game(str(file))
    assert obstacle(game) == ""
    seen: list = []
    kernel = NativeKernel(game, steps=True)
    assert first_difference(game, kernel, seen, games=POSITIONS, seconds=600, positions=POSITIONS) == ""
    assert len(seen) == POSITIONS


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_game_plays_in_python(file):
    engine = Engine(load_game(str(file)), mode="python")
    result = engine.search(limits=Limits(depth=2))
    assert result.move in engine.game.moves(engine.game.initial())


def test_a_text_game_is_searched_in_native_code():
    """Tic-tac-toe is a draw, and native code proves it."""
    game = load_game(str(Path(__file__).parent / "games" / "text_tictactoe.py"))
    assert native_verdict(game) is None
    result = Engine(game, mode="native").search(limits=Limits(depth=9))
    assert result.mode == "native"
    assert result.score.proven
    assert result.score.kind is Kind.DRAW


def test_moves_that_are_words_are_searched_in_native_code():
    game = load_game(str(Path(__file__).parent / "games" / "none_stones.py"))
    native, python = (Engine(game, mode=mode).search(limits=Limits(depth=7)) for mode in ("native", "python"))
    assert (native.move, native.score, native.nodes) == (python.move, python.score, python.nodes)
    assert native.mode == "native"


class Rare(Game):
    """A move that random games do not show."""

    max_moves = 3

    def initial(self):
        return (0, 0)

    def moves(self, s):
        return ["surprise"] if s[1] >= 12 else ["left", "right"]

    def play(self, s, move):
        return (100, s[1]) if move == "surprise" else (s[0] + 1, s[1] + 1 if move == "left" else 0)

    def result(self, s):
        return -1 if s[0] >= 16 else None


def test_what_random_games_did_not_show_is_searched_in_python():
    engine = Engine(Rare(), mode="native")
    assert engine.mode_now == "native"
    found = engine.search(limits=Limits(depth=16))
    assert found.mode == "python"
    assert found.score == Engine(Rare(), mode="python").search(limits=Limits(depth=16)).score
    assert "move_list" in engine.note


def test_moves_of_the_same_parts_are_known_before_they_are_met():
    assert set(completed({(0, 3): None, (2, 1): None})) == {(r, c) for r in range(3) for c in range(1, 4)}
    assert set(completed({"a1": None, "b2": None})) == {"a1", "a2", "b1", "b2"}
    assert set(completed({(None, 1): None, (0, 2): None})) == {(x, y) for x in (None, 0) for y in (1, 2)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Unknown attribute 'title' of type Row(0, True)", "uses .title, which native code does not know of a text"),
        (
            "No implementation of function Function(<built-in function add>) found for signature:\n \n"
            " >>> add(Row(0, True), int64)",
            "uses `+` with text and int, which native code does not have: bring both to one kind first",
        ),
        ("Cannot unify Literal[int](0) and Row(0, True) for 'x.2'", "gives x once the type int and once text"),
        ("something that nobody foresaw", "does what native code cannot"),
    ],
)
def test_the_compiler_speaks_in_the_words_of_who_writes_games(text, sentence):
    assert reason(text).startswith(sentence)
    assert not re.search("Row|Numba|int64|Literal", reason(text))
