"""Damaged caches: native code that was cut, flipped, exchanged, planted or blocked. Nothing of it runs, hangs or lies.

from damaged_caches import KINDS, plant     for tests and attacks: KINDS[name](Damage(root, entry)) does the harm
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common

MAGIC = b"plytree native code 2\n"
OLD_MAGIC = b"plytree native code 1\n"
STRANGER = 65534  # the number of a user who is not us
GAME = "tictactoe"


@dataclass(frozen=True)
class Damage:
    """A cache to be harmed: `root` is PLYTREE_CACHE, `entry` a file with good native code in it."""

    root: Path
    entry: Path

    @property
    def base(self) -> Path:
        return self.root / "native"

    @property
    def version(self) -> Path:
        return self.entry.parent

    @property
    def canary(self) -> Path:
        """This file appears if planted code has run."""
        return self.root.with_name(self.root.name + "-canary")

    @property
    def diary(self) -> Path:
        """A user's own file, which must stay as it is."""
        return self.root.with_name(self.root.name + "-diary")


class Planted:
    """Code that leaves a trace when it is unpickled."""

    def __init__(self, canary: Path):
        self.canary = canary

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.canary),)


def packed(body: bytes, head: bytes = b'{"what": "x", "seconds": 1.0}', magic: bytes = MAGIC) -> bytes:
    """A file whose checksum is right, whatever is in it."""
    rest = head + b"\n" + body
    return magic + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def planted(d: Damage) -> bytes:
    return packed(pickle.dumps(Planted(d.canary)))


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 4
    path.write_bytes(content)


def body_at(path: Path) -> int:
    """Where the machine code of an entry begins."""
    return path.read_bytes().index(b"}\n") + 2


def instead(path: Path, make: Callable[[Path], Any]) -> None:
    """Put something else where a file or folder was."""
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    make(path)


def loop(path: Path) -> None:
    other = path.with_name(path.name + "-loop")
    other.symlink_to(path)
    path.symlink_to(other)


def listen(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(here)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.write(MAGIC)
        file.truncate(1 << 36)


def give_away(path: Path) -> None:
    """Make a file another user's, where we may."""
    if os.geteuid() == 0:
        os.chown(path, STRANGER, STRANGER, follow_symlinks=False)


def open_up(path: Path) -> None:
    path.chmod(0o777)


def verdict(d: Damage) -> Path:
    return d.entry.with_suffix(".verdict")


def lock(d: Damage) -> Path:
    return d.entry.with_name(d.entry.name + ".lock")


def old_entry(d: Damage) -> None:
    body = pickle.dumps(Planted(d.canary))
    d.entry.write_bytes(OLD_MAGIC + hashlib.sha256(body).digest() + body)


def old_verdict(d: Damage) -> None:
    body = pickle.dumps(Planted(d.canary))
    verdict(d).write_bytes(OLD_MAGIC + hashlib.sha256(body).digest() + body)


def stranger_link(d: Damage) -> None:
    """The folder of a version is a link, made by somebody else, to a folder with planted code."""
    target = d.root / "elsewhere"
    shutil.move(d.version, target)
    (target / d.entry.name).write_bytes(planted(d))
    d.version.symlink_to(target)
    give_away(d.version)
    open_up(target)


def borrowed_functions(d: Damage) -> None:
    from plytree.search.compile.installing import machine

    d.entry.write_bytes(packed(pickle.dumps({"machine": machine(), "functions": {"search_entry": ("not", "code")}})))


def users_files(d: Damage) -> None:
    """What a user keeps there is his, however old it is."""
    long_ago = time.time() - 400 * 86400
    for folder in (d.root, d.base, d.version, d.base / "letters", d.base / "0123456789abcdef"):
        folder.mkdir(exist_ok=True)
        for name in ("thesis.tex", "thesis.code", ".writing-home", "a.lock"):
            (folder / name).write_text("mine")
            os.utime(folder / name, (long_ago, long_ago))


KINDS: dict[str, Callable[[Damage], Any]] = {
    # the file's content
    "empty": lambda d: d.entry.write_bytes(b""),
    "one byte": lambda d: d.entry.write_bytes(b"p"),
    "cut in the first line": lambda d: os.truncate(d.entry, 10),
    "cut in the checksum": lambda d: os.truncate(d.entry, len(MAGIC) + 20),
    "cut in the code": lambda d: os.truncate(d.entry, d.entry.stat().st_size // 2),
    "last byte missing": lambda d: os.truncate(d.entry, d.entry.stat().st_size - 1),
    "something appended": lambda d: d.entry.write_bytes(d.entry.read_bytes() + b"\n"),
    "bit flipped in the first line": lambda d: flip(d.entry, 3),
    "bit flipped in the checksum": lambda d: flip(d.entry, len(MAGIC) + 5),
    "bit flipped in the head": lambda d: flip(d.entry, len(MAGIC) + 64 + 5),
    "bit flipped in the code": lambda d: flip(d.entry, body_at(d.entry) + 3),
    "bit flipped at the end": lambda d: flip(d.entry, -1),
    "all zeros": lambda d: d.entry.write_bytes(bytes(d.entry.stat().st_size)),
    "noise": lambda d: d.entry.write_bytes(os.urandom(5000)),
    "a later format": lambda d: d.entry.write_bytes(packed(b"x", magic=b"plytree native code 9\n")),
    "an older format": old_entry,
    "head is no JSON": lambda d: d.entry.write_bytes(packed(b"x", head=b"{")),
    "head is a list": lambda d: d.entry.write_bytes(packed(b"x", head=b"[1]")),
    "head has no fields": lambda d: d.entry.write_bytes(packed(b"x", head=b"{}")),
    "code is no pickle": lambda d: d.entry.write_bytes(packed(b"\x80\x05garbage")),
    "code is a number": lambda d: d.entry.write_bytes(packed(pickle.dumps(7))),
    "code of another machine": lambda d: d.entry.write_bytes(
        packed(pickle.dumps({"machine": ("z80",), "functions": {}}))
    ),
    "code with wrong functions": borrowed_functions,
    # something else in its place
    "a folder": lambda d: instead(d.entry, Path.mkdir),
    "a folder with something in it": lambda d: (instead(d.entry, Path.mkdir), (d.entry / "x").write_text("x")),
    "a pipe": lambda d: instead(d.entry, os.mkfifo),
    "a socket": lambda d: instead(d.entry, listen),
    "a dangling link": lambda d: instead(d.entry, lambda path: path.symlink_to("/nowhere/at/all")),
    "a circle of links": lambda d: instead(d.entry, loop),
    "a link to an endless device": lambda d: instead(d.entry, lambda path: path.symlink_to("/dev/zero")),
    "a link to a user's file": lambda d: instead(d.entry, lambda path: path.symlink_to(d.diary)),
    "64 GB": lambda d: instead(d.entry, sparse),
    "unreadable": lambda d: d.entry.chmod(0),
    # planted code
    "planted, file of another user": lambda d: (
        (d.entry.write_bytes(planted(d)), give_away(d.entry), d.entry.chmod(0o644))
        if os.geteuid() == 0
        else d.entry.write_bytes(b"")
    ),
    "planted, file open to others": lambda d: (d.entry.write_bytes(planted(d)), d.entry.chmod(0o666)),
    "planted, folder open to others": lambda d: (d.entry.write_bytes(planted(d)), open_up(d.version)),
    "planted, folder above open to others": lambda d: (d.entry.write_bytes(planted(d)), open_up(d.base)),
    "planted, cache open to others": lambda d: (d.entry.write_bytes(planted(d)), open_up(d.root)),
    "planted, folder of another user": lambda d: (
        (d.entry.write_bytes(planted(d)), give_away(d.version)) if os.geteuid() == 0 else d.entry.write_bytes(b"")
    ),
    "planted, behind a link": lambda d: (
        (d.root / "planted").write_bytes(planted(d)),
        instead(d.entry, lambda path: path.symlink_to(d.root / "planted")),
    ),
    "planted, behind another's link": stranger_link,
    # verdicts
    "verdict is no JSON": lambda d: verdict(d).write_bytes(packed(b"{")),
    "verdict is a number": lambda d: verdict(d).write_bytes(packed(b"7")),
    "verdict is no sentence": lambda d: verdict(d).write_bytes(packed(b'{"sentence": ["no"]}')),
    "verdict of an older version": old_verdict,
    "verdict is a folder": lambda d: verdict(d).mkdir(),
    "verdict is a pipe": lambda d: os.mkfifo(verdict(d)),
    # folders
    "the version's folder is a file": lambda d: instead(d.version, lambda path: path.write_text("x")),
    "the version's folder is a circle": lambda d: instead(d.version, loop),
    "the folder is a file": lambda d: instead(d.base, lambda path: path.write_text("x")),
    "the folder is a circle": lambda d: instead(d.base, loop),
    "the folder is a dangling link": lambda d: instead(d.base, lambda path: path.symlink_to("/nowhere/at/all")),
    "the folder is a device": lambda d: instead(d.base, lambda path: path.symlink_to("/dev/null")),
    "the cache is a file": lambda d: instead(d.root, lambda path: path.write_text("x")),
    "the folder is read-only": lambda d: d.version.chmod(0o500),
    "the folder is closed": lambda d: d.version.chmod(0),
    # locks and what lies about
    "the lock is a folder": lambda d: lock(d).mkdir(),
    "the lock is a pipe": lambda d: os.mkfifo(lock(d)),
    "the lock is a link to a user's file": lambda d: lock(d).symlink_to(d.diary),
    "the lock is a circle": lambda d: loop(lock(d)),
    "a claim of a living stranger": lambda d: d.entry.with_name(d.entry.name + ".claim").write_text("1"),
    "a lock of a dead process": lambda d: lock(d).write_text('{"pid": 1, "what": "x"}'),
    "a slot that is a folder": lambda d: [(d.version / f"slot-{n}.lock").mkdir() for n in range(99)],
    "writers that were killed": lambda d: [(d.version / f".writing-{n:08d}").write_bytes(b"x") for n in range(9)],
    "files of the user's": users_files,
}


def measure(quick: bool) -> list[common.Row]:
    """Each kind of damage to a cache with good code, then one move in a new process: the right one, in time, with no
    traceback, with nothing planted run and nothing of the user's changed."""
    rows: list[common.Row] = []
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder) / "good"
        reference = move(good, "native")
        for number, (name, harm) in enumerate(KINDS.items()):
            root = Path(folder) / str(number)
            shutil.copytree(good, root)
            d = Damage(root, next((root / "native").rglob("*.code")))
            d.diary.write_text("dear diary")
            harm(d)
            found = move(root, "auto" if quick else "best")
            wrong = [key for key in ("move", "score") if found.get(key) != reference.get(key)]
            if d.canary.exists():
                wrong.append("planted code ran")
            if d.diary.read_text() != "dear diary":
                wrong.append("a user's file was changed")
            if found["complaint"]:
                wrong.append(found["complaint"])
            rows.append({"damage": name, "seconds": found["seconds"], "says": found["says"], "wrong": ", ".join(wrong)})
            for place in (d.version, d.base, d.root):  # so that it can be removed
                if place.is_dir() and not place.is_symlink():
                    place.chmod(0o700)
    failed = sum(1 for row in rows if row["wrong"])
    rows.append({"tried": len(KINDS), "failed": failed})
    return rows


def move(root: Path, mode: str) -> dict[str, Any]:
    """What a new process with that cache plays, and how it goes about it."""
    command = [sys.executable, "-m", "plytree", "move", GAME, "XO.......", "--depth", "9", "--mode", mode, "--json"]
    begin = time.perf_counter()
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env={**os.environ, "PLYTREE_CACHE": str(root)}
        )
    except subprocess.TimeoutExpired:
        return {"complaint": "it hangs", "says": "", "seconds": 300.0}
    taken, complaint = time.perf_counter() - begin, ""
    if done.returncode or "Traceback" in done.stderr:
        complaint = f"exit code {done.returncode}: {done.stderr.strip().splitlines()[-1:]}"
    answer = json.loads(done.stdout) if done.returncode == 0 else {}
    says = " ".join(line for line in done.stderr.splitlines() if line.startswith("plytree:"))
    return {**answer, "complaint": complaint, "says": says[:70], "seconds": taken}


if __name__ == "__main__":
    common.run(__doc__.splitlines()[0], measure, ["damage", "seconds", "says", "wrong", "tried", "failed"])
