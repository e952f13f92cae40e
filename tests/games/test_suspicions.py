"""What `plytree check` suspects, and how much it dares to say."""

import pytest

from plytree import Game
from plytree.games.doctor.examine import examine
from plytree.games.doctor.suspicions import speeds
from plytree.games.placing.tictactoe import TicTacToe
from plytree.interfaces.cli.doctor import verdict


class Stones(Game[int]):
    """Take one to three of 21; who takes the last one wins."""

    def initial(self):
        return 21

    def moves(self, s):
        return [n for n in (1, 2, 3) if n <= s]

    def play(self, s, move):
        return s - move

    def result(self, s):
        return -1 if s == 0 else None


class WrongSign(Stones):
    def result(self, s):
        return 1 if s == 0 else None


class Idle(Stones):
    def moves(self, s):
        return [0, *super().moves(s)]


class Endless(Stones):
    def play(self, s, move):
        return (s - move - 4) % 18 + 4

    def result(self, s):
        return None


class Remembers(Game[tuple]):
    """The moves made are kept, which no rule asks for."""

    def initial(self):
        return (12, 0)

    def moves(self, s):
        return [n for n in (1, 2, 3) if n <= s[0]]

    def play(self, s, move):
        return (s[0] - move, s[1] * 4 + move)

    def result(self, s):
        return -1 if s[0] == 0 else None

    def to_text(self, s):
        return str(s[0])


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (WrongSign(), "the player to move at the end had won"),
        (Idle(), "leads back to the very same state, after the move"),
        (Endless(), "none of 3 random games came to an end"),
        (Remembers(), "look like another one, with the same moves, but are different states (they differ in 1)"),
    ],
)
def test_what_looks_wrong_is_a_note(game, words):
    report = examine(game, games=3 if isinstance(game, Endless) else 60)
    assert any(words in note for note in report.notes), report.notes


def test_a_sound_game_is_not_suspected():
    report = examine(Stones(), games=60)
    assert report.notes == []
    assert verdict(report) == "no fault found: all 22 positions of the game were looked at"


def test_a_game_without_an_end_is_a_fault():
    report = examine(Endless(), games=1)
    assert [fault.check for fault in report.faults] == ["result"]
    assert verdict(report) == "1 fault found"


def test_a_short_look_says_nothing():
    report = examine(TicTacToe(), games=0)
    assert report.healthy
    assert verdict(report).startswith(f"nothing can be said: only {report.positions} positions and 0 whole games")


def test_speeds_are_those_of_the_methods_written():
    found = speeds(Stones(), [21, 20, 5])
    assert list(found) == ["result", "moves", "play"]
    assert all(taken > 0 for taken in found.values())
