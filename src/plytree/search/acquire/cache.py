"""Compiled code on disk, in the user's cache folder: one file for each game's fingerprint, and what was found out about
games that cannot be compiled.

Machine code is what runs when it is loaded, so the folder must be the user's own and closed to everybody else
(trust.py); another one is refused with a sentence, which is said once, and the program works on without it. Machine
code is pickled by Numba's own means; all else is JSON. Files are written whole or not at all and carry a checksum;
whatever is damaged counts as absent. Where nothing can be kept, code lives as long as the process.

The folder is named after a hash of the sources that make native code and of the processor, so another version of
plytree, or another machine that shares the home folder, never reads it.
Nothing is ever deleted but files with the names that are written here.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import logging
import os
import pickle
import platform
import re
import stat
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from plytree.search.acquire import shipped
from plytree.search.acquire.locks import Lock
from plytree.search.acquire.sources import sources_hash
from plytree.search.acquire.trust import make_private, objection, open_own

MAGIC = b"plytree native code 2\n"
LARGEST = 1 << 28  # bytes of an entry; what is larger is none of ours
KEEP = 200  # entries; older ones go when a new one comes
KEEP_SECONDS = 90 * 24 * 3600.0
VERDICT = "verdict"

VERSION_NAME = re.compile(r"[0-9a-f]{16}")
ENTRY_NAME = re.compile(r"(?:[a-z0-9]+-)*[0-9a-f]{20}\.[a-z]+(?:-[0-9a-f]{12})?")
HELPER_NAME = re.compile(rf"{ENTRY_NAME.pattern}\.(?:lock|claim)|slot-[0-9]+\.lock|\.writing-[a-z0-9_]{{8}}")

_unsaved: dict[str, bytes] = {}  # entries that no folder would keep
_said: set[str] = set()


class CacheEntry(NamedTuple):
    """What a file holds: whose code it is, the processor seconds of the process that made it, and the code."""

    what: str
    seconds: float
    body: bytes


# ---- the folder -----------------------------------------------------------------------------------------------------


def base() -> Path:
    """Where the folders of all versions are; PLYTREE_CACHE names another place."""
    given = os.environ.get("PLYTREE_CACHE")
    return Path(os.path.abspath(given) if given else platformdirs.user_cache_dir("plytree")) / "native"


def folder() -> Path:
    """Where compiled code of this version for this processor is kept."""
    return base() / hashlib.sha256(f"{sources_hash()} {processor()}".encode()).hexdigest()[:16]


@functools.cache
def processor() -> str:
    """Which processor this is, with its abilities: machines that share a home folder do not share machine code."""
    try:
        with open("/proc/cpuinfo", "rb") as file:
            lines = file.read(8192).split(b"\n\n")[0].decode(errors="replace").splitlines()
    except OSError:
        lines = []
    telling = [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part", "isa"))]
    return " ".join([platform.machine(), platform.processor(), *telling])


def refusal() -> str:
    """Why the folder is not used, in one sentence; "" if it is. What is missing is made."""
    place = folder()
    try:
        if not place.is_absolute():
            return "native code is not kept: there is no home folder; PLYTREE_CACHE can name another one"
        problem = objection(place, way_only=True)
        if not problem:
            make_private(place.parent)
            make_private(place)
            problem = objection(place.parent) or objection(place)
    except (OSError, ValueError) as error:
        return f"native code is not kept: {str(place)!r} cannot be made ({getattr(error, 'strerror', None) or error})"
    if problem:
        return f"native code is not kept or loaded: {problem}; make it yours alone, or let PLYTREE_CACHE name another"
    return ""


def usable() -> bool:
    """May the folder be used? If not, it is said why, once."""
    sentence = refusal()
    if sentence:
        say(sentence)
    return not sentence


def say(sentence: str) -> None:
    """Warn the user, once."""
    if sentence not in _said:
        _said.add(sentence)
        logging.getLogger("plytree").warning("plytree: %s", sentence)


def said() -> list[str]:
    """What the user should have heard, for a parent process to say."""
    return sorted(_said)


# ---- entries --------------------------------------------------------------------------------------------------------


def exists(name: str) -> bool:
    """Is there an entry that is whole?"""
    return read(name) is not None


def load(name: str) -> Any:
    """The machine code saved under a name; None if there is none that can be read."""
    entry = read(name)
    if entry is None:
        return None
    try:
        value = pickle.loads(entry.body)  # our own file in a folder to which nobody else can write
    except Exception:  # from another version of Numba
        return None
    with contextlib.suppress(OSError):
        os.utime(folder() / name)  # still in use
    return value


def save(name: str, value: Any, what: str = "") -> bool:
    """Save machine code whole or not at all; False if the folder does not allow it. `what`: whose code it is."""
    return keep(name, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL), what)


def refused_before(digest: str) -> str:
    """Why native code of a game was refused when it was last tried; "" if it was not."""
    entry = read(f"{digest}.{VERDICT}")
    return sentence_of(entry) if entry else ""


def sentence_of(entry: CacheEntry) -> str:
    """What a verdict says; "" if it is none."""
    try:
        sentence = json.loads(entry.body)["sentence"]
    except (ValueError, KeyError, TypeError):
        return ""
    return sentence if isinstance(sentence, str) else ""


def refuse(digest: str, sentence: str, what: str = "") -> None:
    """Keep in mind why a game cannot be native code."""
    keep(f"{digest}.{VERDICT}", json.dumps({"sentence": sentence}).encode(), what)


def read(name: str) -> CacheEntry | None:
    """An entry of the folder, or one that came with the package, if it is whole."""
    found = read_file(folder() / name) if usable() else None
    content = None if found else _unsaved.get(name) or shipped.read(name)
    return found or (unpack(content) if content else None)


def read_file(path: Path) -> CacheEntry | None:
    """An entry from a file, if it is whole and the user's own."""
    try:
        with os.fdopen(open_own(path, LARGEST), "rb") as file:
            return unpack(file.read(LARGEST))
    except (OSError, MemoryError):
        return None


def unpack(content: bytes) -> CacheEntry | None:
    """What a file's content says: a line of ours, a checksum, a line of JSON, the body; None if anything is wrong."""
    check, _, rest = content.removeprefix(MAGIC).partition(b"\n")
    if not content.startswith(MAGIC) or hashlib.sha256(rest).hexdigest().encode() != check:
        return None
    head, _, body = rest.partition(b"\n")
    try:
        facts = json.loads(head)
        return CacheEntry(str(facts["what"]), float(facts["seconds"]), body)
    except (ValueError, KeyError, TypeError):
        return None


def keep(name: str, body: bytes, what: str) -> bool:
    """Write an entry; if that is not possible, keep it as long as this process lives, and return False."""
    if not ENTRY_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of an entry; expected words, 20 hexadecimal digits, and a kind")
    rest = json.dumps({"what": what, "seconds": round(time.process_time(), 2)}).encode() + b"\n" + body
    content = MAGIC + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest
    if usable():
        try:
            write_whole(folder() / name, content)
            prune(base())
            return True
        except OSError as error:
            say(f"native code is not kept: {str(folder())!r} cannot be written ({error.strerror})")
    _unsaved[name] = content
    return False


def unsaved() -> dict[str, bytes]:
    """Entries that could not be written, for a parent process to adopt."""
    return dict(_unsaved)


def adopt(name: str, content: bytes) -> None:
    """Take an entry that a child process could not write."""
    _unsaved[name] = content


def write_whole(target: Path, content: bytes) -> None:
    """Write a file under a name of passage and move it to its place; OSError if that fails, and nothing is left."""
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def lock(name: str) -> Lock:
    """The lock of an entry: its holder compiles it. Where there is no folder, everybody can have it."""
    return Lock(folder() / f"{name}.lock" if usable() else None)


def expected_seconds(what: str, kind: str) -> float:
    """How long a compiler will probably need: as long as for the same game before, else as for others."""
    known = [head(path) for path, _ in files(base()) if path.name.endswith(f".{kind}")]
    same = [seconds for name, seconds in known if name == what]
    return max(same or [seconds for _, seconds in known] or [10.0])


def head(path: Path) -> tuple[str, float]:
    """What the first lines of an entry say: whose code it is, and the seconds it took; ("", 0.0) if they cannot be
    read. Nothing is checked."""
    try:
        with os.fdopen(open_own(path, LARGEST), "rb") as file:
            facts = json.loads(file.read(4096).removeprefix(MAGIC).split(b"\n", 2)[1])
        return str(facts["what"]), float(facts["seconds"])
    except (OSError, ValueError, IndexError, KeyError, TypeError):
        return "", 0.0


# ---- all entries ----------------------------------------------------------------------------------------------------


def files(base: Path) -> list[tuple[Path, os.stat_result]]:
    """All files that were written here, of all versions of plytree; nothing else is ever listed."""
    found = []
    for version in _listed(base):
        if VERSION_NAME.fullmatch(version.name) and not version.is_symlink():
            for path in _listed(version):
                if ENTRY_NAME.fullmatch(path.name) or HELPER_NAME.fullmatch(path.name):
                    with contextlib.suppress(OSError):
                        found.append((path, os.lstat(path)))
    return [(path, info) for path, info in found if stat.S_ISREG(info.st_mode)]


def _listed(place: Path) -> list[Path]:
    try:
        return sorted(place.iterdir())
    except OSError:
        return []


def prune(base: Path) -> None:
    """Delete what has not been used for long, what is too much, and what killed writers left behind."""
    now, found = time.time(), []
    for path, info in files(base):
        age = now - info.st_mtime
        abandoned = path.name.startswith(".writing-") and age > 3600
        if abandoned or age > KEEP_SECONDS:
            with contextlib.suppress(OSError):
                path.unlink()
        elif ENTRY_NAME.fullmatch(path.name):
            found.append((age, path))
    for _, path in sorted(found)[KEEP:]:
        with contextlib.suppress(OSError):
            path.unlink()
    drop_empty(base)


def drop_empty(base: Path) -> None:
    """Remove the folders of versions that hold nothing any more."""
    for version in _listed(base):
        if VERSION_NAME.fullmatch(version.name):
            with contextlib.suppress(OSError):
                version.rmdir()  # only if it is empty
