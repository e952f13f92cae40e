"""Locks between processes, by the operating system: when a process dies, however it dies, its locks are free.

A lock is a file beside what it guards. Its holder may write into it what it is doing, for others to read.
A forked process holds no lock, and what threads of its parent held within the process is free there (`after_fork`).
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

LARGEST = 1 << 16  # bytes that anybody reads from a lock
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)

_held: set[Lock] = set()


def after_fork(function: Callable[[], None]) -> Callable[[], None]:
    """Have a function called in every process that is forked from this one, where systems fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)
    return function


@after_fork
def _let_go() -> None:
    for lock in _held:
        os.close(lock._handle)  # the parent's own handle keeps the lock
        lock._handle = -1
    _held.clear()


class Lock:
    """One lock. Two objects for the same file exclude each other, in one process or in two."""

    def __init__(self, path: Path | None):
        self.path = path
        self._handle = -1

    def take(self, **facts: Any) -> bool:
        """Take it, if it is free, and write facts into it. Without a place or a system that has locks, it is free."""
        if self.path is None:
            return True
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o600)
        except OSError:
            return True  # nothing can be kept here, so there is nothing to guard
        mine = _lock(handle)
        if mine:
            with contextlib.suppress(OSError):
                mine = os.path.samestat(os.fstat(handle), os.lstat(self.path))  # not one that was just given back
        if not mine:
            os.close(handle)
            return False
        self._handle = handle
        _held.add(self)
        self.write(**facts)
        return True

    def write(self, **facts: Any) -> None:
        """Say what is going on; only the holder may."""
        if self._handle >= 0:
            text = json.dumps({"pid": os.getpid(), **facts}).encode()
            with contextlib.suppress(OSError):
                os.lseek(self._handle, 0, os.SEEK_SET)
                os.write(self._handle, text)
                os.ftruncate(self._handle, len(text))

    def release(self) -> None:
        """Give it back, and its file away."""
        if self._handle >= 0 and self.path is not None:
            with contextlib.suppress(OSError):
                os.unlink(self.path)
            _unlock(self._handle)
            os.close(self._handle)
            self._handle = -1
            _held.discard(self)


def holder(path: Path | None) -> dict[str, Any] | None:
    """What the holder of a lock has written into it; None if nobody holds it."""
    if path is None:
        return None
    try:
        handle = os.open(path, os.O_RDWR | _FLAGS)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode) or _lock(handle, shared=True):
            return None
        facts = json.loads(os.read(handle, LARGEST))
        return facts if isinstance(facts, dict) else {}
    except (OSError, ValueError):  # it is being written
        return {}
    finally:
        os.close(handle)


try:
    import fcntl

    def _lock(handle: int, shared: bool = False) -> bool:
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in _TAKEN
        return True

    def _unlock(handle: int) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)  # also for copies that a fork made

except ImportError:  # Windows
    import msvcrt  # type: ignore[import-not-found,unused-ignore]

    def _lock(handle: int, shared: bool = False) -> bool:
        try:
            os.lseek(handle, 1 << 30, os.SEEK_SET)  # beyond the text, which others may still read
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            os.lseek(handle, 0, os.SEEK_SET)
        except OSError as error:
            return error.errno not in _TAKEN
        return True

    def _unlock(handle: int) -> None:
        with contextlib.suppress(OSError):
            os.lseek(handle, 1 << 30, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]
