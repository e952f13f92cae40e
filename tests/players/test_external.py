"""Other chess programs as players: a well-behaved one, one that dies, one that is silent. And the PGN of a match."""

import io
import os
import stat
import subprocess
import sys
import time

import chess.pgn
import pytest

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.matches.match import Plan, play
from plytree.matches.match_store import MatchStore
from plytree.matches.pgn import write_pgn
from plytree.matches.playing import MatchRules
from plytree.matches.session import Session
from plytree.players.player import make_player

ENGINE = """#!{python}
import sys, time
import chess
mood, answered, board = {mood!r}, 0, chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Mock", "option name Hash type spin default 1 min 1 max 9", "uciok", sep="\\n", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:8]))
        for move in words[words.index("moves") + 1:] if "moves" in words else []:
            board.push_uci(move)
    elif words[0] == "go":
        answered += 1
        if answered > 2 and mood == "dies":
            sys.exit(1)
        if answered > 2 and mood == "silent":
            time.sleep(600)
        print("info depth 1 score cp 7 nodes 20")
        print("bestmove", min(move.uci() for move in board.legal_moves), flush=True)
    elif words[0] == "quit" and mood == "deaf":
        time.sleep(600)
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def mock(tmp_path):
    def make(mood):
        path = tmp_path / f"{mood}.py-engine"
        path.write_text(ENGINE.format(python=sys.executable, mood=mood))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def test_plays_and_sees_the_whole_game(mock):
    game = load_game("chess")
    player = make_player(f"uci:{mock('good')},time=0.1,option.Hash=4", game)
    session = Session(game)
    for _ in range(3):
        choice = player.choose(session.state, session.states[:-1])
        session.play(choice.move)
    assert (choice.score.value, choice.depth, choice.nodes) == (7, 1, 20)
    assert session.shown_moves() == ["a3", "a5", "Ra2"]
    player.close()


LEAVE = """
import os, sys
from plytree.games.catalog import load_game
from plytree.players.player import make_player
player = make_player(sys.argv[1], load_game("chess"))
print(player._engine.transport.get_pid())
player.close()
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.parametrize("mood", ["good", "deaf"])
def test_a_closed_program_is_gone_even_if_it_does_not_listen(mock, mood):
    command = [sys.executable, "-c", LEAVE, f"uci:{mock(mood)},time=0.1"]
    process = int(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    assert _ends(process), "the program still runs"


def _ends(process: int) -> bool:
    """Does a process vanish? One that was killed may take a moment."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(("mood", "termination"), [("dies", "crash"), ("silent", "time")])
def test_a_failing_program_loses_that_game_and_the_match_goes_on(mock, tmp_path, mood, termination):
    players = {"random": "random", "mock": f"uci:{mock(mood)},time=0.2"}
    plan = Plan(
        game="chess",
        players=players,
        matchups=(("random", "mock"),),
        pairs=1,
        opening_plies=0,
        rules=MatchRules(grace=1.0),
    )
    run = MatchStore(tmp_path / "games.sqlite").begin("match", "chess", 1, plan.settings())
    standing = play(plan, run, workers=1)
    assert standing.results["random", "mock"].games() == (2, 0, 0)
    reasons = [game.record.reason for game in run.games()]
    assert dict(standing.results["random", "mock"].terminations) == {termination: 2}, reasons
    text = io.StringIO()
    write_pgn(run, text)
    text.seek(0)
    games = [chess.pgn.read_game(text) for _ in range(2)]
    assert [game.headers["Result"] for game in games] == ["1-0", "0-1"]
    assert [game.errors for game in games] == [[], []]
    assert all(len(list(game.mainline_moves())) >= 2 for game in games)


@pytest.mark.parametrize(
    ("spec", "game", "said"),
    [
        ("uci:/nowhere/engine", "chess", "'/nowhere/engine' is not a program"),
        ("uci", "chess", "needs a program"),
        ("uci:x", "tictactoe", "chess only"),
        ("uci:x,tme=3", "chess", "no option 'tme'"),
    ],
)
def test_says_what_is_wrong(spec, game, said):
    with pytest.raises(InputError, match=said):
        make_player(spec, load_game(game))


def test_unknown_options_of_the_program_are_refused(mock):
    with pytest.raises(InputError, match="no option 'Hsh'"):
        make_player(f"uci:{mock('good')},option.Hsh=4", load_game("chess"))
