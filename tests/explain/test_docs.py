"""Every command and every line of a transcript in the tutorials is what the tool prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plytree.interfaces.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["alpha-beta-by-hand.md", "alpha-beta-von-hand.md", "algorithms.md"]


def transcripts(page: str) -> list[tuple[str, list[str]]]:
    """Each `plytree explain` command with the indented lines that belong to it."""
    found: list[tuple[str, list[str]]] = []
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("    plytree explain "):
            found.append((line.strip(), []))
        elif line.startswith("#"):
            found.append(("", []))
        elif line.startswith("    ") and found and found[-1][0]:
            found[-1][1].append(line[4:])
    return [(command, lines) for command, lines in found if command]


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_the_page_says(
    page: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, lines in transcripts(page):
        with pytest.raises(SystemExit) as stopped:
            main(shlex.split(command)[1:])
        assert not stopped.value.code, command
        printed = capsys.readouterr().out.splitlines()
        assert [line for line in lines if line and line not in printed] == [], command


@pytest.mark.parametrize("page", PAGES)
def test_pictures_exist(page: str) -> None:
    for picture in re.findall(r"\((pictures/[^)]*)\)", (DOCS / page).read_text(encoding="utf-8")):
        assert (DOCS / picture).is_file()
