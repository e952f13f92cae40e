"""Which files native code is made from: found, not listed, so that none can be forgotten.

All of `search/`, and every file of plytree that these import, directly or through others. What a game itself is made
of is in its fingerprint.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[2]  # plytree
IMPORTS = re.compile(r"^[ \t]*(?:from plytree([\w.]*) import (\([^)]*\)|[^\n]*)|import plytree([\w.]*))", re.MULTILINE)


@functools.cache
def sources_hash() -> str:
    """A hash of the files that native code is made from."""
    return hash_of(PACKAGE, native_sources(PACKAGE))


def hash_of(package: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def native_sources(package: Path) -> set[Path]:
    """The files of a package like plytree that native code is made from."""
    found: set[Path] = set()
    new = set((package / "search").rglob("*.py"))
    while new:
        found |= new
        new = {imported for path in new for imported in _imported(package, path.read_text("utf-8"))} - found
    return found


def _imported(package: Path, source: str) -> Iterable[Path]:
    """The package's files that a source imports; a name imported from a folder may be a file in it."""
    for folder, names, module in IMPORTS.findall(source):
        parts = (folder or module).split(".")[1:]
        wanted = [parts] + [[*parts, name] for name in re.findall(r"\w+", names)]
        paths = [package.joinpath(*each).with_suffix(".py") for each in wanted if each]
        yield from (path for path in paths if path.is_file())
