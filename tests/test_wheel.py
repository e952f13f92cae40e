"""The built wheel, installed in an empty environment, plays a move."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_wheel_installs_in_an_empty_environment_and_plays_a_move(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("plytree-*.whl")

    empty = tmp_path / "empty"
    venv.create(empty, with_pip=True)
    scripts = empty / ("Scripts" if os.name == "nt" else "bin")
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    clean["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    install = [str(scripts / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": ""})

    played = subprocess.run(
        [str(scripts / "plytree"), "move", "tictactoe", "XX.OO....", "--json"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=clean,
    )
    answer = json.loads(played.stdout)
    assert answer["move"] == "3"
    assert answer["score"] == {"kind": "win", "plies": 1, "value": None}
