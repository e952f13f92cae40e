"""What lies in the cache, for people: `plytree cache list|verify|clear`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plytree.search.acquire import cache
from plytree.search.acquire.locks import Lock


@dataclass(frozen=True)
class KeptCode:
    """One entry: whose it is, which code ("code", "mcts", ... or "verdict"), bytes, when it was last used, and the
    processor seconds of its compiler."""

    path: Path
    what: str
    size: int
    used: float
    seconds: float

    @property
    def kind(self) -> str:
        return self.path.suffix[1:]

    @property
    def sentence(self) -> str:
        """Why the game cannot be native code, if that is what the entry says."""
        entry = cache.read_file(self.path) if self.kind == cache.VERDICT else None
        return cache.sentence_of(entry) if entry else ""

    def fault(self) -> str:
        """What is wrong with the file; "" if it is whole."""
        entry = cache.read_file(self.path)
        if entry is None:
            return "damaged, or not a file of the user's own"
        return "it holds no verdict" if self.kind == cache.VERDICT and not cache.sentence_of(entry) else ""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.path.name, "game": self.what, "kind": self.kind, "bytes": self.size, "used": round(self.used),
            "seconds": self.seconds, "sentence": self.sentence,
        }  # fmt: skip


def kept(all_versions: bool = False) -> list[KeptCode]:
    """The entries of this version for this processor, or of all, the one used last first. Damaged ones are among
    them: theirs is the name "?"."""
    here, found = cache.folder(), []
    for path, info in cache.files(cache.base()):
        if cache.ENTRY_NAME.fullmatch(path.name) and (all_versions or path.parent == here):
            what, seconds = cache.head(path)
            found.append(KeptCode(path, what or "?", info.st_size, info.st_mtime, seconds))
    return sorted(found, key=lambda item: -item.used)


def clear(what: str = "", all_versions: bool = False) -> list[KeptCode]:
    """Delete entries, all or those of one game; which ones they were. Without `what` also the locks that nobody
    holds."""
    deleted = []
    for item in kept(all_versions):
        if not what or item.what == what:
            with contextlib.suppress(OSError):
                item.path.unlink()
                deleted.append(item)
    if not what:
        for path, _ in cache.files(cache.base()):
            if path.name.endswith(".lock"):
                lock = Lock(path)
                if lock.take():
                    lock.release()  # and its file is gone
        cache.drop_empty(cache.base())
    return deleted
