"""What the README shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
(OWN_GAME,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def run(*command, cwd=None):
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=cwd)


def test_the_own_game_prints_what_its_comment_says(tmp_path):
    promised = OWN_GAME.strip().rpartition("# ")[2]
    (tmp_path / "stones.py").write_text(OWN_GAME)
    assert run("stones.py", cwd=tmp_path).stdout.strip() == promised


@pytest.mark.parametrize("command", [["move", "stones.py", "--json"], ["check", "stones.py", "--games", "50"]])
def test_the_own_game_works_on_the_command_line(tmp_path, command):
    rules = OWN_GAME.rpartition("print(")[0]
    (tmp_path / "stones.py").write_text(rules)
    done = run("-m", "plytree", *command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_explanation_is_what_the_command_prints():
    shown = [line[4:] for line in README.splitlines() if re.match(r" {4,5}\d+\. ", line)]
    printed = run("-m", "plytree", "explain", "[[3,5],[2,9]]").stdout.splitlines()
    assert len(shown) == 12
    assert printed[:12] == shown


def test_every_page_the_readme_links_to_exists():
    pages = re.findall(r"\]\((docs/[^)#]+)\)", README)
    assert pages
    assert [page for page in pages if not (ROOT / page).exists()] == []
