"""Is a folder the user's own? Machine code is loaded, and so run, from such a folder only.

Whoever may write to a folder, or to any folder above it, may exchange what lies in it. So the folder itself must belong
to the user and be closed to everybody else (0700), and everything on the way to it, links among it, must belong to the
user or to root and be writable for nobody else. A folder such as /tmp is no danger: there everybody may make files, but
nobody may touch those of others (the sticky bit).
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

LINKS = 40  # followed on one way; more are a circle
KNOWS_OWNERS = hasattr(os, "geteuid")  # elsewhere the system keeps users' folders apart by itself


def objection(folder: Path, *, way_only: bool = False) -> str:
    """Why a folder is not to be trusted, as the end of a sentence; "" if it is, or as far as it exists.

    `way_only`: could others exchange it? Else it must also be the user's own and closed to others.
    """
    if not KNOWS_OWNERS:
        return ""
    place, info = folder, None
    try:
        for place, info in _way(folder):
            problem = _exposed(place, info)
            if problem:
                return problem
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"{str(place)!r} cannot be followed ({error.strerror})"
    assert info is not None
    if way_only:
        return ""
    if info.st_uid != os.geteuid():
        return f"{str(folder)!r} belongs to {_owner(info.st_uid)}"
    if stat.S_IMODE(info.st_mode) & 0o077:
        return f"{str(folder)!r} is open to others (mode {stat.S_IMODE(info.st_mode):04o}, expected 0700)"
    return ""


def make_private(folder: Path) -> None:
    """Make a folder and those above it that are missing, for the user alone. An older one that others could only read
    is closed to them; one that they could write to stays as it is, for objection() to refuse. OSError if it cannot."""
    if not folder.is_dir():
        if not folder.parent.is_dir():
            make_private(folder.parent)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    info = os.lstat(folder)
    closed_to_writers = stat.S_ISDIR(info.st_mode) and not stat.S_IMODE(info.st_mode) & 0o022
    if KNOWS_OWNERS and info.st_uid == os.geteuid() and closed_to_writers and info.st_mode & 0o055:
        folder.chmod(0o700)


def open_own(path: Path, largest: int) -> int:
    """Open a file for reading, if it is a plain one of the user's that nobody else may write to; else OSError."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    try:
        info = os.fstat(handle)
        plain = stat.S_ISREG(info.st_mode) and info.st_size <= largest
        if not plain or (KNOWS_OWNERS and (info.st_uid != os.geteuid() or info.st_mode & 0o022)):
            raise PermissionError(errno.EPERM, "not a plain file of the user's own", str(path))
    except BaseException:
        os.close(handle)
        raise
    return handle


def _way(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Every folder and link on the way to a folder, from the root on, with links followed."""
    first, *rest = Path(os.path.abspath(folder)).parts
    here, todo, links = Path(first), rest[::-1], 0
    yield here, os.lstat(here)
    while todo:
        part = todo.pop()
        if part == "..":
            here = here.parent
            continue
        there = here / part
        info = os.lstat(there)
        yield there, info
        if not stat.S_ISLNK(info.st_mode):
            here = there
            continue
        links += 1
        if links > LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        target = Path(os.readlink(there))
        todo += [part for part in target.parts[::-1] if part != target.anchor]
        if target.is_absolute():
            here = Path(target.anchor)


def _exposed(place: Path, info: os.stat_result) -> str:
    """Could somebody else exchange what lies at a place? The end of a sentence; "" if not."""
    if info.st_uid not in (0, os.geteuid()):
        return f"{str(place)!r} belongs to {_owner(info.st_uid)}"
    if stat.S_ISLNK(info.st_mode) or info.st_mode & stat.S_ISVTX:
        return ""
    if not stat.S_ISDIR(info.st_mode):
        return f"{str(place)!r} is not a folder"
    if info.st_mode & 0o002 or (info.st_mode & 0o020 and not _is_private_group(info.st_gid)):
        return f"others may write to {str(place)!r} (mode {stat.S_IMODE(info.st_mode):04o})"
    return ""


def _is_private_group(number: int) -> bool:
    """Is it a group that has only the user in it, as many systems make one for each user?"""
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(number)
    except KeyError:
        return False
    return group.gr_name == user.pw_name and number == user.pw_gid and set(group.gr_mem) <= {user.pw_name}


def _owner(number: int) -> str:
    import pwd

    try:
        return f"the user {pwd.getpwuid(number).pw_name!r}"
    except KeyError:
        return f"another user (number {number})"
