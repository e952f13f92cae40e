"""A spec from a stranger opens no file, reads no input, imports nothing and starts no process, whatever it says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plytree import InputError, load_game
from plytree.games.catalog import BUILT_IN, entries, known_classes, known_game
from plytree.games.trees.handtree import read_tree

HOSTILE = (
    "/etc/passwd", "-", "/dev/stdin", "/dev/zero", "/dev/fd/0", "/proc/self/environ", "../../../etc/passwd", "~/.ssh",
    "file:///etc/passwd", "http://127.0.0.1:1/", "ftp://x/", "\\\\host\\share", "C:\\x", "@/etc/passwd", "</etc/passwd",
    "|cat /etc/passwd", "$(id)", "`id`", "os:system", "__import__('os')", "a.py", "a.py:B", "", " ", "\0", "\n", "%00",
    "[", "{", "[[", "]", "{}", "[]", "null", "NaN", "1e400", "-1", "0", "9" * 30, "9x9x9x9", "0x0", "99x99", "x", ",",
    "٣", "1_000", "+7x+6", "7x6\n", "\ud800", "a" * 5000, "[" * 3000, "1," * 3000,
)  # fmt: skip
DOORS = ("open", "import", "os.listdir", "os.scandir", "socket", "subprocess", "os.system", "os.exec", "exec",
         "compile", "urllib", "os.posix_spawn", "os.fork", "builtins.input")  # fmt: skip
seen: list[str] = []
watching = False


def note(event: str, arguments: tuple[Any, ...]) -> None:
    if watching and event.startswith(DOORS):
        seen.append(f"{event} {arguments[:1]!r}")


sys.addaudithook(note)


class NoInput:
    """Standard input that nobody may read."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"standard input was asked for {name}")


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is opened, imported or started meanwhile."""
    global watching
    monkeypatch.setattr(sys, "stdin", NoInput())
    seen.clear()
    watching = True
    try:
        yield seen
    finally:
        watching = False


@pytest.mark.parametrize("name", [entry.name for entry in entries()])
def test_no_parameters_of_a_stranger_reach_the_machine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    classes = known_classes(print)
    known_game(name, classes)  # libraries load parts of themselves at first use, whatever the spec says
    for parameters in HOSTILE:
        sentence = ""
        with watched(monkeypatch) as touched:
            try:
                known_game(f"{name}:{parameters}", classes)
            except InputError as error:
                sentence = str(error)
        assert "\n" not in sentence
        assert len(sentence) < 1000
        assert not touched, f"{name}:{parameters[:40]!r}"


def test_no_name_of_a_stranger_is_a_file_or_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "mine.py").write_text(f"open({str(ran)!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    classes = known_classes(print)
    for spec in (*HOSTILE, "mine.py", "mine.py:Game", str(tmp_path / "mine.py"), "mine", "./mine.py", "os", "plytree"):
        with watched(monkeypatch) as touched, pytest.raises(InputError, match="is not a game here"):
            known_game(spec, classes)
        assert not touched, spec[:40]
    assert not ran.exists()


def test_a_game_of_another_package_may_fail_in_its_own_way() -> None:
    class Broken(classes["nim"] if (classes := known_classes(print)) else object):  # type: ignore[misc]
        @classmethod
        def from_spec(cls, parameters: str) -> Any:
            return cls((int(parameters),))

    with pytest.raises(InputError, match="broken cannot read 'x'"):
        known_game("broken:x", {"broken": Broken})


def test_the_command_line_still_knows_files(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    file.write_text("[[3,5],[2,9]]")
    assert load_game(f"handtree:{file}").max_moves == 2
    assert "handtree" in BUILT_IN


def test_what_is_no_file_gets_a_sentence_on_the_command_line_and_is_never_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # opening it would wait for a writer, for ever
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    cases = {
        "/dev/zero": "a device", str(pipe): "a pipe", str(tmp_path): "a directory", "/nowhere": "cannot be read",
        "a\0b": "not a text file", str(tmp_path / "bytes"): "not a text file", "x" * 5000: "cannot be read",
    }  # fmt: skip
    for source, said in cases.items():
        with pytest.raises(InputError, match=said):
            read_tree(source)
        with pytest.raises(InputError, match=said):
            load_game(f"handtree:{source}")
    for source in ("/dev/zero.py", f"{pipe}.py", f"{tmp_path}.py"):
        with pytest.raises(InputError, match="is not a file"):
            load_game(source)
