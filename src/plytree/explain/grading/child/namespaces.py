"""A view of the machine of the process's own: no other processes, no network, all files read-only. Linux.

Standard library only.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE = 442, -100, 0x8000
CAPABILITIES = 0x20080522  # the version of the kernel's record of capabilities


def libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def separate() -> None:
    """New namespaces; that of the processes begins with the next child. OSError where they are not allowed."""
    if not hasattr(libc(), "unshare"):
        raise OSError("not Linux")
    user, group = os.getuid(), os.getgid()
    others = NEWNS | NEWUTS | NEWIPC | NEWPID | NEWNET
    try:
        _check(libc().unshare(NEWUSER | others))
    except OSError:
        _check(libc().unshare(others))  # root in a machine without user namespaces
        return
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def freeze_files() -> None:
    """Called by the first process of the new namespaces: it sees only itself, and no file can be changed."""
    _check(libc().mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    with contextlib.suppress(OSError):  # refused inside some containers; who may read /proc is decided elsewhere too
        _check(libc().mount(b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, None))
    attributes = struct.pack("4Q", MS_RDONLY, 0, 0, 0)
    _check(libc().syscall(MOUNT_SETATTR, AT_FDCWD, b"/", AT_RECURSIVE, attributes, ctypes.c_size_t(len(attributes))))


def drop_capabilities() -> None:
    """Even root keeps no right beyond those of any user."""
    head, nothing = struct.pack("Ii", CAPABILITIES, 0), bytes(24)
    _check(libc().capset(head, nothing))
