"""The compiled solver is kept on disk, and later processes load it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
from plytree.solvers import native
from plytree.solvers.connect4 import Solver
before = native.is_ready(4, 4)
solver = Solver(4, 4)
print(before, solver.solve(solver.game.initial()), native.from_disk(4, 4))
"""


def run(program: list[str], cache: Path) -> str:
    environment = {**os.environ, "PLYTREE_CACHE": str(cache)}
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    assert run([sys.executable, "-c", PROGRAM], tmp_path) == "False 0 True"  # compiled by a process of its own
    assert run([sys.executable, "-c", PROGRAM], tmp_path) == "True 0 True"


def test_without_a_folder_to_write_to_it_still_solves(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert run([sys.executable, "-c", PROGRAM], tmp_path / "file").startswith("False 0 ")
    assert (tmp_path / "file").read_text() == "not a folder"
