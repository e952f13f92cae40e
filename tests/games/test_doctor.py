"""The game doctor: finds each planted fault by a short sequence of moves, and finds nothing in sound games."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from plytree import Game, InputError, load_game
from plytree.games.catalog import BUILT_IN
from plytree.games.doctor.examine import examine
from plytree.games.placing.tictactoe import LINES, State, TicTacToe

EXAMPLES = Path(__file__).parents[2] / "examples"
SIZES = {"connect4": ["connect4:4x3", "connect4:8x7x5", "connect4:10x5"], "othello": ["othello:4", "othello:6"],
         "nim": ["nim:9,9", "nim:1,2,3,4"], "dots": ["dots:2x2", "dots:1x3"]}  # fmt: skip
CATALOG = [spec for name in BUILT_IN for spec in [name, *SIZES.get(name, [])]]


@pytest.mark.parametrize("spec", CATALOG)
def test_every_game_of_the_catalog_is_healthy(spec):
    report = examine(load_game(spec), games=15, seconds=2)
    assert [fault.sentence for fault in report.faults] == []
    assert report.positions >= 1


@pytest.mark.parametrize("name", ["hexapawn.py", "domineering.py"])
def test_every_example_is_healthy(name):
    assert examine(load_game(str(EXAMPLES / name)), games=50).faults == []


class MoveIsText(TicTacToe):
    def moves(self, s):
        return [str(m) if m == 8 and s.mine | s.theirs else m for m in super().moves(s)]


class MoveTwice(TicTacToe):
    max_moves = 10

    def moves(self, s):
        return super().moves(s) + ([4] if s.mine == 1 and s.theirs == 2 else [])


class MoveOutOfRange(TicTacToe):
    num_moves = 8


class TooManyMoves(TicTacToe):
    max_moves = 8


class Grid(NamedTuple):
    cells: np.ndarray


class ChangesItsArgument(Game[Grid]):
    """Nine squares; whoever fills the last one wins."""

    num_moves = max_moves = 9

    def initial(self):
        return Grid(np.zeros(9, np.int8))

    def moves(self, s):
        return [i for i in range(9) if s.cells[i] == 0]

    def play(self, s, move):
        s.cells[move] = 1
        return Grid(s.cells)

    def result(self, s):
        return -1 if s.cells.all() else None


class StateWithList(ChangesItsArgument):
    def initial(self):
        return ([0] * 9,)

    def moves(self, s):
        return [i for i in range(9) if s[0][i] == 0]

    def play(self, s, move):
        return ([1 if i == move else cell for i, cell in enumerate(s[0])],)

    def result(self, s):
        return -1 if all(s[0]) else None


class KeyCollides(TicTacToe):
    def key(self, s):
        return s.mine | s.theirs  # forgets whose stones they are


class KeyOfEqualStatesDiffers(TicTacToe):
    def key(self, s):
        return id(s)


class KeyTooLong(TicTacToe):
    def key(self, s):
        return (s.mine << 60) + s.theirs


class WrongMirror(TicTacToe):
    def key(self, s):
        def shifted(board):  # takes a shift of the columns for a symmetry
            return (board << 1 & 0o666) | (board >> 2 & 0o111)

        images = [(s.mine, s.theirs)]
        for _ in range(2):
            images.append(tuple(shifted(board) for board in images[-1]))
        mine, theirs = min(images)
        return mine << 9 | theirs


class StuckWithoutResult(TicTacToe):
    def result(self, s):
        return -1 if any(s.theirs & line == line for line in LINES) else None  # forgets the draw


class ResultForX(TicTacToe):
    def result(self, s):
        result = super().result(s)
        x_moves = s.mine.bit_count() == s.theirs.bit_count()
        return result if result is None or x_moves else -result


class ResultTooBig(TicTacToe):
    def result(self, s):
        result = super().result(s)
        return None if result is None else 10 * result


class ResultIsText(TicTacToe):
    def result(self, s):
        return "draw" if super().result(s) == 0 else super().result(s)


class TextLosesTheCentre(TicTacToe):
    def to_text(self, s):
        text = super().to_text(s)
        return text[:4] + "." + text[5:] if text.count("O") == 2 else text


class TextNotRead(TicTacToe):
    def from_text(self, text):
        if text == "X........":
            raise InputError("no")
        return super().from_text(text)


class NonsenseCrashes(TicTacToe):
    def from_text(self, text):
        return super().from_text(text) if len(text) == 9 else State(*text.split())


class SameNameTwice(TicTacToe):
    def show_move(self, s, move):
        return "corner" if move in (0, 8) else str(move + 1)


class ReadsAnotherMove(TicTacToe):
    def read_move(self, s, text):
        move = super().read_move(s, text)
        return self.moves(s)[0] if move == 5 and s.mine else move


class BoardLies(TicTacToe):
    def board(self, s):
        board = super().board(s)
        return type(board)(cells=board.cells, squares={9: ((0, 0),), **board.squares})


class EvaluateIsFloat(TicTacToe):
    def evaluate(self, s):
        return s.mine.bit_count() / 2


class EvaluateTooBig(TicTacToe):
    def evaluate(self, s):
        return 10_000_000


class CountsItsMoves(TicTacToe):
    def __init__(self):
        self.played = 0

    def play(self, s, move):
        self.played += 1
        return super().play(s, move)


class ForgetsTheMove(TicTacToe):
    def play(self, s, move):
        return None if move == 7 and s.mine else super().play(s, move)


class Crashes(TicTacToe):
    def play(self, s, move):
        return super().play(s, move) if s.mine.bit_count() < 3 else State(1 // 0, 0)


class UnknownSide(TicTacToe):
    def to_move(self, s):
        return s.mine.bit_count() - s.theirs.bit_count()


class TacticalIsIllegal(TicTacToe):
    def tactical(self, s):
        return [4]


class NotDeterministic(TicTacToe):
    calls = 0

    def evaluate(self, s):
        NotDeterministic.calls += 1
        return NotDeterministic.calls


PLANTED = [  # (game, check that finds it, what the sentence says, moves that show it)
    (MoveIsText, "moves", "moves() gave '8', a str; expected ints", 1),
    (MoveTwice, "moves", "moves() gave 4 twice", 2),
    (MoveOutOfRange, "moves", "moves() gave 8; expected moves from 0 to num_moves - 1 = 7", 0),
    (TooManyMoves, "moves", "moves() gave 9 moves, but max_moves is 8", 0),
    (StuckWithoutResult, "moves", "moves() gave no move, but result() is None", 9),
    (ChangesItsArgument, "play", "play() changed its argument from Grid(cells=array([0, 0,", 0),
    (StateWithList, "initial", "initial() gave a state with a list in it", 0),
    (ForgetsTheMove, "play", "play() gave the state None, which is not made like State(mine=0, theirs=0)", 3),
    (Crashes, "play", "play() raised ZeroDivisionError", 6),
    (KeyCollides, "symmetry", "key() is the same as after the moves", 5),
    (KeyOfEqualStatesDiffers, "key", "key() answered", 0),
    (KeyTooLong, "key", "which has more than 64 bits", 2),
    (WrongMirror, "symmetry", "but the positions differ in their", 5),
    (ResultForX, "zero-sum", "result() looks like the view of one player: the second player won", 5),
    (ResultTooBig, "result", "result() gave -10, but max_utility is 1", 5),
    (ResultIsText, "result", "result() gave 'draw'; expected None or an int", 9),
    (TextLosesTheCentre, "text", "but to_text() wrote this for", 4),
    (TextNotRead, "text", "from_text('X........') raised InputError: no, but to_text() wrote this", 1),
    (NonsenseCrashes, "nonsense", "from_text('\\x00?!') raised TypeError; expected InputError", 0),
    (SameNameTwice, "notation", "show_move() wrote 'corner' for two moves, 0 and 8", 0),
    (ReadsAnotherMove, "notation", "read_move() understood '6' as move", 2),
    (BoardLies, "board", "board() shows squares for move 9, which is not legal", 0),
    (EvaluateIsFloat, "evaluate", "evaluate() gave 0.0; expected an int", 0),
    (EvaluateTooBig, "evaluate", "evaluate() gave 10000000; expected less than 1000000", 0),
    (NotDeterministic, "evaluate", "evaluate() answered 1 and then 2 for the same state", 0),
    (CountsItsMoves, "attributes", "the attribute 'played' of the game changed while it was played", 0),
    (UnknownSide, "to_move", "to_move() gave -1; expected 0 or 1", 1),
    (TacticalIsIllegal, "tactical", "tactical() gave 4, which is not a legal move", 1),
]


RARE = (ResultForX, WrongMirror)  # faults that few random games show


@pytest.mark.parametrize(("game", "check", "what", "plies"), PLANTED, ids=lambda value: getattr(value, "__name__", ""))
def test_a_planted_fault_is_found_by_the_shortest_sequence_that_shows_it(game, check, what, plies):
    NotDeterministic.calls = 0
    faults = {fault.check: fault for fault in examine(game(), games=100 if game in RARE else 30).faults}
    assert check in faults
    assert what in faults[check].sentence
    assert len(faults[check].moves) == plies
    assert "\n" not in faults[check].sentence


def test_the_same_seed_gives_the_same_report():
    assert examine(StuckWithoutResult(), games=20, seed=5) == examine(StuckWithoutResult(), games=20, seed=5)


def test_games_that_do_not_even_start_are_named():
    class NoStart(TicTacToe):
        def initial(self):
            raise KeyError("x")

    class Over(TicTacToe):
        def result(self, s):
            return 0

    assert examine(NoStart()).faults[0].what == "initial() raised KeyError: 'x'"
    assert examine(Over()).faults[0].what == "result() says that the game is over before the first move"


def test_a_position_that_comes_back_is_noted_but_is_no_fault():
    class Walk(Game[int]):
        """Walk on a circle of five; who comes to 4 has lost."""

        num_moves = max_moves = 2

        def initial(self):
            return 0

        def moves(self, s):
            return [0, 1]

        def play(self, s, move):
            return (s + (1 if move else -1)) % 6

        def result(self, s):
            return 1 if s == 4 else None

    report = examine(Walk(), games=20)
    assert report.healthy
    assert any("come back" in note for note in report.notes)
