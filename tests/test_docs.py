"""The documentation as a whole: the site builds without a warning, links lead somewhere, commands and options exist.

What the pages say of single subjects is tested beside those (tests/games/test_docs.py, tests/explain/test_docs.py).
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from plytree.interfaces.cli.main import app

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole site, as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run([*command, ROOT / "docs", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_holds_every_page_and_can_be_searched(site):
    built = {str(page.relative_to(site).with_suffix("")) for page in site.rglob("*.html")}
    assert {str(page.relative_to(ROOT / "docs").with_suffix("")) for page in (ROOT / "docs").rglob("*.md")} <= built
    assert "alpha" in (site / "searchindex.js").read_text(encoding="utf-8")


def test_the_site_needs_no_network(site):
    for page in site.rglob("*.html"):
        loaded = re.findall(r'<(?:script|img)[^>]*\ssrc="([^"]+)"', page.read_text(encoding="utf-8"))
        loaded += re.findall(r'<link[^>]*\shref="([^"]+)"', page.read_text(encoding="utf-8"))
        assert [address for address in loaded if address.startswith(("http:", "https:", "//"))] == []


def test_the_reference_holds_everything_that_can_be_imported_from_the_root(site):
    import plytree

    page = (site / "api.html").read_text(encoding="utf-8")
    assert [name for name in plytree.__all__ if f'id="plytree.{name}"' not in page] == []


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name):
    page = ROOT / name
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    files = [link.partition("#")[0] for link in links if not link.startswith(("http://", "https://", "#", "mailto:"))]
    assert [file for file in files if not (page.parent / file).exists()] == []


@pytest.mark.parametrize("name", NAMES)
def test_commands_and_their_options_exist(name):
    """A command of a page is read by the command line itself, but not run."""
    command = typer.main.get_command(app)
    for line in re.findall(r"^    (?:\$ )?plytree (.+)$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE):
        words = shlex.split(line.partition("  #")[0].partition(" | ")[0].replace("...", ""), comments=True)
        if not words or words[0].startswith("-"):
            continue
        found = command
        while words and hasattr(found, "commands"):
            assert words[0] in found.commands, line
            found = found.commands[words.pop(0)]
        known = {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)}
        used = {word.partition("=")[0] for word in words if re.fullmatch(r"--?[a-zA-Z][\w-]*(=.*)?", word)}
        assert used - known - {"-h", "--help"} == set(), line


TOUR = {  # what the tour of CONTRIBUTING.md names: file -> what must be found in it
    "search/alphabeta/techniques/null_move.py": ("def null_move", "Source:"),
    "search/alphabeta/core.py": ("def negamax", "null_move("),
    "search/alphabeta/ordering.py": ("def reward", "def promise", "w.killers[2 * ply + 1] = w.killers[2 * ply]"),
    "search/compile/memory.py": ('"killers"',),
    "search/clock.py": ("def budget", "def divide"),
    "search/deepening.py": ("def _enough", "perf_counter"),
    "search/course.py": ("def timed", "perf_counter"),
    "search/compile/moves_into.py": ("def filling",),
    "search/compile/game_type.py": ("class GameType",),
    "search/compile/bindings.py": ("def form_source",),
    "advice/hints.py": ("class Hints",),
}


def test_the_tour_leads_where_it_says():
    tour = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## A tour")[2].partition("\n## ")[0]
    for file, contents in TOUR.items():
        assert Path(file).name in tour
        text = (ROOT / "src/plytree" / file).read_text(encoding="utf-8")
        assert [content for content in contents if content not in text] == [], file
