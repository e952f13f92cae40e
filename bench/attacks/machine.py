"""A machine that lacks space, streams, a home, file handles or letters: one sentence, and what was done is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from attacks.server import Row

MATCH = ["match", "random", "random", "-g", "tictactoe", "-n", "8", "--workers", "1"]


def run(*arguments: str, shell: str = 'exec "$@"', more: dict[str, str | None] | None = None, **options: Any) -> Any:
    environment = {key: value for key, value in {**os.environ, **(more or {})}.items() if value is not None}
    command = ["sh", "-c", shell, "sh", sys.executable, "-m", "plytree", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, **options)


def judge(done: Any, codes: tuple[int, ...] = (1, 2)) -> str:
    """One sentence on stderr and such an exit code."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    if done.returncode not in codes:
        return f"exit code {done.returncode}: {done.stderr[-200:]!r}"
    return "" if len(lines) == 1 and lines[0].startswith("plytree: ") else f"it said {lines[-3:]}"


def rows(quick: bool) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = [*_streams(folder), *_places(folder), *_people(folder), *_handles(folder)]
        return [*found, *_full_disk(folder)]


def _streams(folder: Path) -> list[Row]:
    found = []
    for where in (">/dev/full", ">&-"):
        for command in (
            ["games"],
            ["explain", "[[3,5],[2,9]]"],
            [*MATCH, "--out", str(folder / "s")],
            ["perft", "tictactoe", "2"],
        ):
            found.append((f"{command[0]} {where}", judge(run(*command, shell=f'exec "$@" {where}'), (1,))))
    kept = run(*MATCH, "--out", str(folder / "s"))
    found.append(
        ("the match above is kept", "" if "8 games were in the store already" in kept.stdout else kept.stdout[:200])
    )
    done = run("move", "chess", "nonsense", shell='exec "$@" 2>&-')
    found.append(
        ("closed stderr", "" if (done.returncode, done.stdout) == (2, "") else f"{done.returncode} {done.stdout!r}")
    )
    done = run("explain", "[[3,5],[2,9]]", shell='"$@" | true')
    found.append(("a reader that leaves", done.stderr))
    done = run("explain", "-", shell='exec "$@" <&-')
    found.append(("closed stdin", judge(done, (2,))))
    return found


def _places(folder: Path) -> list[Row]:
    (folder / "file").write_text("mine")
    found = []
    small_study = ["study", "pruning", "-g", "tictactoe", "--depth", "2", "--positions", "1"]
    small_book = ["book", "build", "connect4", "--size", "4x4", "--plies", "1"]
    for command in (MATCH, small_study, small_book, ["explain", "[1,2]"], ["talk"]):
        for place in (folder / "file" / "below", Path("/proc/nothing/here"), Path("/dev/null/x")):
            found.append((f"{command[0]} --out {place.name}", judge(run(*command, "--out", str(place)), (1, 2))))
    return found


def _people(folder: Path) -> list[Row]:
    bare: dict[str, str | None] = {"HOME": None, "XDG_DATA_HOME": None, "XDG_CACHE_HOME": None, "PLYTREE_CACHE": None}
    ascii_only: dict[str, str | None] = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    found = []
    for command in (["explain", '{"name":"Ä→✓","children":[1,2]}'], ["explain", "[1,2]", "--lang", "de"], ["games"]):
        done = run(*command, more=ascii_only)
        found.append((f"{command[0]} in an ASCII locale", done.stderr if done.returncode or done.stderr else ""))
    done = run("games", more={**bare, "HOME": "/nowhere"})
    found.append(("games with a home that is not there", done.stderr))
    done = run("move", "tictactoe", "--depth", "2", "--mode", "python", more={**bare, "HOME": "/proc"})
    found.append(("move with a home that takes no files", done.stderr if done.returncode else ""))
    found.append(("match with a home that takes no files", judge(run(*MATCH, more={**bare, "HOME": "/proc"}))))
    return found


def _handles(folder: Path) -> list[Row]:
    """So few file handles that no worker can be started, and so few that perhaps one can."""
    found = []
    for handles in (12, 16, 20, 24):
        done = run(*MATCH, "--out", str(folder / f"h{handles}"), shell=f'ulimit -n {handles}; exec "$@"')
        wrong = "a traceback" if "Traceback" in done.stderr and "plytree: " not in done.stderr else ""
        found.append((f"a match with {handles} file handles", wrong if done.returncode == 0 else judge(done)))
    return found


def _full_disk(folder: Path) -> list[Row]:
    """A disk that is full in the middle of a match; when there is room again, the match goes on to the same table."""
    if shutil.which("unshare") is None:
        return []
    disk, long = folder / "disk", [*MATCH[:-3], "1500", "--workers", "1", "--json"]
    disk.mkdir()
    shell = (
        f'mount -t tmpfs -o size=200k none {disk} || exit 77; "$@" --out {disk}/m; echo "code $?" >&2; '
        f'mount -o remount,size=60m {disk}; exec "$@" --out {disk}/m'
    )
    command = ["unshare", "-rm", "sh", "-c", shell, "sh", sys.executable, "-m", "plytree", *long]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode == 77:
        return []
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith("plytree: ")]
    reference = run(*long, "--out", str(folder / "reference"))
    results = [json_of(text) for text in (done.stdout, reference.stdout)]
    return [
        ("a full disk: one sentence", "" if "code 1" in lines and len(told) == 1 else f"it said {lines[-4:]}"),
        ("a full disk: the same table after", "" if results[0] and results[0] == results[1] else f"{results}"[:300]),
    ]


def json_of(text: str) -> dict[str, Any]:
    import json

    lines = [line for line in text.splitlines() if line.startswith("{")]
    return dict(json.loads(lines[-1])) if lines else {}
