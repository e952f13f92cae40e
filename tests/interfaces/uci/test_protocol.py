"""The Universal Chess Interface, line by line. Python mode: what is tested here is the conversation, not the speed."""

import queue
import random
import re
import string
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.engine
import pytest

from plytree.interfaces.uci.go import Go, show_score
from plytree.interfaces.uci.options import OPTIONS, nodes_for
from plytree.interfaces.uci.protocol import Protocol
from plytree.search.limits import Clock, Limits
from plytree.search.score import Score

WORDS = """
    uci isready position startpos fen moves go depth nodes movetime wtime btime winc binc movestogo mate infinite ponder
    searchmoves stop ponderhit setoption name value Hash Threads MultiPV Ponder ucinewgame debug on register e2e4 e7e8q
    0000 -1 0 1 2 99999999999999999999 1e9 ½ ٣ \0 8/8/8/8 w KQkq - rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
"""


class Talk:
    """A conversation with the protocol machine."""

    def __init__(self):
        self.lines = queue.Queue()
        self.protocol = Protocol(self.lines.put, mode="python")

    def send(self, *lines):
        for line in lines:
            assert self.protocol.handle(line)

    def read_until(self, start, seconds=60):
        """All lines up to the first that begins so."""
        found = []
        until = time.monotonic() + seconds
        while not found or not found[-1].startswith(start):
            found.append(self.lines.get(timeout=max(0.01, until - time.monotonic())))
        return found


@pytest.fixture
def talk():
    conversation = Talk()
    yield conversation
    conversation.protocol.close()


def test_introduces_itself_with_all_options(talk):
    talk.send("uci")
    lines = talk.read_until("uciok")
    assert lines[0].startswith("id name plytree")
    declared = {line.split(" type ")[0].removeprefix("option name ") for line in lines if line.startswith("option")}
    assert declared == {option.name for option in OPTIONS}
    assert {"Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "UCI_LimitStrength", "UCI_Elo"} <= declared


def test_answers_uci_before_anything_is_loaded():
    """The compiler takes seconds to load; an interface that waits for `uciok` must not notice."""
    said = []
    protocol = Protocol(said.append, mode="python")
    protocol._prepare = lambda: said.append("loading")
    protocol.handle("uci")
    protocol.handle("isready")
    assert said.index("uciok") < said.index("loading") < said.index("readyok")


def test_nothing_up_to_uciok_loads_the_compiler():
    code = (
        "import sys; from plytree.interfaces.uci.protocol import Protocol\n"
        "Protocol(lambda line: print(line, 'numba' in sys.modules)).handle('uci')"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout
    assert "uciok False" in said


def test_info_lines_say_everything(talk):
    talk.send("position startpos moves e2e4", "go depth 2")
    *info, best = talk.read_until("bestmove")
    pattern = (
        r"info depth \d+ seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ "
        r"pv( [a-h][1-8][a-h][1-8])+"
    )
    assert all(re.fullmatch(pattern, line) for line in info)
    assert len(info) == 2
    assert re.fullmatch(r"bestmove [a-h][1-8][a-h][1-8] ponder [a-h][1-8][a-h][1-8]", best)


def test_several_lines_are_different_moves_best_first(talk):
    talk.send("setoption name MultiPV value 3", "position startpos", "go depth 1")
    info = [line for line in talk.read_until("bestmove") if line.startswith("info depth 1 ")]
    assert [line.split(" multipv ")[1].split()[0] for line in info] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1] for line in info}) == 3


def test_an_infinite_search_answers_only_when_stopped(talk):
    talk.send("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go infinite")
    talk.read_until("info depth 1")
    talk.send("isready")
    assert not any(line.startswith("bestmove") for line in talk.read_until("readyok"))
    talk.send("stop")
    assert talk.read_until("bestmove")[-1].startswith("bestmove a1a8")


def test_pondering_answers_after_ponderhit(talk):
    talk.send("position startpos moves e2e4 e7e5", "go ponder wtime 2000 btime 2000", "isready")
    assert not any(line.startswith("bestmove") for line in talk.read_until("readyok"))
    talk.send("ponderhit")
    talk.read_until("bestmove")


def test_only_the_wished_moves_are_searched(talk):
    talk.send("position startpos", "go depth 2 searchmoves a2a3 h2h3")
    assert talk.read_until("bestmove")[-1].split()[1] in ("a2a3", "h2h3")


def test_mate_ends_the_search(talk):
    talk.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "go mate 1")
    lines = talk.read_until("bestmove")
    assert "score mate 1 " in lines[-2]
    assert lines[-1].startswith("bestmove a1a8")


def test_a_finished_game_has_no_move(talk):
    talk.send("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go depth 3")
    assert talk.read_until("bestmove") == ["info depth 0 score mate 0", "bestmove (none)"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("position fen 8/8/8 w - - 0 1", "first field"),
        ("position startpos moves e2e5", "'e2e5' is not a legal move"),
        ("position nowhere", "expected startpos or fen"),
        ("setoption name Hash value lots", "Hash cannot be 'lots'"),
        ("setoption name Colour value red", "no option 'Colour'"),
        ("go depth 2 searchmoves e2e5", "'e2e5' is not a legal move"),
    ],
)
def test_says_what_is_wrong_and_plays_on(talk, line, said):
    talk.send(line)
    assert said in talk.read_until("info string")[-1]
    talk.send("go depth 1")
    talk.read_until("bestmove")


def test_survives_whatever_is_sent(talk):
    """Half-right commands, numbers out of range, noise; afterwards it still answers."""
    choose, words = random.Random(7), WORDS.split()
    talk.send("isready")
    talk.read_until("readyok")
    for _ in range(1500):
        line = " ".join(choose.choices(words, k=choose.randrange(1, 9)))
        if choose.random() < 0.2:
            line = "".join(choose.choices(string.printable + "äß½\udcff", k=choose.randrange(60)))
        if "go" in line.split() or "quit" in line.split() or "threads" in line.lower() or "hash" in line.lower():
            continue  # searches and big tables are tested with limits elsewhere
        assert talk.protocol.handle(line)
    talk.send("stop", "isready")
    talk.read_until("readyok")
    talk.send("position startpos", "go depth 1")
    talk.read_until("bestmove")


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("depth 7", Limits(depth=7)),
        ("nodes 100 depth 3", Limits(depth=3, nodes=100)),
        ("movetime 1000", Limits(seconds=0.99)),
        ("wtime 60000 btime 30000 winc 100 binc 200 movestogo 5",
         Limits(clock=Clock(remaining=29.99, increment=0.2, moves_to_go=5))),
        ("wtime 5 btime -30", Limits(clock=Clock(remaining=0.001))),
        ("infinite", Limits()),
        ("depth -3 nodes x movetime", Limits()),
        ("depth 999999999999999999999", Limits(depth=200)),
    ],
)  # fmt: skip
def test_reads_limits(text, limits):
    assert Go.read(text.split()).limits(side=1, overhead=0.01) == limits


@pytest.mark.parametrize(
    ("score", "text"),
    [(Score.win(1), "mate 1"), (Score.win(5), "mate 3"), (Score.loss(2), "mate -1"), (Score.loss(6), "mate -3"),
     (Score.draw(), "cp 0"), (Score.estimate(-35), "cp -35")],
)  # fmt: skip
def test_shows_scores(score, text):
    assert show_score(score) == text


def test_less_elo_means_fewer_nodes():
    assert nodes_for(2500) > nodes_for(2300) == 250_000 > nodes_for(2000) > nodes_for(1300) > 1


def test_python_chess_as_a_client():
    """Analysis, a game with clocks, stop, options: through a real process."""
    command = [sys.executable, "-m", "plytree", "uci", "--mode", "python"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        engine.configure({"Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": 1500})
        board = chess.Board()
        clock = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01)
        for _ in range(4):
            board.push(engine.play(board, clock).move)
        engine.configure({"UCI_LimitStrength": False})
        infos = engine.analyse(board, chess.engine.Limit(depth=1), multipv=2)
        assert len(infos) == 2
        assert infos[0]["score"].relative >= infos[1]["score"].relative
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 1:
                    break
        assert board.is_legal(engine.play(board, chess.engine.Limit(depth=1), ponder=True).move)


def test_syzygy_files_are_used_and_a_folder_without_any_is_a_sentence(talk, tmp_path):
    folder = Path(__file__).parents[2] / "solvers" / "syzygy"
    talk.send(f"setoption name SyzygyPath value {tmp_path}", "isready")
    assert any("has no Syzygy tables" in line for line in talk.read_until("readyok"))
    talk.send(f"setoption name SyzygyPath value {folder}", "isready")
    assert not any("info string" in line for line in talk.read_until("readyok"))
    talk.send("position fen 8/8/8/8/8/4k3/8/R3K3 w - - 0 1", "go depth 3")
    *info, best = talk.read_until("bestmove")
    assert "score mate 11" in info[-1]  # our own tables know the distance
    assert "tbhits 13" in info[-1]
    assert best.startswith("bestmove a1a4")


def test_own_book_moves_at_once_and_a_bad_book_is_a_sentence(talk, tmp_path):
    talk.send("setoption name OwnBook value true", "position startpos", "go depth 30")
    lines = talk.read_until("bestmove")
    assert len(lines) == 1
    (tmp_path / "bad.bin").write_bytes(b"no book")
    talk.send(f"setoption name BookFile value {tmp_path / 'bad.bin'}", "isready")
    assert any("not a Polyglot book" in line for line in talk.read_until("readyok"))
    talk.send("position startpos", "go depth 1")
    assert len(talk.read_until("bestmove")) > 1  # it searches instead
