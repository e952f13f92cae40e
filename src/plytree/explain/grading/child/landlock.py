"""Which files the process may read, enforced by Linux's Landlock; none may be changed.

Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

CREATE, ADD_RULE, RESTRICT = 444, 445, 446  # the same numbers on all machines
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # version of Landlock: how many kinds of access to files it knows
PR_SET_NO_NEW_PRIVS = 38


def restrict(readable: Iterable[str], writable: Iterable[str] = ()) -> None:
    """From here on only `readable` can be read, with all that is below; OSError where there is no Landlock."""
    libc = ctypes.CDLL(None, use_errno=True)

    def call(*arguments: object) -> int:
        result: int = libc.syscall(*arguments)
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return result

    version = call(CREATE, None, ctypes.c_size_t(0), 1)
    handled = (1 << RIGHTS.get(version, 16)) - 1
    network = 3 if version >= 4 else 0  # binding and connecting
    scoped = 3 if version >= 6 else 0  # abstract sockets and signals
    fields = [handled, network, scoped][: 1 if version < 4 else 2 if version < 6 else 3]
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    ruleset = call(CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    try:
        for paths, rights in ((readable, READ_FILE | READ_DIR), (writable, READ_FILE | WRITE_FILE | TRUNCATE)):
            for path in paths:
                try:
                    at = os.open(path, os.O_PATH | os.O_CLOEXEC)
                except OSError:
                    continue  # what is not there need not be allowed
                allowed = rights & handled if os.path.isdir(path) else rights & handled & ~READ_DIR
                call(ADD_RULE, ruleset, 1, struct.pack("=Qi", allowed, at), 0)
                os.close(at)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        call(RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)
