"""Kill and go on: matches, studies and books that are killed at any moment, and end with the same result."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from attacks.server import Row, lives

PATIENCE = 240.0  # seconds in which a run must get on


def match(folder: Path) -> list[str]:
    player = "engine:mode=python,nodes=60"
    return [
        "match",
        player,
        "random",
        "-g",
        "tictactoe",
        "-n",
        "60",
        "--workers",
        "2",
        "--json",
        "--out",
        str(folder / "m"),
    ]


def match_result(folder: Path) -> Any:
    with closing(sqlite3.connect(folder / "m")) as store:
        return store.execute("SELECT job, COUNT(*) FROM games GROUP BY job ORDER BY job").fetchall()


def match_done(folder: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{folder / 'm'}?mode=ro", uri=True)) as store:
            return int(store.execute("SELECT COUNT(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0


def study(folder: Path) -> list[str]:
    return ["study", "pruning", "-g", "tictactoe", "--depth", "4", "--positions", "12", "--workers", "1",
            "--out", str(folder / "s")]  # fmt: skip


def study_result(folder: Path) -> Any:
    findings = json.loads((folder / "s" / "study.json").read_text())
    return [findings["sentences"], [[table["columns"], table["rows"]] for table in findings["tables"]]]


def book(folder: Path) -> list[str]:
    return ["book", "build", "connect4", "--size", "5x4", "--plies", "4", "--workers", "1", "--table-mb", "1",
            "--out", str(folder / "b")]  # fmt: skip


def book_result(folder: Path) -> Any:
    return (folder / "b").read_bytes()


def bytes_below(folder: Path) -> int:
    return sum(
        path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.suffix in (".jsonl", ".part")
    )


Kind = tuple[str, Callable[[Path], list[str]], Callable[[Path], Any], Callable[[Path], int]]
KINDS: tuple[Kind, ...] = (
    ("match", match, match_result, match_done),
    ("study", study, study_result, bytes_below),
    ("book", book, book_result, bytes_below),
)


def start(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "plytree", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def rows(quick: bool) -> list[Row]:
    found: list[Row] = []
    for name, command, result, done in KINDS:
        found += rounds(name, command, result, done, 1 if quick else 7)
    return found


def rounds(
    name: str,
    command: Callable[[Path], list[str]],
    result: Callable[[Path], Any],
    done: Callable[[Path], int],
    count: int,
) -> list[Row]:
    """Kill a run `count` times, each time after it has got on, and let it come to its end."""
    chance, found = random.Random(name), list[Row]()
    with tempfile.TemporaryDirectory() as undisturbed, tempfile.TemporaryDirectory() as disturbed:
        start(command(Path(undisturbed))).communicate()
        folder, ended = Path(disturbed), False
        for number in range(1, count + 1):
            row = f"{name}, killed for the {number}. time"
            if ended:  # it was faster than we are: from the beginning, the same must come out
                found.append((row, "" if same(result, Path(undisturbed), folder) else "the result is another one"))
                for path in sorted(folder.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
            wrong, ended = kill_once(command(folder), lambda: done(folder), chance)
            found.append((row, wrong))
        run = start(command(folder))
        error = run.communicate()[1]
        what = "" if run.returncode == 0 and same(result, Path(undisturbed), folder) else "the result is another one"
        found.append(
            (f"{name}: the end is that of a run that was never killed", error[-200:] if run.returncode else what)
        )
    return found


def same(result: Callable[[Path], Any], one: Path, other: Path) -> bool:
    return bool(result(one) == result(other))


def kill_once(command: list[str], done: Callable[[], int], chance: random.Random) -> tuple[str, bool]:
    """Start a run, wait until it has done something more, and kill it; what went wrong, and whether it had ended."""
    before, run = done(), start(command)
    end = time.monotonic() + PATIENCE
    while done() <= before and run.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(chance.uniform(0.0, 0.3))
    workers = children(run.pid)
    if run.poll() is not None:
        return (run.communicate()[1][-200:] if run.returncode else ""), True
    if time.monotonic() >= end:
        run.kill()
        return "it does not get on", False
    run.send_signal(chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
    complaint = run.communicate()[1]
    late = time.monotonic() + 10
    while any(map(lives, workers)) and time.monotonic() < late:
        time.sleep(0.02)
    left = [worker for worker in workers if lives(worker)]
    if left:
        return f"workers {left} live on", False
    return ("a traceback" if "Traceback" in complaint else ""), False


def children(pid: int) -> list[int]:
    try:
        return [int(word) for task in os.listdir(f"/proc/{pid}/task")
                for word in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]  # fmt: skip
    except OSError:
        return []
