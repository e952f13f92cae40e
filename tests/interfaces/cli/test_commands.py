"""The commands for any game: their JSON contract, and one sentence with exit code 2 for wrong input."""

import contextlib
import json
import signal
import subprocess
import sys

import pytest

from plytree.interfaces.cli.main import main

OWN_GAME = """
from plytree import Game

class Subtract(Game[int]):
    "Take one, two or three from a heap; who takes the last one wins."
    num_moves = max_moves = 4

    def initial(self):
        return 10

    def moves(self, s):
        return [n for n in (1, 2, 3) if n <= s]

    def play(self, s, move):
        return s - move

    def result(self, s):
        return -1 if s == 0 else None
"""


@pytest.fixture
def own_game(tmp_path):
    file = tmp_path / "subtract.py"
    file.write_text(OWN_GAME)
    return str(file)


def run(capsys, *arguments):
    """Exit code, stdout, stderr of a command."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    out, err = capsys.readouterr()
    return end.value.code, out, err


def run_json(capsys, *arguments):
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_games_lists_what_can_be_played(capsys):
    code, out, _ = run(capsys, "games")
    assert code == 0
    for name in ("tictactoe", "connect4", "othello", "nim", "dots", "handtree", "chess"):
        assert name in out
    listed = run_json(capsys, "games")["games"]
    assert all(entry["summary"] for entry in listed)


def test_move_prints_the_contract_for_a_built_in_game(capsys):
    found = run_json(capsys, "move", "tictactoe", "XO.......", "--depth", "9", "--mode", "python")
    names = ["game", "position", "move", "score", "depth", "nodes", "seconds", "pv", "mode", "known"]
    assert list(found) == names
    assert (found["game"], found["position"], found["mode"]) == ("tictactoe", "XO.......", "python")
    assert found["score"]["kind"] == "win"
    assert found["score"]["plies"] == 5
    assert found["score"]["value"] is None
    assert found["pv"][0] == found["move"]
    assert found["move"] in "34567"


def test_move_prints_the_same_for_a_file_nobody_registered(capsys, own_game):
    found = run_json(capsys, "move", own_game, "1", "--depth", "12", "--mode", "python")
    assert found["score"] == {"kind": "win", "plies": 5, "value": None}
    assert found["move"] == "1"  # leaves eight, a multiple of four


def test_move_knows_draws_and_estimates(capsys):
    assert run_json(capsys, "move", "tictactoe", "--depth", "9", "--mode", "python")["score"]["kind"] == "draw"
    score = run_json(capsys, "move", "othello", "--depth", "2", "--mode", "python")["score"]
    assert score["kind"] == "estimate"
    assert isinstance(score["value"], int)


def test_perft_counts_the_whole_tree(capsys):
    found = run_json(capsys, "perft", "othello", "3", "--divide")
    assert found.pop("seconds") >= 0
    assert found == {
        "game": "othello", "position": "", "depth": 3, "leaves": 56, "nodes": 73, "finished": 0,
        "divide": {"d3": 14, "c4": 14, "f5": 14, "e6": 14},
    }  # fmt: skip


def test_check_says_what_is_wrong_and_exits_with_one(capsys, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(OWN_GAME.replace("-1 if s == 0 else None", "None"))  # never says who has won
    code, out, _ = run(capsys, "check", str(file), "--games", "20", "--no-native")
    assert code == 1
    assert "fault (moves): moves() gave no move, but result() is None: the game goes on, after the moves 1 3 3 3" in out
    found = json.loads(run(capsys, "check", str(file), "--games", "20", "--json", "--no-native")[1])
    assert not found["healthy"]
    assert found["faults"][0]["sentence"]


def test_check_finds_nothing_in_a_sound_file(capsys, own_game):
    found = run_json(capsys, "check", own_game, "--games", "20", "--no-native")
    assert found["healthy"]
    assert found["games"] == 20


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["move", "nope"], "'nope' is not a known game"),
        (["move", "no/such.py"], "'no/such.py' is not a file"),
        (["move", "tictactoe:3"], "TicTacToe takes no parameters"),
        (["move", "connect4:99x99"], "too big"),
        (["move", "tictactoe", "XXO"], "'XXO' is not a tic-tac-toe position"),
        (["move", "connect4", "48"], "'48' is no position"),
        (["move", "tictactoe", "XXXOO...."], "finished game"),
        (["move", "tictactoe", "--time", "-1"], "-1.0 is not a time"),
        (["move", "tictactoe", "--time", "0"], "0.0 is not a time"),
        (["move", "tictactoe", "--time", "nan"], "nan is not a time"),
        (["move", "tictactoe", "--time", "soon"], "--time"),
        (["move", "tictactoe", "--depth", "0"], "0 is not a search depth"),
        (["move", "tictactoe", "--mode", "fast"], "'fast' is not a mode"),
        (["move", "tictactoe", "--threads", "0"], "threads"),
        (["perft", "tictactoe", "--", "-1"], "depth=-1 is not a depth"),
        (["perft", "tictactoe", "x"], "depth"),
        (["perft", "tictactoe", "1", "--position", "?"], "'?' is not a tic-tac-toe position"),
        (["check", "nope"], "'nope' is not a known game"),
        (["check", "tictactoe", "--time", "0"], "--time=0.0 is not a time"),
        (["check", "tictactoe", "--games", "0"], "games"),
        (["play", "nope"], "'nope' is not a known game"),
        (["play", "tictactoe", "--time", "-1"], "is not a time"),
        (["play", "tictactoe", "--level", "11"], "11 is not a level"),
        (["play", "tictactoe", "--level", "3", "--depth", "3"], "--level does not go with --depth"),
        (["play", "tictactoe", "--first", "nobody"], "--first 'nobody' is not a player"),
        (["play", "tictactoe", "--players", "human", "nobody"], "'nobody' is not a player"),
        (["play", "tictactoe", "--players", "human", "random", "--time", "1"], "--time is for the computer"),
        (["play", "tictactoe", "--position", "XX"], "'XX' is not a tic-tac-toe position"),
        (["nothing"], "nothing"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_on_stderr_and_code_two(capsys, arguments, sentence):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\n", "has no game: expected a class derived from plytree.Game"),
        ("1 / 0\n", "cannot be run: ZeroDivisionError"),
        ("class\n", "cannot be run: SyntaxError"),
        ("raise SystemExit(0)\n", "cannot be run: SystemExit: 0"),
        (
            "from plytree import Game\nclass Half(Game[int]):\n    def initial(self): return 0\n",
            "has no method 'moves'",
        ),
        (OWN_GAME + OWN_GAME.replace("Subtract", "Other"), "has several games (Subtract, Other); name one, like"),
    ],
)
def test_a_file_without_a_game_is_refused(capsys, tmp_path, source, sentence):
    file = tmp_path / "mine.py"
    file.write_text(source)
    for command in ("move", "check", "play"):
        code, out, err = run(capsys, command, str(file))
        assert (code, out) == (2, "")
        assert sentence in err
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("return 10", "return [10]", "Subtract.initial() gave a state with a list in it"),
        ("return 10", "raise KeyError(7)", "Subtract.initial() raised KeyError: 7"),
        ("s - move", "s // 0", "Subtract.play() raised ZeroDivisionError"),
        ("s - move", "None", "Subtract.play() gave the state None, which is not made like 10"),
        ("[n for", "[str(n) for", "Subtract.play() raised TypeError: unsupported operand"),
        ("self, s):\n        return -1", "self):\n        return -1", "Subtract.result() raised TypeError"),
        ("return s - move", "return s - move if s > 7 else {}[s]", "Subtract.play() raised KeyError: 7 (line 15 of"),
    ],
)
def test_a_broken_game_is_named_with_its_method_and_what_was_wrong(capsys, tmp_path, right, wrong, sentence):
    file = tmp_path / "broken.py"
    file.write_text(OWN_GAME.replace(right, wrong))
    code, out, err = run(capsys, "perft", str(file), "6")
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_an_illegal_move_in_a_position_is_refused(capsys, own_game):
    code, out, err = run(capsys, "move", own_game, "3 3 3 3")
    assert (code, out) == (2, "")
    assert "'3' is not a legal move here; legal moves are 1" in err


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "othello", "nim", "dots", "handtree"])
def test_a_very_long_wrong_position_gives_a_short_sentence(capsys, game):
    code, out, err = run(capsys, "move", game, "?" * 1_000_000)
    assert (code, out) == (2, "")
    assert len(err) < 400


def test_ctrl_c_ends_a_game_cleanly():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-m", "plytree", "play", "tictactoe"], **pipes)
    shown = b""
    while b"to move" not in shown:
        more = process.stdout.read1()
        assert more, process.stderr.read()
        shown += more
    for _ in range(30):  # Python may lose an interrupt that comes while it collects garbage; people press again
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=2)
            break
    rest, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"You left the game at position '.........'" in rest
    assert err == b""
