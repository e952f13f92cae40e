"""Whatever the machine lacks, a command ends with one sentence, the right exit code, and what it had finished."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plytree.interfaces.cli.main import main

NONSENSE = ("nan", "inf", "-inf", "-1", str(2**63), str(-(2**63)), "1e300", "9" * 400, "", "x", "0x10", "1e-400")


def plytree(*arguments: str, shell: str = "", **changes: Any) -> subprocess.CompletedProcess[str]:
    """Run the command; `shell` is put behind it, for redirections."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **changes.pop("more", {})}
    environment = {name: value for name, value in environment.items() if value is not None}
    command = [sys.executable, "-m", "plytree", *arguments]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, **changes)


def one_sentence(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("plytree: ")
    return lines[0]


@pytest.mark.parametrize(
    "command",
    [
        ["move", "tictactoe", "--mode", "python", "--time"],
        ["move", "tictactoe", "--mode", "python", "--depth"],
        ["move", "tictactoe", "--mode", "python", "--threads"],
        ["play", "tictactoe", "--time"],
        ["play", "tictactoe", "--depth"],
        ["perft", "tictactoe"],
        ["check", "tictactoe", "--games"],
        ["check", "tictactoe", "--seed"],
        ["check", "tictactoe", "--time"],
        ["exam", "sheet", "--seed"],
        ["explain", "[1,2]", "--depth"],
        ["explain", "[1,2]", "--max-nodes"],
        ["match", "random", "random", "-g", "tictactoe", "--games"],
        ["match", "random", "random", "-g", "tictactoe", "--seed"],
        ["match", "random", "random", "-g", "tictactoe", "--time"],
        ["match", "random", "random", "-g", "tictactoe", "--workers"],
        ["match", "random", "random", "-g", "tictactoe", "--openings"],
        ["match", "random", "random", "-g", "tictactoe", "--max-plies"],
        ["serve", "--max-seconds"],
        ["serve", "--workers"],
        ["serve", "--port"],
        ["book", "build", "connect4", "--plies"],
        ["book", "build", "connect4", "--table-mb"],
        ["book", "build", "connect4", "--workers"],
    ],
    ids=lambda command: " ".join(command[:1] + command[-1:]),
)
def test_numbers_that_are_none(
    command: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # nothing may be written here
    for number in NONSENSE:
        with pytest.raises(SystemExit) as end:
            main([*command, number])
        out, err = capsys.readouterr()
        assert end.value.code == 2, (number, err)
        assert out == ""
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_behind_the_output_is_one_sentence() -> None:
    said = one_sentence(plytree("games", shell=">/dev/full"), 1)
    assert "No space left" in said


def test_a_closed_output_is_one_sentence_and_never_becomes_a_file(tmp_path: Path) -> None:
    said = one_sentence(plytree("games", shell=">&-"), 1)
    assert "Bad file descriptor" in said
    store = tmp_path / "games.sqlite"
    done = plytree("match", "random", "random", "-g", "tictactoe", "--games", "4", "--openings", "0", "--workers", "1",
                   "--out", str(store), shell=">&-")  # fmt: skip
    one_sentence(done, 1)
    again = plytree("match", "random", "random", "-g", "tictactoe", "--games", "4", "--openings", "0", "--workers", "1",
                    "--out", str(store))  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert "4 games were in the store already" in again.stdout


def test_closed_errors_do_not_spill_into_the_answer() -> None:
    done = plytree("move", "chess", "nonsense", "--json", shell="2>&-")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_reader_that_leaves_early_is_no_error_of_ours() -> None:
    done = plytree("explain", "[[3,5],[2,9]]", shell="| true")
    assert done.stderr == ""


def test_letters_that_the_locale_cannot_show() -> None:
    ascii_only = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": None}
    for command in (["explain", '{"name":"Ä→✓","children":[1,2]}'], ["explain", "[1,2]", "--lang", "de"], ["games"],
                    ["match", "--help"]):  # fmt: skip
        done = plytree(*command, more=ascii_only)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""


def test_a_user_without_a_home(tmp_path: Path) -> None:
    if os.getuid():
        pytest.skip("only root can become nobody known")
    nobody = {"HOME": None, "XDG_DATA_HOME": None, "XDG_CACHE_HOME": None, "PLYTREE_CACHE": None, "USER": None,
              "LOGNAME": None}  # fmt: skip
    who: dict[str, Any] = {"user": 54321, "cwd": tmp_path, "more": nobody}
    tmp_path.chmod(0o777)
    try:
        assert plytree("games", **who).returncode == 0
    except PermissionError:
        pytest.skip("this Python is not for everybody")
    assert plytree("move", "tictactoe", "--depth", "3", "--mode", "python", **who).returncode == 0
    said = one_sentence(plytree("match", "random", "random", "-g", "tictactoe", "--games", "2", **who), 1)
    assert "no home folder" in said
    assert list(tmp_path.iterdir()) == []  # above all no folder called ~


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "[1,2]", "--out"],
        ["match", "random", "random", "-g", "tictactoe", "--games", "2", "--openings", "0", "--out"],
        ["match", "random", "random", "-g", "tictactoe", "--games", "2", "--openings", "0", "--csv"],
        ["study", "pruning", "--game", "tictactoe", "--depth", "2", "--positions", "1", "--out"],
        ["book", "build", "connect4", "--size", "4x4", "--plies", "1", "--out"],
    ],
    ids=lambda command: " ".join(command[:1] + command[-1:]),
)
def test_an_output_that_cannot_be_written_is_said_before_the_work(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = plytree(*command, str(tmp_path / "file" / "below"), cwd=tmp_path)
    one_sentence(done, 2)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_second_run_says_who_holds_the_output(tmp_path: Path) -> None:
    from plytree.files import hold

    with hold(tmp_path / "small.book.part"):
        done = plytree("book", "build", "connect4", "--size", "4x4", "--plies", "1", "--out",
                       str(tmp_path / "small.book"))  # fmt: skip
    assert f"in use by process {os.getpid()}" in one_sentence(done, 2)
