"""The game in the terminal: what people type, what they see, and how programs play along."""

import io

import pytest
from rich.console import Console

from plytree import load_game
from plytree.games.contract.board import Board
from plytree.interfaces.terminal.drawing import draw
from plytree.interfaces.terminal.game import TerminalGame
from plytree.matches.session import Session, read_position
from plytree.players.thinking import Choice


class Scripted:
    """Plays the moves it was given."""

    name = "scripted"

    def __init__(self, moves):
        self.moves = list(moves)

    def choose(self, state, history, limits=None):
        return Choice(move=self.moves.pop(0))

    def close(self):
        pass


def play(spec, typed, players=(None, None), position=""):
    """Play with typed lines; the table afterwards and all that was printed."""
    game = load_game(spec)
    lines, output = iter(typed), io.StringIO()

    def read(prompt):
        output.write(prompt + "\n")
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    session = Session(game, read_position(game, position) if position else None)
    table = TerminalGame(session, players, Console(file=output, width=100), read)
    table.run()
    return table, output.getvalue()


def test_two_people_play_to_the_end():
    table, output = play("tictactoe", ["1", "4", "2", "5", "3"])
    assert table.session.outcome.winner == 0
    assert "X to move" in output
    assert "O to move" in output
    assert output.endswith("X has won.\n")


def test_the_last_move_is_marked_and_free_squares_show_their_moves():
    _, output = play("tictactoe", ["5"])
    assert "   1  2  3 \n   4 [X] 6 \n   7  8  9 \n" in output


def test_squares_for_a_stone_are_marked():
    _, output = play("othello:4", [])
    assert " 1  .  +  .  . \n 2  +  O  X  . \n 3  .  X  O  + \n 4  .  .  +  . \n" in output


def test_a_person_plays_against_a_program():
    table, output = play("connect4", ["1", "1", "1", "1"], (None, Scripted([1, 2, 3])))
    assert table.session.outcome.winner == 0
    assert "O (scripted) plays 2" in output
    assert output.endswith("X has won.\n")


def test_two_programs_play_without_anybody_typing():
    table, output = play("nim:1,1", [], (Scripted([0]), Scripted([1])))
    assert table.session.outcome.winner == 1
    assert output.endswith("Player 2 has won.\n")


def test_a_game_of_points_says_by_how_many():
    _, output = play("dots:1x2", ["b1", "d1", "b3", "d3", "a2", "c2", "e2"])
    assert output.endswith("B has won by 2.\n")


@pytest.mark.parametrize("wrong", ["10", "x", "", "5 5", "\x00", "1" * 10_000])
def test_what_is_not_a_move_is_answered_and_asked_again(wrong):
    table, output = play("tictactoe", [wrong, "5"])
    assert table.session.moves == [4]
    assert ("is not a legal move here" in output) == (wrong != "")


def test_undo_goes_back_to_the_last_turn_of_a_person():
    table, _ = play("tictactoe", ["1", "2", "undo", "undo"], (None, Scripted([4, 5])))
    assert table.session.moves == []
    table, _ = play("tictactoe", ["1", "2", "u"])
    assert table.session.moves == [0]


def test_undo_and_redo_have_an_end():
    _, output = play("tictactoe", ["undo", "redo"], (None, Scripted([])))
    assert "There is nothing to take back." in output
    assert "There is nothing to play again." in output
    table, _ = play("tictactoe", ["undo"], (Scripted([4]), None))  # the program has begun: nothing to take back
    assert table.session.moves == [4]


def test_redo_plays_the_answer_of_the_program_again():
    table, _ = play("tictactoe", ["1", "undo", "redo"], (None, Scripted([4])))
    assert table.session.moves == [0, 4]


def test_a_hint_is_a_move_with_a_score():
    _, output = play("tictactoe", ["hint"], position="XX.OO....")
    assert "hint: 3, wins in 1" in output


def test_the_moves_so_far_and_the_legal_ones_can_be_listed():
    table, output = play("tictactoe", ["list", "1", "2", "3", "list", "moves", "help"])
    assert "no move yet" in output
    assert "1. 1 2  2. 3\n" in output
    assert "\n4 5 6 7 8 9\n" in output
    assert "take back" in output
    assert table._list(1) == "... 2. 3"


def test_resigning_loses():
    table, output = play("tictactoe", ["1", "resign"])
    assert table.session.outcome.winner == 0
    assert output.endswith("X has won (resigned).\n")


@pytest.mark.parametrize("typed", [["1", "quit"], ["1", "Q"], ["1"]])
def test_leaving_tells_the_position(typed):
    _, output = play("tictactoe", typed)
    assert output.endswith("You left the game at position 'X........'.\n")


def test_a_game_without_a_board_is_played_by_its_text(tmp_path):
    file = tmp_path / "plain.py"
    file.write_text(
        "from plytree import Game\n"
        "class Plain(Game[int]):\n"
        "    def initial(self): return 3\n"
        "    def moves(self, s): return [1, 2][:s]\n"
        "    def play(self, s, move): return s - move\n"
        "    def result(self, s): return -1 if s == 0 else None\n"
    )
    _, output = play(str(file), ["2", "1"])
    assert "Player 1 to move" in output
    assert "\n2\nPlayer 2 to move" in output
    assert output.endswith("Player 2 has won.\n")


def test_colours_and_letters_show_the_same_board():
    game = load_game("connect4")
    board = game.board(game.from_text("1122334"))
    plain, coloured = draw(board, colours=False), draw(board)
    assert plain.plain.splitlines()[-2].split() == ["X", "X", "X", "X", ".", ".", "."]
    assert coloured.plain.splitlines()[-2].split() == ["●", "●", "●", "●", "·", "·", "·"]
    assert sum("reverse" in str(span.style) for span in coloured.spans) == 4


@pytest.mark.parametrize("style", ["marks", "drop", "stones", "hex", "points", "chess", "text"])
@pytest.mark.parametrize("colours", [True, False])
def test_the_men_of_both_sides_differ_without_colour(style, colours):
    one, two = ("K", "k") if style == "chess" else ("X", "O")
    board = Board(cells=((one, two),), style=style, edges=(((0, 0), (0, 1)),))
    first, second = draw(board, colours=colours).plain.split()
    assert first != second


def test_no_color_in_the_environment_gives_letters(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    game = load_game("connect4")
    TerminalGame(Session(game, game.from_text("4455")), (None, None), console, lambda _: "quit").run()
    shown = console.file.getvalue()
    assert shown.count(" X ") >= 2
    assert shown.count("O") >= 2
    assert "●" not in shown


def test_column_letters_stand_below_the_last_row_of_a_board_of_hexagons():
    lines = draw(load_game("hex:4").board(load_game("hex:4").initial()), colours=False).plain.rstrip("\n").split("\n")
    assert [i for i, letter in enumerate(lines[3]) if letter == "."] == [lines[4].index(letter) for letter in "abcd"]


def test_a_game_without_a_board_and_without_texts_shows_its_state(tmp_path):
    file = tmp_path / "bare.py"
    file.write_text(
        "from plytree import Game\n"
        "class Bare(Game[tuple]):\n"
        "    def initial(self): return (2, 5)\n"
        "    def moves(self, s): return [1]\n"
        "    def play(self, s, move): return (s[0] - 1, s[1])\n"
        "    def result(self, s): return -1 if s[0] == 0 else None\n"
    )
    _, output = play(str(file), ["1"])
    assert "(2, 5)\nthe start\n" in output
    assert "(1, 5)\n1\n" in output
