"""`plytree uci` (native) with python-chess as its client: a conversation, malformed lines, games against the clock.

    python bench/chess_uci.py client               analysis, clocks, stop, MultiPV, ponder, options
    python bench/chess_uci.py fuzz --lines 10000   malformed lines; `isready` is answered after every thousand
    python bench/chess_uci.py clock --games 200    games against itself at 1 s + 0.01 s a move, time measured here

Each prints what it saw and ends with an error if something was wrong.
"""

from __future__ import annotations

import argparse
import queue
import random
import re
import string
import subprocess
import sys
import threading
import time

import chess
import chess.engine

COMMAND = [sys.executable, "-m", "plytree", "uci"]
Limit = chess.engine.Limit
WORDS = re.findall(
    r"\S+",
    """
uci isready ucinewgame position startpos fen moves e2e4 e7e5 e9e5 0000 e7e8q go depth 1 2 -3 nodes 100 movetime 5 wtime
btime 10 winc binc movestogo 0 mate searchmoves ponder stop ponderhit setoption name value MultiPV Ponder Elo
UCI_LimitStrength UCI_Elo 1e9 99999999999999999999 true false debug on register later 8/8/8/8 w - KQkq rnbqkbnr
8/8/4k3/8/8/4K3/8/8 x ½ ; infinite
""",
)


def must(right: bool, what: str) -> None:
    print(f"{'ok  ' if right else 'FAIL'} {what}", flush=True)
    if not right:
        raise SystemExit(1)


def client() -> None:
    begin = time.perf_counter()
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("uci\n")
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith("uciok"):
            break
    print(f"uciok after {time.perf_counter() - begin:.2f} s")
    process.stdin.write("isready\n")
    process.stdin.flush()
    process.stdout.readline()
    print(f"readyok after {time.perf_counter() - begin:.2f} s")
    process.communicate("quit\n", timeout=10)
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=300) as engine:
        engine.ping()
        board = chess.Board()
        info = engine.analyse(board, Limit(depth=12))
        must(info["depth"] == 12 and board.is_legal(info["pv"][0]), "analysis to depth 12")
        must(set(info) >= {"depth", "seldepth", "score", "nodes", "nps", "time", "hashfull", "pv"}, "all info fields")
        lines = engine.analyse(board, Limit(time=0.3), multipv=4)
        scores = [line["score"].relative for line in lines]
        must(len({line["pv"][0] for line in lines}) == 4 and scores == sorted(scores, reverse=True), "four lines")
        must(engine.analyse(board, Limit(depth=6), root_moves=[chess.Move.from_uci("a2a3")])["pv"][0].uci() == "a2a3",
             "searchmoves")  # fmt: skip
        mate = engine.analyse(chess.Board("2r3k1/5ppp/8/8/8/8/4QPPP/4R1K1 w - - 0 1"), Limit(mate=2))
        must(mate["score"].relative == chess.engine.Mate(2), "mate in two")
        with engine.analysis(board) as analysis:
            time.sleep(0.5)
            stopped = time.perf_counter()
            analysis.stop()
            best = analysis.wait()
        late = time.perf_counter() - stopped
        must(best.move is not None and late < 0.25, f"stop, answered after {late * 1000:.0f} ms")
        asked = time.perf_counter()
        with engine.analysis(board):
            engine.ping()
            must(time.perf_counter() - asked < 0.25, "isready while thinking")
        engine.configure({"Hash": 16, "Threads": 2})
        must(engine.analyse(board, Limit(depth=8))["depth"] == 8, "options Hash and Threads changed")
        engine.configure({"Threads": 1, "UCI_LimitStrength": True, "UCI_Elo": 2000})
        must(engine.analyse(board, Limit(time=1))["nodes"] < 1000, "UCI_Elo limits the nodes")
        engine.configure({"UCI_LimitStrength": False})
        clocks = [3.0, 3.0]
        for ply in range(30):
            asked = time.perf_counter()
            answer = engine.play(
                board,
                Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.01, black_inc=0.01),
                ponder=ply % 3 == 0,
            )
            clocks[ply % 2] += 0.01 - (time.perf_counter() - asked)
            assert answer.move is not None
            board.push(answer.move)  # the program pondered on its own guess: ponderhit or stop follows
        must(min(clocks) > 0, f"thirty plies with clocks and pondering, {clocks[0]:.1f} and {clocks[1]:.1f} s left")


def fuzz(lines: int) -> None:
    chance = random.Random(3)
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    said: queue.Queue[bytes] = queue.Queue()

    def listen() -> None:  # all the time, so that neither pipe fills up
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line)
        said.put(b"")

    threading.Thread(target=listen, daemon=True).start()

    def wait_for(word: bytes) -> float:
        begin = time.perf_counter()
        assert process.stdin is not None
        process.stdin.flush()
        while not (line := said.get(timeout=300)).startswith(word):
            if line == b"":
                must(False, f"the program has ended before {word!r}")
        return time.perf_counter() - begin

    process.stdin.write(b"isready\n")
    wait_for(b"readyok")
    for number in range(1, lines + 1):
        words = " ".join(chance.choices(WORDS, k=chance.randint(1, 10)))
        if chance.random() < 0.2:
            words = "".join(chance.choices(string.printable + "äß½", k=chance.randint(0, 80)))
        raw = words.encode() if chance.random() < 0.9 else chance.randbytes(chance.randint(0, 60))
        raw = raw.replace(b"\n", b" ").replace(b"isready", b"isred")
        process.stdin.write(b"\n" if b"quit" in raw else raw + b"\nstop\n")
        if number % 1000 == 0:
            process.stdin.write(b"isready\n")
            print(f"{number} lines, readyok {wait_for(b'readyok'):.2f} s after the last", flush=True)
    process.stdin.write(b"isready\n")
    print(f"then readyok after {wait_for(b'readyok') * 1000:.1f} ms")
    process.stdin.write(b"ucinewgame\nposition startpos\ngo depth 8\n")
    wait_for(b"bestmove")
    must(True, f"{lines} lines, and it plays")
    process.communicate(b"quit\n", timeout=10)


def clock(games: int, seconds: float, increment: float) -> None:
    engines = [chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=300) for _ in range(2)]
    for engine in engines:
        engine.ping()
    chance, results, least, moves = random.Random(5), [0, 0, 0], seconds, 0
    for number in range(games):
        board = chess.Board()
        for _ in range(6):
            board.push(chance.choice(list(board.legal_moves)))
        clocks = [seconds, seconds]
        while not board.is_game_over(claim_draw=True):
            side = 0 if board.turn else 1
            limit = Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment)
            begin = time.perf_counter()
            answer = engines[side ^ number & 1].play(board, limit, game=number)  # an illegal move is an EngineError
            clocks[side] -= time.perf_counter() - begin
            least = min(least, clocks[side])
            if clocks[side] < 0:
                must(False, f"game {number + 1}: time lost by {-clocks[side]:.3f} s after {board.ply()} plies")
            clocks[side] += increment
            assert answer.move is not None
            board.push(answer.move)
            moves += 1
        results[{"1-0": 0, "1/2-1/2": 1, "0-1": 2}[board.result(claim_draw=True)]] += 1
        if number % 10 == 9:
            print(
                f"{number + 1} games, White +{results[0]} ={results[1]} -{results[2]}, least time {least:.3f} s",
                flush=True,
            )
    for engine in engines:
        engine.quit()
    must(True, f"{games} games at {seconds:g}+{increment:g} s, {moves} moves, no time loss, no illegal move; "
         f"least time left {least:.3f} s")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("client", "fuzz", "clock"))
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", type=float, default=1.0)
    parser.add_argument("--increment", type=float, default=0.01)
    options = parser.parse_args()
    if options.what == "client":
        client()
    elif options.what == "fuzz":
        fuzz(options.lines)
    else:
        clock(options.games, options.time, options.increment)


if __name__ == "__main__":
    main()
