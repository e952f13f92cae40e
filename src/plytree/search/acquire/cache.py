"""Compiled code on disk, in the user's cache folder: one file for each game's fingerprint, and what was found out about
games that cannot be compiled.

Files are written whole or not at all and carry a checksum; whatever cannot be read counts as absent, and a folder that
cannot be written to only means that nothing is kept. The folder is named after a hash of the sources that make native
code, so another version of plytree never reads it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
import time
from pathlib import Path
from typing import Any

import platformdirs

from plytree.search.acquire.sources import sources_hash

MAGIC = b"plytree native code 1\n"
KEEP = 200  # entries; older ones go when a new one comes
KEEP_SECONDS = 90 * 24 * 3600.0


def folder() -> Path:
    """Where compiled code is kept; PLYTREE_CACHE names another place."""
    base = os.environ.get("PLYTREE_CACHE") or platformdirs.user_cache_dir("plytree")
    return Path(base) / "native" / sources_hash()


def exists(name: str) -> bool:
    return (folder() / name).exists()


def load(name: str) -> Any:
    """What was saved under a name; None if there is nothing that can be read."""
    path = folder() / name
    try:
        content = path.read_bytes()
        head = len(MAGIC) + 32
        if not content.startswith(MAGIC) or hashlib.sha256(content[head:]).digest() != content[len(MAGIC) : head]:
            return None
        value = pickle.loads(content[head:])  # our own file in the user's own folder
    except Exception:  # damaged, from another version, not readable: as if it were not there
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # still in use
    return value


def save(name: str, value: Any) -> bool:
    """Save a value whole or not at all; False if the folder does not allow it."""
    content = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        target = folder() / name
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".writing-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MAGIC + hashlib.sha256(content).digest() + content)
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        prune(target.parent.parent)
    except OSError:
        return False
    return True


def claim(name: str) -> None:
    """Say that this process works on an entry, so that others need not."""
    with contextlib.suppress(OSError):  # where nothing can be kept, nothing can be claimed
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / f"{name}.claim").write_text(str(os.getpid()))


def claimed(name: str) -> bool:
    """Does a living process work on an entry?"""
    try:
        owner = int((folder() / f"{name}.claim").read_text())
        os.kill(owner, 0)  # asks only whether it lives
    except (OSError, ValueError):
        return False
    return owner != os.getpid()


def release(name: str) -> None:
    with contextlib.suppress(OSError):
        (folder() / f"{name}.claim").unlink()


def prune(base: Path) -> None:
    """Delete what has not been used for long, what is too much, and what killed writers left behind."""
    now = time.time()
    found = []
    for path in base.glob("*/*"):
        with contextlib.suppress(OSError):
            age = now - path.stat().st_mtime
            abandoned = path.name.startswith(".writing-") and age > 3600
            if abandoned or age > KEEP_SECONDS:
                path.unlink()
            else:
                found.append((age, path))
    for _, path in sorted(found)[KEEP:]:
        with contextlib.suppress(OSError):
            path.unlink()
    for directory in base.iterdir():
        with contextlib.suppress(OSError):
            directory.rmdir()  # only if it is empty
